import fc from 'fast-check';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { inspectToken } from '#main/services/flow-debugger/index.ts';

const nowMillis = 1_800_000_000_000;
const inspect = (token: string) => inspectToken(token, null, nowMillis);
const sign = (claims: Record<string, unknown>) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(new Uint8Array(32));

describe('the token inspector', () => {
  test('shows header and claims of a JWT, and that nobody verified it', async () => {
    const report = inspect(await sign({ sub: 'ann', name: 'José — ünïcode ✓' }));
    expect(report).toMatchObject({ form: 'jwt', signature: 'not-verified', remarks: [] });
    expect(JSON.parse(report.header ?? '')).toEqual({ alg: 'HS256', typ: 'at+jwt' });
    expect(JSON.parse(report.claims ?? '').name).toBe('José — ünïcode ✓');
  });

  test('decodes what base64 without URL alphabet would not', async () => {
    // These bytes give both - and _ in the payload.
    const report = inspect(await sign({ x: '???>>>~~~ÿÿÿ' }));
    expect(JSON.parse(report.claims ?? '').x).toBe('???>>>~~~ÿÿÿ');
  });

  test('says what its own claims say of its time', async () => {
    const expired = inspect(await sign({ exp: nowMillis / 1_000 }));
    const early = inspect(await sign({ nbf: nowMillis / 1_000 + 1 }));
    expect(expired.remarks).toEqual(['By its own claims it has expired.']);
    expect(early.remarks).toEqual(['By its own claims it is not valid yet.']);
  });

  test('warns of a token that nobody signed', () => {
    expect(inspect(new UnsecuredJWT({}).encode()).remarks).toEqual([
      'It is not signed: anybody can have written it.',
    ]);
  });

  test.each(['2YotnFZFEjr1zCsicMWpAA', 'a.b.c', 'a.b', '..', '.'])(
    'takes %s for an opaque token',
    (token) => {
      expect(inspect(token)).toMatchObject({ form: 'opaque', header: null, claims: null, signature: 'none' });
    },
  );

  test('a text with spaces is no token', () => {
    expect(inspect('two words').form).toBe('unreadable');
  });

  test('no text makes it fail', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof inspect(text).form === 'string'));
    const part = fc.string().map((text) => Buffer.from(text).toString('base64url'));
    fc.assert(fc.property(part, part, (a, b) => typeof inspect(`${a}.${b}.x`).form === 'string'));
  });
});
