import { describe, expect, test } from 'vitest';
import { portalWeb, startAuthorizationServer } from '#test/support/authorization-server.ts';
import { serveHandler } from '#test/support/served-handler.ts';
import { startedAnew } from '#test/support/started.ts';
import { Browser, exchange, member, postToken, refresh, type TokenAnswer } from './parties.ts';

const as = startedAnew(() =>
  startAuthorizationServer({
    clients: [
      {
        ...portalWeb,
        scopes: ['openid', 'profile'],
        grantTypes: ['authorization_code', 'refresh_token', 'password'],
        responseTypes: ['code', 'id_token'],
        skipConsent: true,
        idTokenAlgorithm: 'ES256',
      },
    ],
  }),
);
const browser = startedAnew(() => new Browser(as));

type Claims = Readonly<Record<string, unknown>>;

function claimsIn(jwt: string): Claims {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Claims;
}
const claimsOf = (answer: TokenAnswer) => claimsIn(member(answer, 'id_token'));

async function codeOf(password: string): Promise<string> {
  await browser.authorize({ scope: 'openid' });
  const { location } = await browser.submit({ username: 'ann', password });
  return new URL(location).searchParams.get('code') ?? '';
}

const password = { grant_type: 'password', username: 'ann', scope: 'openid' };

describe('what an ID token says of how its user signed in', () => {
  test('a password at the sign-in page, in the code flow and in the front channel', async () => {
    expect(claimsOf(await exchange(as, await codeOf('ann-password')))).toMatchObject({
      acr: '1',
      amr: ['pwd'],
    });
    const seen = await browser.authorize({ response_type: 'id_token', scope: 'openid', nonce: 'n' });
    const fragment = new URLSearchParams(new URL(seen.location).hash.slice(1));
    expect(claimsIn(fragment.get('id_token') ?? '')).toMatchObject({ acr: '1', amr: ['pwd'] });
  });

  test('a PIN', async () => {
    as.configure({ passwordValidators: [{ id: 'pins', type: 'users', credential: 'pin' }] });
    expect(claimsOf(await exchange(as, await codeOf('ann-pin')))).toMatchObject({ acr: '1', amr: ['pin'] });
    const collected = await postToken(as, { ...password, password: 'ann-pin' }, 'portal-web');
    expect(claimsOf(collected)).toMatchObject({ amr: ['pin'] });
  });

  test('the same after a refresh, and after a crash', async () => {
    const first = await exchange(as, await codeOf('ann-password'));
    as.advance(1_000_000);
    await as.restart('crash');
    const second = claimsOf(await refresh(as, member(first, 'refresh_token')));
    const { acr, amr, auth_time } = claimsOf(first);
    expect(second).toMatchObject({ acr, amr, auth_time });
  });

  test('nothing where another server was asked: it alone knows what it compared', async () => {
    const elsewhere = await serveHandler(() => ({ status: 200, headers: [], body: '{"name":"Ann"}' }));
    const validator = { id: 'directory', type: 'http', url: elsewhere.origin, timeoutMillis: 2_000 } as const;
    as.configure({ passwordValidators: [validator] });
    const claims = claimsOf(await postToken(as, { ...password, password: 'x' }, 'portal-web'));
    expect(claims).toMatchObject({ sub: 'ann' });
    expect(claims).not.toHaveProperty('acr');
    expect(claims).not.toHaveProperty('amr');
    await elsewhere.close();
  });

  test('the metadata name the class, and that single claims can be asked for', async () => {
    const response = await fetch(`${as.origin}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({
      claims_parameter_supported: true,
      acr_values_supported: ['1'],
      claims_supported: expect.arrayContaining(['sub', 'acr', 'amr', 'auth_time']),
    });
  });
});
