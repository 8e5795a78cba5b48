import { describe, expect, test } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { Browser, callback, challenge, obtainCallback, type Seen } from './parties.ts';

const as = startedAnew(startAuthorizationServer);
const browser = startedAnew(() => new Browser(as));

function expectErrorPage(seen: Seen, words: string): void {
  expect(seen.status).toBe(400);
  expect(seen.location).toBe('');
  expect(seen.headers.get('content-type')).toBe('text/html;charset=UTF-8');
  expect(seen.html).toContain(words);
  expect(as.trace().effect).toBe('Nothing was issued. The server shows an error page.');
}

function callbackOf(seen: Seen): Record<string, string> {
  expect(seen.status).toBe(302);
  expect(seen.location.startsWith(`${callback}?`)).toBe(true);
  return Object.fromEntries(new URL(seen.location).searchParams);
}

describe('the whole way', () => {
  test('sign-in and consent bring a code and the state to the redirect URI', async () => {
    const url = await obtainCallback(as, { scope: 'orders.read', state: 'af0ifjsldkj-7Q' });
    expect(url.origin + url.pathname).toBe(callback);
    expect([...url.searchParams.keys()]).toEqual(['code', 'state']);
    expect(url.searchParams.get('state')).toBe('af0ifjsldkj-7Q');
  });

  test('without state there is none, and an empty one comes back empty', async () => {
    expect([...(await obtainCallback(as, { state: '' })).searchParams.keys()]).toEqual(['code']);
    const seen = await browser.open('/as/authorization.oauth2?client_id=portal-web&response_type=x&state=');
    expect(seen.location).toMatch(/&state=$/);
  });

  test('the request may be posted', async () => {
    const seen = await browser.open('/as/authorization.oauth2', {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'portal-web', response_type: 'code' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(seen.status).toBe(200);
    expect((await browser.signIn()).html).toContain('name="decision"');
  });

  test('other methods are refused', async () => {
    const seen = await browser.open('/as/authorization.oauth2', { method: 'DELETE' });
    expect([seen.status, seen.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });

  test('a private-use scheme of an app works', async () => {
    const fields = {
      client_id: 'mobile-app',
      redirect_uri: 'com.example.mobile:/cb',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    await browser.authorize(fields);
    await browser.signIn();
    const seen = await browser.submit({ decision: 'allow' });
    expect(seen.location).toMatch(/^com\.example\.mobile:\/cb\?code=[\w-]{28}&state=af0$/);
  });

  test('each exchange says which client, user and transaction it belongs to', async () => {
    await browser.authorize();
    const [client, transaction] = as.tags();
    expect(client).toBe('client:portal-web');
    expect(transaction).toMatch(/^txn:[\w-]{28}$/);
    await browser.signIn();
    await browser.submit({ decision: 'allow' });
    expect(as.tags()).toEqual([
      transaction,
      client,
      'user:ann',
      'event:consent.granted',
      'event:code.issued',
    ]);
  });
});

describe('check 2: who asks and where it goes, before anything is sent anywhere', () => {
  test.each([{ client_id: '' }, { client_id: 'nobody' }])('%o ends on a page', async (fields) => {
    expectErrorPage(await browser.authorize(fields), 'Unknown or invalid client_id');
  });

  test('check 1: only the registered redirect URI, to the character', async () => {
    for (const redirect_uri of [
      `${callback}/`,
      `${callback}?a=1`,
      'http://127.0.0.1:9036/cb',
      'http://127.0.0.1:9035/CB',
      'http://localhost:9035/cb',
      'https://127.0.0.1:9035/cb',
      `${callback}#x`,
      `http://127.0.0.1:9035/x/../cb`,
      `http://evil.example/?${callback}`,
    ]) {
      expectErrorPage(await browser.authorize({ redirect_uri }), 'Unknown or invalid redirect_uri');
    }
  });

  test('check 1: a native client may choose its loopback port', async () => {
    const fields = { client_id: 'mobile-app', code_challenge: challenge, code_challenge_method: 'S256' };
    const seen = await browser.authorize({ ...fields, redirect_uri: 'http://127.0.0.1:51004/cb' });
    expect(seen.status).toBe(200);
    for (const redirect_uri of [
      'http://127.0.0.1:51004/x',
      'http://127.0.0.1:99999/cb',
      'http://127.0.0.1:1@evil.example/cb',
    ]) {
      expectErrorPage(
        await browser.authorize({ ...fields, redirect_uri }),
        'Unknown or invalid redirect_uri',
      );
    }
  });

  test('check 3: the one registered redirect URI stands in; with two the request has to choose', async () => {
    expect((await browser.authorize({ redirect_uri: '' })).status).toBe(200);
    expectErrorPage(
      await browser.authorize({ client_id: 'mobile-app', redirect_uri: '' }),
      'redirect_uri is required',
    );
  });

  test('a repeated client_id or redirect_uri ends on a page', async () => {
    const query = `client_id=portal-web&redirect_uri=${encodeURIComponent(callback)}&response_type=code`;
    expectErrorPage(
      await browser.open(`/as/authorization.oauth2?${query}&client_id=portal-web`),
      'client_id',
    );
    const twice = `${query}&redirect_uri=${encodeURIComponent(callback)}`;
    expectErrorPage(await browser.open(`/as/authorization.oauth2?${twice}`), 'redirect_uri');
  });
});

describe('errors that go to the client', () => {
  test('check 13: a repeated parameter', async () => {
    const seen = await browser.open(
      '/as/authorization.oauth2?client_id=portal-web&response_type=code&scope=profile&scope=profile&state=s',
    );
    expect(callbackOf(seen)).toEqual({
      error: 'invalid_request',
      error_description: 'A parameter is included more than once.',
      state: 's',
    });
  });

  test('a repeated state is not echoed: nobody could say which', async () => {
    const seen = await browser.open(
      '/as/authorization.oauth2?client_id=portal-web&response_type=code&state=a&state=b',
    );
    expect(callbackOf(seen)).not.toHaveProperty('state');
  });

  test('check 13: an empty value is left out, an unknown parameter is ignored', async () => {
    const seen = await browser.open(
      '/as/authorization.oauth2?client_id=portal-web&response_type=&colour=blue',
    );
    expect(callbackOf(seen)['error_description']).toBe('response_type is required');
    expect((await browser.authorize({ colour: 'blue' })).status).toBe(200);
  });

  test('check 21: a response_type that nobody knows, and one that is not registered', async () => {
    expect(callbackOf(await browser.authorize({ response_type: 'tocken' }))['error']).toBe(
      'unsupported_response_type',
    );
    await startInstead(as, () =>
      startAuthorizationServer({
        clients: [{ clientId: 'portal-web', redirectUris: [callback], grantTypes: ['authorization_code'] }],
      }),
    );
    await startInstead(browser, () => new Browser(as));
    expect(callbackOf(await browser.authorize())).toMatchObject({
      error: 'unauthorized_client',
      state: 'af0',
    });
  });

  test('a scope outside the registration', async () => {
    expect(callbackOf(await browser.authorize({ scope: 'orders.read admin' }))).toMatchObject({
      error: 'invalid_scope',
      state: 'af0',
    });
    expect(as.trace().rules.find((rule) => rule.outcome === 'failed')?.detail).toBe('Not registered: admin.');
  });

  test('broken percent-encoding, with the state as it was sent', async () => {
    const seen = await browser.open(
      '/as/authorization.oauth2?client_id=portal-web&response_type=code&state=%FFa%2fb',
    );
    expect(seen.location).toContain('error=invalid_request');
    expect(seen.location).toMatch(/&state=%FFa%2fb$/);
  });

  test('check 18: iss is there where it is switched on, with a code and with an error', async () => {
    as.configure({ issuerInResponse: true });
    expect(callbackOf(await browser.authorize({ scope: 'admin' }))['iss']).toBe(as.origin);
    expect((await obtainCallback(as)).searchParams.get('iss')).toBe(as.origin);
  });

  test('check 18: iss is the issuer of the metadata, which says whether it comes', async () => {
    for (const issuerInResponse of [true, false]) {
      as.configure({ issuerInResponse });
      const metadata = await (await fetch(`${as.origin}/.well-known/oauth-authorization-server`)).json();
      expect(metadata).toMatchObject({ authorization_response_iss_parameter_supported: issuerInResponse });
      const { iss } = callbackOf(await browser.authorize({ scope: 'admin' }));
      expect(iss).toBe(issuerInResponse ? metadata.issuer : undefined);
    }
  });
});

describe('check 7: the challenge', () => {
  const s256 = { code_challenge: challenge, code_challenge_method: 'S256' };

  test.each([
    [{ ...s256, code_challenge_method: 'S512' }, 'transform algorithm not supported'],
    [{ ...s256, code_challenge: 'short' }, 'code_challenge is malformed'],
    [{ code_challenge: 'short' }, 'code_challenge is malformed'],
    [{ code_challenge_method: 'S256' }, 'code_challenge is required with code_challenge_method'],
  ])('%o is refused', async (fields, description) => {
    expect(callbackOf(await browser.authorize(fields))).toEqual({
      error: 'invalid_request',
      error_description: description,
      state: 'af0',
    });
  });

  test('plain is refused where the server does not take it', async () => {
    as.configure({ allowPlainPkce: false });
    const plain = { code_challenge: challenge };
    expect(callbackOf(await browser.authorize(plain))['error_description']).toBe(
      'transform algorithm not supported',
    );
    expect((await browser.authorize(s256)).status).toBe(200);
  });

  test('it is required by the server, by the client, or by the strict profile of public clients', async () => {
    const mobile = { client_id: 'mobile-app' };
    expect(callbackOf(await browser.authorize(mobile))['error_description']).toBe(
      'code_challenge is required',
    );
    expect((await browser.authorize()).status).toBe(200);
    as.configure({ requirePkce: true });
    expect(callbackOf(await browser.authorize())['error_description']).toBe('code_challenge is required');
    const app = {
      clientId: 'app',
      redirectUris: [callback],
      grantTypes: ['authorization_code'],
      responseTypes: ['code'],
    };
    await startInstead(as, () => startAuthorizationServer({ clients: [app] }));
    await startInstead(browser, () => new Browser(as));
    expect((await browser.authorize({ client_id: 'app' })).status).toBe(200);
    as.configure({ profile: 'strict' });
    expect(callbackOf(await browser.authorize({ client_id: 'app' }))['error_description']).toBe(
      'code_challenge is required',
    );
  });
});
