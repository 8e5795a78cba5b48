import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { ordersApi, portalWeb, startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew } from '#test/support/started.ts';
import {
  Browser,
  callback,
  exchange,
  member,
  obtainCallback,
  obtainCode,
  postToken,
  refresh,
  type TokenAnswer,
  validate,
} from './parties.ts';

const [orders, stock, bills] = ['https://orders.example', 'https://stock.example', 'https://bills.example'];
const client = {
  ...portalWeb,
  scopes: ['openid', 'orders.read'],
  grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
  responseTypes: ['code', 'token', 'code token'],
  audiences: [orders, stock, bills],
  accessTokenFormat: 'jwt',
  accessTokenAlgorithm: 'ES256',
} as const;
const as = startedAnew(() => startAuthorizationServer({ clients: [client, ordersApi] }));

const audienceOf = (answer: TokenAnswer): unknown => decodeJwt(member(answer, 'access_token')).aud;

/** A code for resources, each in a parameter of its own. */
async function codeFor(...resources: readonly string[]): Promise<string> {
  const browser = new Browser(as);
  const query = new URLSearchParams({
    client_id: 'portal-web',
    response_type: 'code',
    redirect_uri: callback,
  });
  for (const resource of resources) query.append('resource', resource);
  await browser.open(`/as/authorization.oauth2?${query}`);
  const seen = await browser.signIn();
  const { location } = seen.location === '' ? await browser.submit({ decision: 'allow' }) : seen;
  return new URL(location).searchParams.get('code') ?? '';
}

const redeem = (code: string, ...resources: readonly string[]): Promise<TokenAnswer> => {
  const form = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: callback });
  for (const resource of resources) form.append('resource', resource);
  return postToken(as, form.toString(), 'portal-web');
};

describe('a token is for the resources', () => {
  test('that the authorization request names', async () => {
    const answer = await redeem(await codeFor(stock));
    expect(audienceOf(answer)).toBe(stock);
    expect((await validate(as, member(answer, 'access_token'))).body['error']).toBeUndefined();
  });

  test('and of several for each, unless the client narrows it', async () => {
    expect(audienceOf(await redeem(await codeFor(stock, bills)))).toEqual([stock, bills]);
    const first = await redeem(await codeFor(stock, bills), bills);
    expect(audienceOf(first)).toBe(bills);
    expect(as.trace().rules.find(({ id }) => id === 'resource-within-grant')?.rule).toContain(bills);
    // The grant is as wide as it was.
    const token = member(first, 'refresh_token');
    expect(audienceOf(await refresh(as, token, { resource: stock }))).toBe(stock);
    expect(audienceOf(await refresh(as, token))).toEqual([stock, bills]);
  });

  test('that the code exchange names, where the request named none', async () => {
    expect(audienceOf(await redeem(await obtainCode(as), stock))).toBe(stock);
    expect(audienceOf(await redeem(await obtainCode(as)))).toBe(orders);
  });

  test('that a client names which acts for itself', async () => {
    const form = `grant_type=client_credentials&resource=${stock}&resource=${bills}`;
    expect(audienceOf(await postToken(as, form, 'portal-web'))).toEqual([stock, bills]);
  });

  test('also where the browser brings it', async () => {
    const back = await obtainCallback(as, { response_type: 'code token', resource: bills });
    const parts = new URLSearchParams(back.hash.slice(1));
    expect(decodeJwt(parts.get('access_token') ?? '').aud).toBe(bills);
    expect(audienceOf(await exchange(as, parts.get('code') ?? ''))).toBe(bills);
  });

  test('after a restart as before', async () => {
    const code = await codeFor(bills);
    await as.store.commit();
    await as.restart('crash');
    expect(audienceOf(await redeem(code))).toBe(bills);
  });
});

describe('invalid_target', () => {
  const wrong = [
    ['unknown', 'https://mail.example'],
    ['relative', '/orders'],
    ['with a fragment', `${orders}#a`],
    ['no URI', 'orders'],
  ] as const;

  test.each(wrong)('for a resource that is %s, in the authorization request', async (_, resource) => {
    const { location } = await new Browser(as).authorize({ resource });
    expect(new URL(location).searchParams.get('error')).toBe('invalid_target');
  });

  test.each(wrong)('for a resource that is %s, in every token request', async (_, resource) => {
    const answers = [
      await redeem(await codeFor(stock), resource),
      await redeem(await obtainCode(as), resource),
      await postToken(as, { grant_type: 'client_credentials', resource }, 'portal-web'),
      await refresh(as, member(await redeem(await codeFor(stock)), 'refresh_token'), { resource }),
    ];
    for (const { status, body } of answers) expect([status, body['error']]).toEqual([400, 'invalid_target']);
  });

  test('for a resource that was not in the grant, though the client may name it', async () => {
    const answer = await redeem(await codeFor(stock), bills);
    expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_target']);
    const token = member(await redeem(await codeFor(stock)), 'refresh_token');
    expect((await refresh(as, token, { resource: bills })).body['error']).toBe('invalid_target');
    expect((await refresh(as, token, { resource: stock })).status).toBe(200);
  });
});
