import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { weaknessCatalogue } from '#main/services/authorization-server/index.ts';
import {
  startAuthorizationServer,
  type TestAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { Browser, callback, exchange, obtainCode, postToken } from './parties.ts';

let as: TestAuthorizationServer;
beforeEach(async () => {
  as = await startAuthorizationServer();
});
afterEach(async () => as.close());

const all = weaknessCatalogue.map(({ id }) => id);

async function stealCode(): Promise<number> {
  const code = await obtainCode(as);
  const fields = { grant_type: 'authorization_code', code, redirect_uri: callback, client_id: 'mobile-app' };
  return (await postToken(as, fields)).status;
}

async function leadAstray(): Promise<number> {
  return (await new Browser(as).authorize({ redirect_uri: `${callback}.evil.example/steal` })).status;
}

describe('weaknesses', () => {
  test('each names the step it replaces', () => {
    expect(weaknessCatalogue).toEqual([
      expect.objectContaining({
        id: 'redirect-uri-prefix',
        pipeline: 'authorize',
        step: 'redirect-uri-registered',
      }),
      expect.objectContaining({
        id: 'code-not-bound',
        pipeline: 'token.authorization_code',
        step: 'code-is-clients',
      }),
    ]);
  });

  test.each(['product', 'strict'] as const)(
    'in profile %s none is ever active, though all are named',
    async (profile) => {
      as.configure({ profile, weaknesses: all });
      expect(await stealCode()).toBe(400);
      expect(await leadAstray()).toBe(400);
      expect(as.trace().rules.some((rule) => rule.weakness !== undefined)).toBe(false);
    },
  );

  test('in training only those named are active, and the trace says so', async () => {
    as.configure({ profile: 'training', weaknesses: [] });
    expect(await stealCode()).toBe(400);
    as.configure({ weaknesses: ['code-not-bound'] });
    expect(await stealCode()).toBe(200);
    expect(as.trace().rules.find((rule) => rule.weakness === 'code-not-bound')).toMatchObject({
      id: 'code-is-clients',
      outcome: 'passed',
    });
    expect(await leadAstray()).toBe(400);
  });

  test('with the redirect URI taken by prefix, a code is led astray', async () => {
    as.configure({ profile: 'training', weaknesses: ['redirect-uri-prefix'] });
    const browser = new Browser(as);
    await browser.authorize({ redirect_uri: `${callback}/../steal` });
    await browser.signIn();
    const seen = await browser.submit({ decision: 'allow' });
    expect(seen.location).toMatch(/^http:\/\/127\.0\.0\.1:9035\/cb\/\.\.\/steal\?code=/);
    expect((await new Browser(as).authorize({ redirect_uri: 'http://evil.example/' })).status).toBe(400);
    expect((await new Browser(as).authorize({ redirect_uri: `${callback}\r\nX: y` })).status).toBe(400);
  });

  test('what is not weakened still holds', async () => {
    as.configure({ profile: 'training', weaknesses: all });
    const code = await obtainCode(as);
    expect((await exchange(as, code)).status).toBe(200);
    expect((await exchange(as, code)).status).toBe(400);
  });
});
