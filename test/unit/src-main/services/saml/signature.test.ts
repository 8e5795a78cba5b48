import { describe, expect, test } from 'vitest';
import { generateIssuerKeys } from '#main/services/saml/index.ts';
import { clock, createIssuer, issuerName, noonMillis, random, refusedAt } from './parties.ts';

const issuer = await createIssuer();
const other = await createIssuer();
const elliptic = await createIssuer('ES256');
const dayMillis = 86_400_000;

const trustIn = (...certificatesPem: readonly string[]) => [{ issuer: issuerName, certificatesPem }];
const bareKeyInfo = /<ds:KeyInfo>.*<\/ds:KeyInfo>/s;

describe('the certificates', () => {
  test('of an issuer are all tried, so that it can change its key', () => {
    const trust = trustIn(other.cert, elliptic.cert, issuer.cert);
    for (const signer of [issuer, other, elliptic]) {
      expect(signer.read(signer.build(), { trust }).subject.nameId).toBe('ann');
    }
  });

  test('that cannot be read do not keep the others from being tried', () => {
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    expect(issuer.read(issuer.build(), { trust: trustIn(broken, issuer.cert) }).id).toMatch(/^_/);
    const detail = refusedAt('signature', () => issuer.read(issuer.build(), { trust: trustIn(broken) }));
    expect(detail).toContain('cannot be read');
  });

  test('prove nothing after they expired, nor before they begin', async () => {
    const options = { clock, random, lifetimeDays: 1 };
    const { key, cert } = await generateIssuerKeys('Short-lived', options);
    const at = (nowMillis: number) => () =>
      issuer.read(issuer.build({ key, certificate: cert, validitySeconds: 400 * 86_400 }), {
        trust: trustIn(cert),
        nowMillis,
        skewSeconds: 600,
      });
    expect(at(noonMillis + dayMillis - 3_601_000)().subject.nameId).toBe('ann');
    expect(refusedAt('signature', at(noonMillis + dayMillis))).toContain('expired on');
    expect(refusedAt('signature', at(noonMillis - dayMillis))).toContain('only from');
  });

  test('must have a key for the algorithm that the signature names', () => {
    const detail = refusedAt('signature', () =>
      issuer.read(issuer.build(), { trust: trustIn(elliptic.cert) }),
    );
    expect(detail).toContain('other algorithms');
  });

  test('come from the trust alone: what KeyInfo holds is not looked at', () => {
    refusedAt('signature', () => other.read(other.build(), { trust: issuer.trust }));
    const withoutKeyInfo = issuer.build().replace(bareKeyInfo, '');
    expect(issuer.read(withoutKeyInfo).subject.nameId).toBe('ann');
    const withAnother = issuer
      .build()
      .replace(bareKeyInfo, '<ds:KeyInfo><ds:KeyName>x</ds:KeyName></ds:KeyInfo>');
    expect(issuer.read(withAnother).subject.nameId).toBe('ann');
  });
});

