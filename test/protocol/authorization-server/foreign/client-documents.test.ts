import { exportJWK, generateKeyPair } from 'jose';
import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { documentRedirect, startDocumentHost } from '#test/support/document-host.ts';
import { startedAnew } from '#test/support/started.ts';
import { approve, startNow } from './parties.ts';

const host = startedAnew(() => startDocumentHost());
const as = startedAnew(() =>
  startNow({
    outgoing: host.outgoing,
    settings: { issuerInResponse: true, clientIdMetadataDocuments: host.settings },
  }),
);

/** The way to a code and its exchange, as the library goes it: with PKCE. */
async function signIn(clientId: string, authentication: client.ClientAuth) {
  const execute = [client.allowInsecureRequests];
  const issuer = new URL(as.origin);
  const config = await client.discovery(issuer, clientId, undefined, authentication, { execute });
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const target = client.buildAuthorizationUrl(config, {
    redirect_uri: documentRedirect,
    scope: 'openid profile',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const tokens = await client.authorizationCodeGrant(config, await approve(as, target.href), {
    pkceCodeVerifier,
    idTokenExpected: true,
  });
  return { config, tokens };
}

test('openid-client signs a user in for a public client with a document, and refreshes', async () => {
  const url = host.publish('/desk.json');
  const { config, tokens } = await signIn(url, client.None());
  expect(config.serverMetadata()['client_id_metadata_document_supported']).toBe(true);
  expect(tokens.claims()).toMatchObject({ sub: 'ann', aud: url });
  expect((await client.refreshTokenGrant(config, tokens.refresh_token ?? '')).access_token).not.toBe('');
  expect(await client.fetchUserInfo(config, tokens.access_token, 'ann')).toMatchObject({ sub: 'ann' });
});

test('it authenticates with the key of the document, where that declares private_key_jwt', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const url = host.publish('/desk.json', {
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] },
  });
  const { tokens } = await signIn(url, client.PrivateKeyJwt(privateKey));
  expect(tokens.claims()).toMatchObject({ sub: 'ann', aud: url });
});
