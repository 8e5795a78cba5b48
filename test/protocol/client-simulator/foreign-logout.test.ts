import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { expect, test } from 'vitest';
import { openGate } from '#main/platform/gate.ts';
import { outgoingThrough } from '#main/platform/outgoing.ts';
import { createSender } from '#main/services/activity/index.ts';
import { createClientSimulator, type LogoutIssuer } from '#main/services/client-simulator/index.ts';
import { closeServer, listeningPort } from '#test/support/listening.ts';
import { serveHandler } from '#test/support/served-handler.ts';
import { startedAnew } from '#test/support/started.ts';

const client = {
  client_id: 'portal',
  client_secret: 'secret-of-the-portal',
  redirect_uris: ['https://portal.example/cb'],
  post_logout_redirect_uris: ['https://portal.example/bye'],
} as const;

/** An OpenID provider that others wrote, and the application that it tells of sign-outs. */
const parties = startedAnew(async () => {
  const server = createServer();
  const issuer = `http://127.0.0.1:${await listeningPort(server)}`;
  const who: LogoutIssuer = { issuer, jwksUri: `${issuer}/jwks`, audiences: [client.client_id] };
  const clock = { nowMillis: Date.now };
  const application = await serveHandler(
    createClientSimulator({
      providers: () => null,
      nameOf: () => null,
      logoutIssuers: () => who,
      send: createSender(() => 'sent', clock, outgoingThrough(openGate)),
      clock,
      random: { bytes: (count) => new Uint8Array(count) },
      weaknesses: () => [],
    }),
  );
  const keys = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [...client.redirect_uris],
        post_logout_redirect_uris: [...client.post_logout_redirect_uris],
        backchannel_logout_uri: `${application.origin}/client/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['a key of the test'] },
    features: { backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    pkce: { required: () => false },
    // The application is on this machine, which the dispatcher that it brings along refuses to call.
    fetch: (url: string | URL | Request, init?: RequestInit) =>
      fetch(url, { ...init, dispatcher: undefined } as RequestInit),
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => Promise.resolve({ sub: id }),
    }),
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return {
    issuer,
    application,
    close: async () => void (await Promise.all([closeServer(server), application.close()])),
  };
});

/** A browser that fills in the forms of the provider and stops where it is sent elsewhere. */
function openBrowser(origin: string) {
  const cookies = new Map<string, string>();
  return async (target: string): Promise<URL> => {
    let url = new URL(target);
    let init: RequestInit = {};
    while (url.origin === origin) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      const html = await response.text();
      if (location !== null) {
        [url, init] = [new URL(location, url), {}];
        continue;
      }
      const action = /<form[^>]*action="([^"]*)"/.exec(html)?.[1];
      if (action === undefined) throw new Error(`${response.status} ${html}`);
      const body = new URLSearchParams({ login: 'ada', password: 'any', logout: 'yes' });
      for (const [, name = '', value = ''] of html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g))
        body.set(name, value);
      [url, init] = [new URL(action, url), { method: 'POST', body }];
    }
    return url;
  };
}

test('oidc-provider tells the application of a sign-out, and its logout token passes every check', async () => {
  const { issuer, application } = parties;
  const browse = openBrowser(issuer);
  const asked = new URLSearchParams({
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: client.redirect_uris[0],
    scope: 'openid',
    state: 'x',
  });
  const back = await browse(`${issuer}/auth?${asked}`);
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: client.redirect_uris[0],
    }),
  });
  const { id_token: idToken } = (await answer.json()) as { id_token: string };
  const leaving = new URLSearchParams({
    id_token_hint: idToken,
    post_logout_redirect_uri: client.post_logout_redirect_uris[0],
  });
  const left = await browse(`${issuer}/session/end?${leaving}`);
  expect(left.href).toBe(client.post_logout_redirect_uris[0]);
  await expect.poll(() => application.recorded.length, { timeout: 3_000 }).toBe(1);
  expect(application.recorded[0]?.response.status).toBe(200);
  expect(application.trace()).toMatchObject({ pipeline: 'client.logout', effect: 'Sessions ended: 0.' });
  expect(application.trace().rules.map(({ outcome }) => outcome)).not.toContain('failed');
});
