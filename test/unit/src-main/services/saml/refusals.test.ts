import { describe, expect, test } from 'vitest';
import {
  assertionShapes,
  createSamlRun,
  issuerStep,
  parseStep,
  shapeStep,
  signatureStep,
} from '#main/services/saml/index.ts';
import { wrappingShapes } from '#main/services/saml/wrapping.ts';
import { createIssuer, type Issuer, issuerName, noonMillis, refusedAt, serverName } from './parties.ts';

const rsa = await createIssuer('RS256');
const elliptic = await createIssuer('ES256');
const issuers: readonly (readonly [string, Issuer])[] = [
  ['RS256', rsa],
  ['RS384', await createIssuer('RS384')],
  ['RS512', await createIssuer('RS512')],
  ['ES256', elliptic],
];

describe('a correct assertion', () => {
  test.each(issuers)('is read with %s', (algorithm, issuer) => {
    const xml = issuer.build({ authnInstantMillis: noonMillis - 5_000, id: '_one' });
    expect(issuer.read(xml)).toEqual({
      id: '_one',
      issuer: issuerName,
      subject: { nameId: 'ann', format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified' },
      audiences: [serverName],
      notOnOrAfterMillis: noonMillis + 300_000,
      attributes: { mail: 'ann@example.com', group: ['staff', 'readers'] },
      authnInstantMillis: noonMillis - 5_000,
      issuedAtMillis: noonMillis,
      algorithm,
      replayKey: expect.stringMatching(/^[\w-]{43}$/),
      rememberUntilMillis: noonMillis + 360_000,
    });
  });

  test('keeps a subject in any script', () => {
    const subject = 'Ånn “O’Neill” <日本語> & 🦊';
    const xml = rsa.build({ subject, attributes: { größe: 'ß\n\t"x"' } });
    expect(rsa.read(xml)).toMatchObject({ subject: { nameId: subject }, attributes: { größe: 'ß\n\t"x"' } });
  });

  test('says in which format its subject is named', () => {
    const nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
    expect(rsa.read(rsa.build({ nameIdFormat })).subject.format).toBe(nameIdFormat);
  });

  test('may have attributes whose names mean something to programs', () => {
    const attributes = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}') as Record<
      string,
      string
    >;
    const read = rsa.read(rsa.build({ attributes })).attributes;
    expect(Object.entries(read)).toEqual(Object.entries(attributes));
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  test('is remembered by issuer and ID, neither of which is kept', () => {
    const first = rsa.read(rsa.build({ id: '_one' }));
    expect(rsa.read(rsa.build({ id: '_one', subject: 'bob' })).replayKey).toBe(first.replayKey);
    expect(rsa.read(rsa.build({ id: '_two' })).replayKey).not.toBe(first.replayKey);
  });
});

describe('a broken assertion is refused where it is broken', () => {
  const broken = [...assertionShapes].filter(([, { refusedBy }]) => refusedBy !== null);
  for (const [algorithm, issuer] of [
    ['RS256', rsa],
    ['ES256', elliptic],
  ] as const) {
    test.each(broken.map(([id, { title, refusedBy }]) => [title, id, refusedBy] as const))(
      `${algorithm}: %s`,
      (_, shape, step) => {
        if (step === null) throw new Error('It is not broken');
        refusedAt(step, () => issuer.read(issuer.build({ shape })));
      },
    );
  }

  test('each of the steps refuses something', () => {
    const steps = new Set(broken.map(([, { refusedBy }]) => refusedBy));
    expect(steps).toEqual(
      new Set(['parse', 'shape', 'issuer', 'signature', 'subject', 'conditions', 'audience', 'confirmation']),
    );
  });
});

describe('signature wrapping', () => {
  test('has eight shapes, each of which still holds all that was signed', () => {
    expect(wrappingShapes.map(({ id }) => id)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `xsw-${number}`),
    );
    for (const { id: shape } of wrappingShapes) {
      const xml = rsa.build({ shape, id: '_signed' });
      expect(xml).toContain('>ann</saml:NameID>');
      expect(xml).toContain('>mallory</saml:NameID>');
      expect(xml).toContain('URI="#_signed"');
    }
  });

  // Each line of defence holds by itself: a training weakness may take one of them away.
  test.each(wrappingShapes)('$id is refused by the signature step alone too', ({ id: shape }) => {
    const run = createSamlRun();
    run.xml = rsa.build({ shape });
    if (shape !== 'xsw-7') parseStep(run);
    else refusedAt('parse', () => parseStep(run));
    if (run.parsed === null) return;
    run.claimed = run.parsed.root;
    run.issuer = { issuer: issuerName, certificatesPem: [rsa.cert] };
    refusedAt('signature', () => signatureStep(run, noonMillis));
    expect(run.content).toBeNull();
  });

  test('never yields the forged name where only the outermost shape is looked at', () => {
    const run = createSamlRun();
    run.xml = rsa.build({ shape: 'xsw-4' });
    parseStep(run);
    refusedAt('shape', () => shapeStep(run));
    expect(run.claimed).toBeNull();
  });
});

describe('the shape', () => {
  test.each([
    ['another version', (xml: string) => xml.replace('Version="2.0"', 'Version="1.1"')],
    ['no version', (xml: string) => xml.replace(' Version="2.0"', '')],
    ['no ID', (xml: string) => xml.replace(/ ID="[^"]*"/, '')],
    ['an ID that is no name', (xml: string) => xml.replace(/ ID="[^"]*"/, ' ID="it’s"')],
    ['the namespace of SAML 1', (xml: string) => xml.replaceAll('SAML:2.0:assertion', 'SAML:1.0:assertion')],
    [
      'an assertion of another namespace in it',
      (xml: string) => xml.replace('<saml:Subject>', '<Assertion/><saml:Subject>'),
    ],
  ])('is refused with %s', (_, edit) => {
    refusedAt('shape', () => rsa.read(edit(rsa.build())));
  });
});

describe('the issuer', () => {
  test('has to be the trusted one, character for character', () => {
    for (const other of [`${issuerName}/`, issuerName.toUpperCase(), ` ${issuerName}`]) {
      refusedAt('issuer', () => rsa.read(rsa.build({ issuer: other })));
    }
  });

  test('has to be there, once, and without a comment in it', () => {
    const issuerElement = `<saml:Issuer>${issuerName}</saml:Issuer>`;
    refusedAt('issuer', () => rsa.read(rsa.build().replace(issuerElement, '')));
    refusedAt('issuer', () => rsa.read(rsa.build().replace(issuerElement, issuerElement.repeat(2))));
    refusedAt('issuer', () => rsa.read(rsa.build().replace(issuerName, `${issuerName}<!-- -->`)));
  });

  test('has to be one that is trusted at all', () => {
    expect(refusedAt('issuer', () => rsa.read(rsa.build(), { trust: [] }))).toContain(issuerName);
  });

  test('may only speak with its own key', () => {
    const trust = [
      { issuer: issuerName, certificatesPem: [rsa.cert] },
      { issuer: 'https://other.example', certificatesPem: [elliptic.cert] },
    ];
    expect(elliptic.read(elliptic.build({ issuer: 'https://other.example' }), { trust }).subject.nameId).toBe(
      'ann',
    );
    refusedAt('signature', () => elliptic.read(elliptic.build(), { trust }));
    refusedAt('signature', () => rsa.read(rsa.build({ issuer: 'https://other.example' }), { trust }));
  });

  test('is found among all that are trusted', () => {
    const run = createSamlRun();
    run.xml = rsa.build();
    parseStep(run);
    shapeStep(run);
    issuerStep(run, [{ issuer: 'https://other.example', certificatesPem: [] }, ...rsa.trust]);
    expect(run.issuer).toBe(rsa.trust[0]);
  });
});
