import { describe, expect, test } from 'vitest';
import { parseInstant } from '#main/services/saml/instant.ts';
import { createIssuer, noonMillis, refusedAt, serverName, tokenEndpoint } from './parties.ts';

const issuer = await createIssuer();
const skewMillis = 60_000;
const endMillis = noonMillis + 300_000;
const beginMillis = noonMillis - 60_000;

const restriction = (...audiences: readonly string[]) =>
  `<saml:AudienceRestriction>${audiences.map((name) => `<saml:Audience>${name}</saml:Audience>`).join('')}</saml:AudienceRestriction>`;
const ours = restriction(serverName);
const conditionsEnd = / NotOnOrAfter="[^"]*">/;
const dataEnd = /(<saml:SubjectConfirmationData) NotOnOrAfter="[^"]*"/;

describe('instants', () => {
  test.each([
    ['2026-11-20T12:00:00Z', noonMillis],
    ['2026-11-20T12:00:00.5Z', noonMillis + 500],
    ['2026-11-20T12:00:00.1239Z', noonMillis + 123],
  ])('%s is read', (text, millis) => {
    expect(parseInstant(text)).toBe(millis);
  });

  test.each([
    '2026-11-20T12:00:00',
    '2026-11-20T12:00:00+01:00',
    '2026-02-30T12:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20',
    '',
    '99999-01-01T00:00:00Z',
  ])('“%s” is none', (text) => {
    expect(parseInstant(text)).toBeNull();
  });
});

describe('the time of an assertion, to the millisecond', () => {
  const xml = issuer.build();
  const at = (nowMillis: number) => () => issuer.read(xml, { nowMillis });

  test('ends when it is over, and clocks may differ by the skew', () => {
    expect(at(endMillis + skewMillis - 1)().subject.nameId).toBe('ann');
    expect(refusedAt('conditions', at(endMillis + skewMillis))).toContain('expired');
  });

  test('begins when it says, and clocks may differ by the skew', () => {
    expect(at(beginMillis - skewMillis)().subject.nameId).toBe('ann');
    expect(refusedAt('conditions', at(beginMillis - skewMillis - 1))).toContain('not valid yet');
  });

  test('is exact where no skew is allowed', () => {
    const exactly = (nowMillis: number) => () => issuer.read(xml, { nowMillis, skewSeconds: 0 });
    expect(exactly(endMillis - 1)().id).toMatch(/^_/);
    refusedAt('conditions', exactly(endMillis));
    expect(exactly(beginMillis)().id).toMatch(/^_/);
    refusedAt('conditions', exactly(beginMillis - 1));
  });

  test('is remembered for as long as it could be used', () => {
    expect(issuer.read(xml).rememberUntilMillis).toBe(endMillis + skewMillis);
  });

  test('must not be empty', () => {
    const signed = issuer.sign((bare) =>
      bare.replace(/NotBefore="[^"]*"/, 'NotBefore="2026-11-20T12:05:00Z"'),
    );
    expect(refusedAt('conditions', () => issuer.read(signed))).toContain('empty');
  });

  test('must be written in UTC', () => {
    const signed = issuer.sign((bare) =>
      bare.replace(/NotBefore="[^"]*"/, 'NotBefore="2026-11-20T12:00:00+01:00"'),
    );
    expect(refusedAt('conditions', () => issuer.read(signed))).toContain('UTC');
  });
});

describe('the conditions', () => {
  test('may ask for one use and restrict proxies', () => {
    const signed = issuer.sign((bare) =>
      bare.replace(
        '</saml:Conditions>',
        '<saml:OneTimeUse/><saml:ProxyRestriction Count="0"/></saml:Conditions>',
      ),
    );
    expect(issuer.read(signed).subject.nameId).toBe('ann');
  });

  test('must be understood, all of them', () => {
    const signed = issuer.sign((bare) =>
      bare.replace('</saml:Conditions>', '<x:OnlyOnMondays xmlns:x="urn:x"/></saml:Conditions>'),
    );
    expect(refusedAt('conditions', () => issuer.read(signed))).toContain('unknown condition');
  });

  test('must be there', () => {
    const signed = issuer.sign((bare) => bare.replace(/<saml:Conditions.*<\/saml:Conditions>/, ''));
    refusedAt('conditions', () => issuer.read(signed));
  });
});

describe('the audience', () => {
  const withRestrictions = (...restrictions: readonly string[]) =>
    issuer.sign((bare) => bare.replace(ours, restrictions.join('')));

  test('may be one of several', () => {
    const read = issuer.read(withRestrictions(restriction('https://elsewhere.example', serverName)));
    expect(read.audiences).toEqual(['https://elsewhere.example', serverName]);
  });

  test('must stand in each of several restrictions', () => {
    expect(issuer.read(withRestrictions(ours, ours)).audiences).toEqual([serverName]);
    refusedAt('audience', () =>
      issuer.read(withRestrictions(ours, restriction('https://elsewhere.example'))),
    );
  });

  test.each([
    ['no audience', restriction()],
    ['a longer name', restriction(`${serverName}/`)],
    ['another case', restriction(serverName.toUpperCase())],
    ['an element in the name', restriction(`${serverName}<x/>`)],
  ])('is refused with %s', (_, restrictions) => {
    refusedAt('audience', () => issuer.read(withRestrictions(restrictions)));
  });
});

