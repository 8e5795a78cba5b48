import fc from 'fast-check';
import { CompactEncrypt, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { asyncProperty } from '#test/support/property.ts';
import { inspectorAtNoon, noonSeconds } from './parties.ts';

const inspector = inspectorAtNoon({ values: { access_token: 'AAAA' } });
const inspect = (token: string) => inspector.inspect({ token });
const sign = (claims: Record<string, unknown>, header = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
    .sign(new Uint8Array(32).fill(7));
const part = (text: string | Uint8Array) => Buffer.from(text).toString('base64url');
/** A token of these very texts, with something for a signature. */
const made = (header: string, claims: string | Uint8Array, signature = 'c2ln') =>
  `${part(header)}.${part(claims)}.${signature}`;
const es256 = '{"alg":"ES256"}';
const remarksOf = async (token: string) => (await inspect(token)).remarks.map(({ text }) => text);
const clausesOf = async (token: string) => (await inspect(token)).remarks.map(({ clause }) => clause);

describe('a JWT', () => {
  test('is shown as it stands, and nobody has verified it', async () => {
    const report = await inspect(await sign({ sub: 'ann', name: 'José — ünïcode ✓ 😀' }));
    expect(report).toMatchObject({
      form: 'jwt',
      signature: 'not-verified',
      algorithm: 'HS256',
      stored: null,
    });
    expect(JSON.parse(report.header ?? '')).toEqual({ alg: 'HS256', typ: 'at+jwt' });
    expect(JSON.parse(report.claims ?? '').name).toBe('José — ünïcode ✓ 😀');
  });

  asyncProperty([fc.string({ unit: 'binary' })])(
    'says in UTF-8 what it says, whatever that is',
    async (text) => {
      const { claims, remarks } = await inspect(made(es256, JSON.stringify({ text })));
      expect(JSON.parse(claims ?? '').text).toBe(text);
      expect(remarks.some(({ clause }) => clause === 'RFC 8725 §3.7')).toBe(false);
      expect(remarks.some(({ clause }) => clause === 'RFC 8259 §8.2')).toBe(!text.isWellFormed());
    },
  );

  test('that is no UTF-8 is called so, and shown as far as it can be read', async () => {
    const bytes = Buffer.concat([Buffer.from('{"name":"Jos'), Buffer.of(0xe9), Buffer.from('"}')]);
    const report = await inspect(made(es256, bytes));
    expect(report.claims).toContain('Jos\uFFFD');
    expect(report.remarks.map(({ clause }) => clause)).toEqual(['RFC 8725 §3.7']);
  });

  test('with half a character in an escape keeps the escape, and is called out', async () => {
    const report = await inspect(made(es256, '{"name":"\\ud83d"}'));
    expect(report.claims).toContain('"\\ud83d"');
    expect(report.remarks.map(({ clause }) => clause)).toEqual(['RFC 8259 §8.2']);
  });

  test('says what its own claims say of its time', async () => {
    expect(await remarksOf(made(es256, JSON.stringify({ exp: noonSeconds })))).toEqual([
      'According to its claims, the token has expired.',
    ]);
    expect(await remarksOf(made(es256, JSON.stringify({ exp: noonSeconds + 1 })))).toEqual([]);
    expect(await remarksOf(made(es256, JSON.stringify({ nbf: noonSeconds + 1 })))).toEqual([
      'According to its claims, the token is not valid yet.',
    ]);
    expect(await remarksOf(made(es256, JSON.stringify({ iat: noonSeconds + 1 })))).toEqual([
      'According to its claims, the token was issued in the future.',
    ]);
    expect(await remarksOf(made(es256, '{"exp":"tomorrow"}'))).toEqual(['exp is not a number of seconds.']);
  });

  test('that nobody signed is called so in each spelling', async () => {
    expect(await remarksOf(new UnsecuredJWT({}).encode())).toEqual([
      'The token is not signed. Anyone can create such a token.',
    ]);
    for (const alg of ['None', 'NONE', 'nOnE']) {
      const token = made(JSON.stringify({ alg }), '{}', '');
      expect(await inspect(token)).toMatchObject({ form: 'jwt', signature: 'none' });
      expect(await clausesOf(token)).toEqual(['RFC 8725 §3.2', 'RFC 7515 §4.1.1']);
    }
    expect(await clausesOf(made('{"alg":"none"}', '{}', 'c2ln'))).toEqual(['RFC 8725 §3.2', 'RFC 7518 §3.6']);
    expect(await clausesOf(made(es256, '{}', ''))).toEqual(['RFC 8725 §3.2']);
    expect(await clausesOf(made('{"typ":"JWT"}', '{}'))).toEqual(['RFC 7515 §4.1.1']);
  });

  test.each([
    ['a key of its own', { jwk: { kty: 'oct' } }, 'RFC 7515 §4.1.3'],
    ['a certificate of its own', { x5c: [] }, 'RFC 7515 §4.1.6'],
    ['an address for its key', { jku: 'https://evil.example' }, 'RFC 8725 §3.10'],
    ['an address for its certificate', { x5u: 'https://evil.example' }, 'RFC 8725 §3.10'],
    ['a kid that climbs', { kid: '../../dev/null' }, 'RFC 8725 §3.10'],
    ['a kid that asks a database', { kid: "x' UNION SELECT 'k" }, 'RFC 8725 §3.10'],
    ['something critical', { crit: ['exp'], exp: 1 }, 'RFC 7515 §4.1.11'],
    ['nothing critical in a list', { crit: [] }, 'RFC 7515 §4.1.11'],
    ['a payload that is not encoded', { b64: false }, 'RFC 7797 §7'],
  ])('with %s is called out', async (_, header, clause) => {
    const token = made(JSON.stringify({ alg: 'ES256', ...header }), '{}');
    expect(await clausesOf(token)).toEqual([clause]);
    expect(await clausesOf(made('{"alg":"ES256","kid":"2026-11"}', '{}'))).toEqual([]);
  });

  test('whose MAC could be made with a public key is called out', async () => {
    expect(await clausesOf(await sign({}))).toEqual(['RFC 8725 §3.1']);
  });

  test('with a member twice is called out, in header and claims', async () => {
    expect(await clausesOf(made('{"alg":"none","alg":"ES256"}', '{}'))).toEqual(['RFC 7515 §4']);
    expect(await clausesOf(made(es256, '{"sub":"ann","sub":"bob"}'))).toEqual(['RFC 7519 §4']);
  });

  test('that can be written in another way is called out, and read all the same', async () => {
    const [header = '', claims = ''] = made(es256, '{"a":1}').split('.');
    const padded = `${header}.${Buffer.from('{"a":1}').toString('base64')}.c2ln`;
    expect(await inspect(padded)).toMatchObject({ form: 'jwt', claims: '{\n  "a": 1\n}' });
    expect(await clausesOf(padded)).toEqual(['RFC 7515 §2']);
    expect(await clausesOf(`${header}.${claims}.c2lo`)).toEqual([]);
    expect(await clausesOf(`${header}.${claims}.c2k`)).toEqual([]);
    expect(await clausesOf(`${header}.${claims}.c2l`)).toEqual(['RFC 4648 §3.5']);
    expect(await clausesOf(`${header}.${claims}.+/==`)).toEqual([
      'RFC 7515 §2',
      'RFC 4648 §5',
      'RFC 4648 §3.5',
    ]);
  });

  test('whose content is no JSON shows its content', async () => {
    const nested = await inspect(made('{"alg":"ES256","cty":"JWT"}', made(es256, '{}')));
    expect(nested).toMatchObject({ claims: null, payload: made(es256, '{}') });
    expect(nested.remarks.map(({ clause }) => clause)).toEqual(['RFC 7519 §5.2']);
    expect(await remarksOf(made(es256, 'plain'))).toEqual(['The claims are not base64url-encoded JSON.']);
  });

  test('that is encrypted shows its header alone', async () => {
    const jwe = await new CompactEncrypt(Buffer.from('{}'))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(new Uint8Array(32));
    expect(await inspect(jwe)).toMatchObject({ form: 'jwe', algorithm: 'dir', claims: null });
  });
});

describe('what is no JWT', () => {
  test.each(['2YotnFZFEjr1zCsicMWpAA', 'a.b.c', 'a.b', '..', '.', 'a.b.c.d.e'])(
    '%s is opaque',
    async (token) => {
      expect(await inspect(token)).toMatchObject({
        form: 'opaque',
        header: null,
        claims: null,
        signature: 'none',
      });
    },
  );

  test('a text with spaces is no token; the word before one in a header does not count', async () => {
    expect((await inspect('two words')).form).toBe('unreadable');
    expect((await inspect('Bearer 2YotnFZFEjr1zCsicMWpAA')).form).toBe('opaque');
    expect((await inspect(`  Bearer ${await sign({})}\n`)).form).toBe('jwt');
  });

  test('a value of a run is inspected without being shown', async () => {
    expect(await inspector.inspect({ runId: 'r', name: 'access_token' })).toMatchObject({ form: 'opaque' });
  });

  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.base64String(),
    fc.constant('<a>'),
    fc.constant('<!DOCTYPE a>'),
  );
  const parts = fc
    .tuple(fc.jsonValue(), fc.uint8Array(), fc.string())
    .map(([header, claims, signature]) => made(JSON.stringify(header), claims, signature));

  asyncProperty([fc.oneof(text, parts)], { numRuns: 400 })('no text makes it fail', async (token) => {
    expect(typeof (await inspect(token)).form).toBe('string');
  });
});
