import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Saml20 } from 'saml';
import { afterAll, describe, expect, test } from 'vitest';
import { readAssertion, type SamlAlgorithm } from '#main/services/saml/index.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { hasTool } from '#test/support/tools.ts';
import { holdsForXmldsigjs } from '#test/support/xmldsigjs.ts';
import { createIssuer, type Issuer, issuerName, refusedAt, serverName, tokenEndpoint } from './parties.ts';

const folder = temporaryDirectory();
afterAll(() => folder.remove());

const issuer = await createIssuer();
const signers: readonly (readonly [SamlAlgorithm, Issuer])[] = [
  ['RS256', issuer],
  ['RS384', await createIssuer('RS384')],
  ['RS512', await createIssuer('RS512')],
  ['ES256', await createIssuer('ES256')],
];

describe('assertions of another maker', () => {
  const options = {
    issuer: issuerName,
    lifetimeInSeconds: 600,
    audiences: [serverName, 'https://elsewhere.example'],
    recipient: tokenEndpoint,
    nameIdentifier: 'ann@example.com',
    nameIdentifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    sessionIndex: '_session',
    attributes: {
      'http://schemas.example/claims/name': 'Ånn',
      groups: ['staff', 'readers'],
      level: 3,
      admin: false,
    },
    key: issuer.key,
    cert: issuer.cert,
  };
  // Its clock is the machine's own.
  const read = (xml: string) => {
    const [, instant = ''] = /IssueInstant="([^"]*)"/.exec(xml) ?? [];
    return readAssertion({
      xml,
      trust: issuer.trust,
      expected: { audiences: [serverName], recipients: [tokenEndpoint] },
      nowMillis: Date.parse(instant) + 1_000,
      skewSeconds: 0,
    });
  };

  test('are taken as it makes them', () => {
    expect(read(Saml20.create(options))).toMatchObject({
      issuer: issuerName,
      subject: { nameId: 'ann@example.com', format: options.nameIdentifierFormat },
      audiences: options.audiences,
      attributes: {
        'http://schemas.example/claims/name': 'Ånn',
        groups: ['staff', 'readers'],
        level: '3',
        admin: 'false',
      },
      algorithm: 'RS256',
    });
  });

  test.each([
    ['a prefix for the signature', { signatureNamespacePrefix: 'ds' }],
    ['the signature at another place', { xpathToNodeBeforeSignature: "//*[local-name(.)='Conditions']" }],
    ['no attributes', { attributes: {} }],
  ])('are taken with %s', (_, changes) => {
    expect(read(Saml20.create({ ...options, ...changes })).subject.nameId).toBe('ann@example.com');
  });

  test('are refused with SHA-1, unsigned, and changed', () => {
    refusedAt('signature', () => read(Saml20.create({ ...options, signatureAlgorithm: 'rsa-sha1' })));
    refusedAt('signature', () => read(Saml20.create({ ...options, digestAlgorithm: 'sha1' })));
    refusedAt('signature', () => read(Saml20.createUnsignedAssertion(options)));
    refusedAt('signature', () => read(Saml20.create(options).replace('>ann@', '>bob@')));
  });
});

describe('our assertions in the eyes of others', () => {
  test.each(signers)('xmldsigjs verifies %s, and sees what was changed', async (algorithm, signer) => {
    const xml = signer.build({ subject: 'Ånn & “O’Neill”' });
    expect(await holdsForXmldsigjs(xml, algorithm, signer.cert)).toBe(true);
    const changed = xml.replace('Ånn', 'Bob');
    await expect(holdsForXmldsigjs(changed, algorithm, signer.cert)).rejects.toThrow(/digest/i);
  });

  for (const [algorithm, signer] of signers) {
    test(`xmlsec1 verifies ${algorithm}, and sees what was changed`, (context) => {
      context.skip(!hasTool('xmlsec1'), 'xmlsec1 is not installed');
      const xml = signer.build({ subject: 'Ånn & “O’Neill”' });
      expect(xmlsec(xml, signer.cert)).toContain('OK');
      expect(xmlsec(xml.replace('Ånn', 'Bob'), signer.cert)).not.toContain('OK');
    });
  }
});

test('assertions that xmlsec1 signs, with the prefix list that common issuers send, are taken', (context) => {
  context.skip(!hasTool('xmlsec1'), 'xmlsec1 is not installed');
  const template = issuer
    .build({ shape: 'unsigned', id: '_x' })
    .replace('<saml:Assertion ', '<saml:Assertion xmlns:xs="http://www.w3.org/2001/XMLSchema" ')
    .replaceAll(
      '<saml:AttributeValue>',
      '<saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">',
    )
    .replace('</saml:Issuer>', () => `</saml:Issuer>\n${signatureTemplate}`);
  const xml = xmlsecSigned(template);
  expect(xml).toContain('PrefixList="xs"');
  expect(issuer.read(xml)).toMatchObject({ id: '_x', subject: { nameId: 'ann' } });
  refusedAt('signature', () => issuer.read(xml.replace('>ann<', '>bob<')));
});

/** The command's verdict on a document, in its own words. */
function xmlsec(xml: string, cert: string): string {
  writeFileSync(join(folder.path, 'cert.pem'), cert);
  writeFileSync(join(folder.path, 'assertion.xml'), xml);
  const name = 'urn:oasis:names:tc:SAML:2.0:assertion:Assertion';
  const args = ['--verify', '--pubkey-cert-pem', 'cert.pem', '--id-attr:ID', name, 'assertion.xml'];
  const { status, stdout, stderr } = spawnSync('xmlsec1', args, { cwd: folder.path, timeout: 10_000 });
  const words = `${stdout.toString()}${stderr.toString()}`;
  expect(status === 0, words).toBe(words.includes('OK'));
  return words;
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const signatureTemplate = `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
<ds:SignedInfo>
<ds:CanonicalizationMethod Algorithm="${exclusive}"/>
<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>
<ds:Reference URI="#_x">
<ds:Transforms>
<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>
<ds:Transform Algorithm="${exclusive}"><ec:InclusiveNamespaces xmlns:ec="${exclusive}" PrefixList="xs"/></ds:Transform>
</ds:Transforms>
<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>
<ds:DigestValue/>
</ds:Reference>
</ds:SignedInfo>
<ds:SignatureValue/>
<ds:KeyInfo><ds:X509Data/></ds:KeyInfo>
</ds:Signature>`;

function xmlsecSigned(template: string): string {
  writeFileSync(join(folder.path, 'key.pem'), issuer.key);
  writeFileSync(join(folder.path, 'cert.pem'), issuer.cert);
  writeFileSync(join(folder.path, 'template.xml'), template);
  const name = 'urn:oasis:names:tc:SAML:2.0:assertion:Assertion';
  const args = ['--sign', '--privkey-pem', 'key.pem,cert.pem', '--id-attr:ID', name, 'template.xml'];
  const { status, stdout, stderr } = spawnSync('xmlsec1', args, { cwd: folder.path, timeout: 10_000 });
  expect(status, stderr.toString()).toBe(0);
  return stdout.toString();
}
