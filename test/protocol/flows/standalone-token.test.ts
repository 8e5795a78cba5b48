import { describe, expect, test } from 'vitest';
import { composeStandaloneToken, type StandaloneToken } from '#main/composition/standalone-token.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { foreignCallback, startForeignServer } from './foreign-parties.ts';

const secret = 'planted-client-secret';
const callback = 'http://127.0.0.1:9035/cb';
const registered = (clientId: string, changes: object) => ({
  [`oauth/clients/${clientId}.json`]: {
    client_id: clientId,
    redirect_uris: [callback],
    grant_types: [
      'authorization_code',
      'implicit',
      'refresh_token',
      'client_credentials',
      'password',
      'urn:ietf:params:oauth:grant-type:token-exchange',
    ],
    response_types: ['code', 'token', 'code id_token'],
    scope: 'openid orders.read',
    ...changes,
  },
});

const hosted = startedOnce(() =>
  startTestEngine({
    files: {
      ...ordinaryFiles,
      ...registered('basic', { client_secret: secret }),
      ...registered('poster', {
        client_secret: secret,
        token_endpoint_auth_method: 'client_secret_post',
      }),
      ...registered('public', {
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'implicit', 'refresh_token'],
      }),
    },
  }),
);
const foreign = startedOnce(startForeignServer);

const nobody: StandaloneToken['client'] = {
  id: '',
  secret: null,
  authentication: null,
  privateKey: null,
  privateKeyAlgorithm: null,
  privateKeyId: null,
  certificate: null,
  redirectUri: null,
};
const ann = { name: 'ann', password: 'planted-password' };

function asked(issuer: string, kind: string, client: Partial<StandaloneToken['client']>): StandaloneToken {
  return {
    issuer,
    // Clients with a secret come back to the very address that is registered.
    client: { ...nobody, redirectUri: `${hosted.upstreams}/cb`, ...client },
    user: null,
    kind,
    scope: null,
    token: null,
    openBrowser: null,
  };
}

const basic = { id: 'basic', secret };
const poster = { id: 'poster', secret, authentication: 'client_secret_post' } as const;
const open = { id: 'public', authentication: 'none' } as const;

describe('a token of the hosted server', () => {
  test.each([
    ['code-pkce', basic],
    ['code-pkce', poster],
    ['code-pkce', open],
    ['code', basic],
    ['code', poster],
    ['implicit', basic],
    ['implicit', open],
    ['hybrid', basic],
    ['password', basic],
    ['password', poster],
  ] as const)('by %s of %o is had for a user', async (kind, client) => {
    const { tokens, expiresAtMillis } = await composeStandaloneToken({
      ...asked(hosted.authorizationServer, kind, client),
      user: ann,
    });
    expect(tokens['access_token']).toMatch(/^[\w-]{20,}$/);
    expect(expiresAtMillis).toBeGreaterThan(Date.now());
  });

  test.each([basic, poster])('by client_credentials of %o is had for the client', async (client) => {
    const { tokens } = await composeStandaloneToken(
      asked(hosted.authorizationServer, 'client-credentials', client),
    );
    expect(Object.keys(tokens)).toEqual(['access_token']);
  });

  test.each([basic, poster, open])('of %o is refreshed, and exchanged', async (client) => {
    const first = await composeStandaloneToken({
      ...asked(hosted.authorizationServer, 'code-pkce', client),
      user: ann,
    });
    const refreshed = await composeStandaloneToken({
      ...asked(hosted.authorizationServer, 'refresh', client),
      token: first.tokens['refresh_token'] ?? '',
    });
    expect(refreshed.tokens['access_token']).toMatch(/^[\w-]{20,}$/);
    expect(refreshed.tokens['access_token']).not.toBe(first.tokens['access_token']);
    if (client === open) return;
    const exchanged = await composeStandaloneToken({
      ...asked(hosted.authorizationServer, 'token-exchange', client),
      token: refreshed.tokens['access_token'] ?? '',
    });
    expect(exchanged.tokens['access_token']).toMatch(/^[\w-]{20,}$/);
  });
});

describe('a token of a server that others wrote', () => {
  test('is had with a secret in the body, and with an assertion that a key or the secret signs', async () => {
    const posted = await composeStandaloneToken(
      asked(foreign.issuer, 'client-credentials', {
        id: 'poster',
        secret: 'planted-poster-secret',
        authentication: 'client_secret_post',
      }),
    );
    expect(posted.tokens['access_token']).toMatch(/./);
    const signed = await composeStandaloneToken(
      asked(foreign.issuer, 'client-credentials', {
        id: 'signer',
        authentication: 'private_key_jwt',
        privateKey: foreign.signerKey,
        privateKeyAlgorithm: 'ES256',
        privateKeyId: 'mine',
      }),
    );
    expect(signed.tokens['access_token']).toMatch(/./);
    const shared = await composeStandaloneToken(
      asked(foreign.issuer, 'client-credentials', {
        id: 'sharer',
        secret: 'planted-sharer-secret-of-more-than-32-bytes',
        authentication: 'client_secret_jwt',
      }),
    );
    expect(shared.tokens['access_token']).toMatch(/./);
  });

  test('is had for a user who signs in on its pages, and refreshed', async () => {
    const portal = { id: 'portal', secret: 'planted foreign: secret + %', redirectUri: foreignCallback };
    const first = await composeStandaloneToken({
      ...asked(foreign.issuer, 'code-pkce', portal),
      user: { name: 'ada', password: 'any password' },
      scope: 'openid offline_access',
    });
    expect(first.tokens['id_token']).toMatch(/^e.+\..+\./);
  });
});
