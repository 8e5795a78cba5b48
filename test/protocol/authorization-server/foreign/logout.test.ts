import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { portalWeb } from '#test/support/authorization-server.ts';
import { startedAnew } from '#test/support/started.ts';
import { Browser, callback } from '../parties.ts';
import { startNow } from './parties.ts';

const goodbye = 'http://127.0.0.1:9035/goodbye';

const as = startedAnew(() =>
  startNow({
    clients: [
      {
        ...portalWeb,
        scopes: ['openid'],
        skipConsent: true,
        logout: { redirectUris: [goodbye], backchannelUri: undefined },
      },
    ],
  }),
);

test('openid-client signs its user out by buildEndSessionUrl, and gets the browser back', async () => {
  const config = await client.discovery(
    new URL(as.origin),
    'portal-web',
    undefined,
    client.ClientSecretBasic('portal-web-secret'),
    { execute: [client.allowInsecureRequests] },
  );
  const browser = new Browser(as);
  await browser.open(client.buildAuthorizationUrl(config, { redirect_uri: callback, scope: 'openid' }).href);
  const back = new URL((await browser.signIn()).location);
  const tokens = await client.authorizationCodeGrant(config, back, { idTokenExpected: true });
  expect(decodeJwt(tokens.id_token ?? '')['sid']).toEqual(expect.any(String));
  const url = client.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: goodbye,
    state: 'x y',
  });
  const { location } = await browser.open(url.href);
  expect(location).toBe(`${goodbye}?state=x+y`);
  expect((await browser.authorize({ prompt: 'none', scope: 'openid' })).location).toContain('login_required');
});