describe('the confirmation', () => {
  const confirmation = /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/;
  const bearer = (attributes: string) =>
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData ${attributes}/></saml:SubjectConfirmation>`;
  const end = 'NotOnOrAfter="2026-11-20T12:04:00Z"';
  const withConfirmations = (...confirmations: readonly string[]) =>
    issuer.sign((bare) => bare.replace(confirmation, confirmations.join('')));

  test('ends the assertion where it ends first', () => {
    const read = issuer.read(withConfirmations(bearer(`Recipient="${tokenEndpoint}" ${end}`)));
    expect(read.notOnOrAfterMillis).toBe(noonMillis + 240_000);
  });

  test('is enough where one of several holds', () => {
    const wrong = bearer(`Recipient="https://elsewhere.example" ${end}`);
    const right = bearer(`Recipient="${tokenEndpoint}" ${end} InResponseTo="_request" Address="192.0.2.1"`);
    expect(issuer.read(withConfirmations(wrong, right)).subject.nameId).toBe('ann');
    refusedAt('confirmation', () => issuer.read(withConfirmations(wrong, wrong)));
  });

  test('may name any of the recipients by which the server is known', () => {
    const xml = issuer.build({ recipient: 'https://alias.example/token' });
    refusedAt('confirmation', () => issuer.read(xml));
    const recipients = [tokenEndpoint, 'https://alias.example/token'];
    expect(issuer.read(xml, { recipients }).subject.nameId).toBe('ann');
  });

  test.each([
    ['none', ''],
    ['no data', '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"/>'],
    ['a time that is over', bearer(`Recipient="${tokenEndpoint}" NotOnOrAfter="2026-11-20T11:59:00Z"`)],
    [
      'a time that is to come',
      bearer(`Recipient="${tokenEndpoint}" NotBefore="2026-11-20T12:01:01Z" ${end}`),
    ],
    ['sender-vouches', bearer(`Recipient="${tokenEndpoint}" ${end}`).replace(':bearer', ':sender-vouches')],
  ])('is refused with %s', (_, confirmations) => {
    refusedAt('confirmation', () => issuer.read(withConfirmations(confirmations)));
  });

  test('may leave the end to the conditions, or the conditions to it, but not both', () => {
    const here = issuer.sign((bare) => bare.replace(dataEnd, '$1'));
    expect(issuer.read(here).notOnOrAfterMillis).toBe(endMillis);
    const there = issuer.sign((bare) => bare.replace(conditionsEnd, '>'));
    expect(issuer.read(there).notOnOrAfterMillis).toBe(endMillis);
    const nowhere = issuer.sign((bare) => bare.replace(dataEnd, '$1').replace(conditionsEnd, '>'));
    expect(refusedAt('confirmation', () => issuer.read(nowhere))).toContain('never expire');
  });
});

describe('the subject', () => {
  test.each([
    ['an empty NameID', (bare: string) => bare.replace('>ann<', '><')],
    ['white space around the name', (bare: string) => bare.replace('>ann<', '>ann <')],
    ['an element in the name', (bare: string) => bare.replace('>ann<', '>ann<x/><')],
    ['two NameIDs', (bare: string) => bare.replace(/(<saml:NameID.*<\/saml:NameID>)/, '$1$1')],
    ['an EncryptedID', (bare: string) => bare.replaceAll('saml:NameID', 'saml:EncryptedID')],
    ['no Subject', (bare: string) => bare.replace(/<saml:Subject>.*<\/saml:Subject>/, '')],
    ['two Subjects', (bare: string) => bare.replace(/(<saml:Subject>.*<\/saml:Subject>)/, '$1$1')],
  ])('is refused with %s', (_, edit) => {
    refusedAt('subject', () => issuer.read(issuer.sign(edit)));
  });

  test('is refused with a comment in any value, signed or not', () => {
    const commented = (xml: string) =>
      xml.replace('>ann@example.com<', '>ann@example.com<!-- -->.evil.example<');
    refusedAt('subject', () => issuer.read(issuer.sign(commented)));
    const added = issuer.build().replace('>staff<', '>sta<!-- x -->ff<');
    refusedAt('subject', () => issuer.read(added));
  });

  test('leaves out attribute values that are no text, and joins statements', () => {
    const signed = issuer.sign((bare) =>
      bare.replace(
        '</saml:Assertion>',
        '<saml:AttributeStatement><saml:Attribute Name="group"><saml:AttributeValue>late</saml:AttributeValue>' +
          '<saml:AttributeValue><x/></saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>',
      ),
    );
    expect(issuer.read(signed).attributes['group']).toEqual(['staff', 'readers', 'late']);
  });

  test('need not say when they signed in', () => {
    const signed = issuer.sign((bare) => bare.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''));
    expect(issuer.read(signed).authnInstantMillis).toBeNull();
  });
});
