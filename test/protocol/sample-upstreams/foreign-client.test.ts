import * as oauth from 'oauth4webapi';
import { expect, test } from 'vitest';
import { startTestEngine } from '#test/support/engine.ts';
import { signInByHand } from '#test/support/people.ts';
import { startedOnce } from '#test/support/started.ts';

const running = startedOnce(startTestEngine);

const overLoopback = { [oauth.allowInsecureRequests]: true } as const;

test('a client that others wrote goes from discovery to a resource, which has its token validated', async () => {
  const issuer = new URL(running.authorizationServer);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...overLoopback });
  const server = await oauth.processDiscoveryResponse(issuer, found);
  const client: oauth.Client = { client_id: 'portal-web' };
  const authentication = oauth.ClientSecretBasic('planted-client-secret');
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const redirectUri = `${running.upstreams}/cb`;
  const query = {
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'orders.read',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  const { authorizationServer } = running;
  const answer = await signInByHand({
    authorizationServer,
    query,
    username: 'ann',
    password: 'planted-password',
  });
  const parameters = oauth.validateAuthResponse(server, client, answer, state);
  const granted = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      redirectUri,
      verifier,
      overLoopback,
    ),
  );

  const resource = new URL(`${running.upstreams}/orders`);
  const orders = await oauth.protectedResourceRequest(
    granted.access_token,
    'GET',
    resource,
    undefined,
    undefined,
    overLoopback,
  );
  expect(await orders.json()).toMatchObject({ owner: 'ann', orders: [{ id: 'A-1001' }, { id: 'A-1002' }] });
  const refused = oauth.protectedResourceRequest(
    'never-issued',
    'GET',
    resource,
    undefined,
    undefined,
    overLoopback,
  );
  await expect(refused).rejects.toMatchObject({
    status: 401,
    cause: [{ scheme: 'bearer', parameters: { realm: 'orders', error: 'invalid_token' } }],
  });
});