describe('the algorithm', () => {
  test('SHA-1 is refused', () => {
    const detail = refusedAt('signature', () => issuer.read(issuer.build({ algorithm: 'RSA-SHA1' })));
    expect(detail).toContain('rsa-sha1');
  });

  test.each([
    ['MD5', 'http://www.w3.org/2001/04/xmldsig-more#rsa-md5'],
    ['HMAC', 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'],
    ['RSA-PSS', 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1'],
    ['one that nobody knows', 'urn:x'],
    ['none', ''],
  ])('%s is refused', (_, uri) => {
    const xml = issuer.build().replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', uri);
    expect(refusedAt('signature', () => issuer.read(xml))).toContain('SignatureMethod');
  });

  test.each([
    ['MD5 digest', 'http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmldsig-more#md5'],
    [
      'inclusive canonicalisation',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
      'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
    ],
    [
      'XPath',
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/TR/1999/REC-xpath-19991116',
    ],
  ])('%s is refused', (_, before, after) => {
    refusedAt('signature', () => issuer.read(issuer.build().replaceAll(before, after)));
  });
});

describe('the form of the signature', () => {
  const edits: readonly (readonly [string, (xml: string) => string])[] = [
    ['an empty URI, which means the whole document', (xml) => xml.replace(/URI="#[^"]*"/, 'URI=""')],
    ['no URI', (xml) => xml.replace(/ URI="#[^"]*"/, '')],
    ['the URI of something else', (xml) => xml.replace(/URI="#[^"]*"/, 'URI="#other"')],
    ['an XPointer', (xml) => xml.replace(/URI="#([^"]*)"/, 'URI="#xpointer(id(\'$1\'))"')],
    ['two references', (xml) => xml.replace(/(<ds:Reference.*<\/ds:Reference>)/s, '$1$1')],
    ['no reference', (xml) => xml.replace(/<ds:Reference.*<\/ds:Reference>/s, '')],
    ['no transforms', (xml) => xml.replace(/<ds:Transforms>.*<\/ds:Transforms>/s, '')],
    ['an Object', (xml) => xml.replace('</ds:Signature>', '<ds:Object/></ds:Signature>')],
    ['two SignedInfos', (xml) => xml.replace(/(<ds:SignedInfo>.*<\/ds:SignedInfo>)/s, '$1$1')],
    ['two values', (xml) => xml.replace(/(<ds:SignatureValue>.*<\/ds:SignatureValue>)/s, '$1$1')],
    ['two signatures', (xml) => xml.replace(/(<ds:Signature .*<\/ds:Signature>)/s, '$1$1')],
    [
      'a signature that is no child of the assertion',
      (xml) => xml.replace(/(<ds:Signature .*<\/ds:Signature>)/s, '<saml:Advice>$1</saml:Advice>'),
    ],
    ['a comment in the digest', (xml) => xml.replace('</ds:DigestValue>', '<!-- --></ds:DigestValue>')],
    ['a comment in the value', (xml) => xml.replace('</ds:SignatureValue>', '<!-- --></ds:SignatureValue>')],
    ['a value that is not Base64', (xml) => xml.replace('<ds:SignatureValue>', '<ds:SignatureValue>!')],
    [
      'a parameter of the algorithm',
      (xml) =>
        xml.replace(
          /(<ds:SignatureMethod [^>]*)\/>/,
          '$1><ds:HMACOutputLength>1</ds:HMACOutputLength></ds:SignatureMethod>',
        ),
    ],
    ['an attribute added', (xml) => xml.replace('<saml:Subject>', '<saml:Subject xmlns:x="urn:x" x:y="z">')],
    ['a character of the name changed', (xml) => xml.replace('>ann<', '>anm<')],
    ['an element taken away', (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/s, '')],
    ['the value of another signature', (xml) => withValueOf(xml, issuer.build())],
  ];

  test.each(edits)('is refused with %s', (_, edit) => {
    const xml = issuer.build();
    const edited = edit(xml);
    expect(edited).not.toBe(xml);
    refusedAt('signature', () => issuer.read(edited));
  });

  test.each([
    [
      'line ends and blanks in its values',
      (xml: string) =>
        xml.replaceAll(/([A-Za-z0-9+/]{20})(?=[A-Za-z0-9+/=]{20,}<\/ds:SignatureValue>)/g, '$1\n  '),
    ],
    [
      'comments outside values, which are not signed',
      (xml: string) => `<!-- a -->${xml.replace('<saml:Subject>', '<!-- b --><saml:Subject>')}`,
    ],
    ['single quotes', (xml: string) => xml.replace(/ Version="2.0"/, " Version = '2.0' ")],
    ['CDATA in place of text', (xml: string) => xml.replace('>ann<', '><![CDATA[ann]]><')],
  ])('may be written with %s', (_, rewrite) => {
    const xml = issuer.build();
    const rewritten = rewrite(xml);
    expect(rewritten).not.toBe(xml);
    expect(issuer.read(rewritten).subject.nameId).toBe('ann');
  });
});

function withValueOf(xml: string, source: string): string {
  const value = /<ds:SignatureValue>.*<\/ds:SignatureValue>/s.exec(source)?.[0] ?? '';
  return xml.replace(/<ds:SignatureValue>.*<\/ds:SignatureValue>/s, () => value);
}
