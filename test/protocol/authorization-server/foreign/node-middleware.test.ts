import { createServer, type Server } from 'node:http';
import express from 'express';
import { auth, requiredScopes } from 'express-oauth2-jwt-bearer';
import session from 'express-session';
import passport from 'passport';
import OAuth2Strategy from 'passport-oauth2';
import { AuthorizationCode, ClientCredentials, ResourceOwnerPassword } from 'simple-oauth2';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestAuthorizationServer } from '#test/support/authorization-server.ts';
import { listeningOrigin } from '#test/support/listening.ts';
import { Browser, callback, postToken } from '../parties.ts';
import { approve, startNow } from './parties.ts';

let as: TestAuthorizationServer;
const servers: Server[] = [];
beforeEach(async () => {
  as = await startNow();
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  await as.close();
});

async function listen(app: express.Express): Promise<string> {
  const server = createServer(app);
  servers.push(server);
  return listeningOrigin(server);
}

describe('simple-oauth2', () => {
  const options = () => ({
    client: { id: 'portal-web', secret: 'portal-web-secret' },
    auth: {
      tokenHost: as.origin,
      tokenPath: '/as/token.oauth2',
      revokePath: '/as/revoke_token.oauth2',
    },
  });

  test.each(['header', 'body'] as const)(
    'code, refresh and revocation, credentials in the %s',
    async (where) => {
      const base = options();
      const client = new AuthorizationCode({
        ...base,
        auth: { ...base.auth, authorizePath: '/as/authorization.oauth2' },
        options: { authorizationMethod: where },
      });
      const target = client.authorizeURL({ redirect_uri: callback, scope: 'orders.read', state: 's' });
      const code = (await approve(as, target)).searchParams.get('code') ?? '';
      const tokens = await client.getToken({ code, redirect_uri: callback });
      expect(tokens.token).toMatchObject({ token_type: 'Bearer', expires_in: 7_200 });
      const next = await tokens.refresh();
      expect(next.token['access_token']).not.toBe(tokens.token['access_token']);
      await tokens.revoke('refresh_token');
      expect(as.server.inspectToken(next.token['access_token'] as string)?.state).toBe('revoked');
    },
  );

  test('client credentials and password', async () => {
    const own = await new ClientCredentials(options()).getToken({ scope: 'orders.read' });
    expect(own.token['access_token']).toEqual(expect.any(String));
    const users = await new ResourceOwnerPassword(options()).getToken({
      username: 'ann',
      password: 'ann-password',
      scope: 'orders.read',
    });
    expect(users.token['refresh_token']).toEqual(expect.any(String));
  });

  test('an error arrives as one', async () => {
    const client = new ClientCredentials(options());
    await expect(client.getToken({ scope: 'admin' })).rejects.toThrow('400');
  });
});

describe('passport-oauth2', () => {
  test('a whole sign-in in a browser, with state and PKCE kept in a session', async () => {
    const app = express();
    app.use(session({ secret: 'of the test', resave: false, saveUninitialized: false }));
    let seen: unknown = null;
    const home = await listen(app);
    await as.close();
    as = await startNow({
      clients: [
        {
          clientId: 'portal-web',
          secret: 'portal-web-secret',
          redirectUris: [`${home}/callback`],
          scopes: ['openid'],
          grantTypes: ['authorization_code', 'refresh_token'],
          responseTypes: ['code'],
        },
      ],
    });
    const strategy = new OAuth2Strategy(
      {
        authorizationURL: `${as.origin}/as/authorization.oauth2`,
        tokenURL: `${as.origin}/as/token.oauth2`,
        clientID: 'portal-web',
        clientSecret: 'portal-web-secret',
        callbackURL: `${home}/callback`,
        scope: 'openid',
        state: true,
        pkce: true,
      },
      (
        accessToken: string,
        refreshToken: string,
        _profile: unknown,
        done: (error: null, user: object) => void,
      ) => {
        seen = { accessToken, refreshToken };
        done(null, { accessToken });
      },
    );
    passport.use('gatehouse', strategy);
    app.get('/login', passport.authenticate('gatehouse', { session: false }));
    app.get('/callback', passport.authenticate('gatehouse', { session: false }), (_request, response) => {
      response.send('signed in');
    });
    const login = await fetch(`${home}/login`, { redirect: 'manual' });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const browser = new Browser(as);
    await browser.open(login.headers.get('location') ?? '');
    await browser.signIn();
    const { location } = await browser.submit({ decision: 'allow' });
    const stranger = await fetch(location, { redirect: 'manual' });
    expect(stranger.status).toBe(403);
    const back = await fetch(location, { headers: { cookie } });
    expect(await back.text()).toBe('signed in');
    expect(seen).toEqual({
      accessToken: expect.stringMatching(/^[\w-]{28}$/),
      refreshToken: expect.stringMatching(/^[\w-]{28}$/),
    });
  });
});

describe('express-oauth2-jwt-bearer: a resource server that knows JWTs', () => {
  test('takes our access tokens by RFC 9068, and refuses what is not one', async () => {
    as.configure({ accessTokenFormat: 'jwt', audience: 'https://orders.example' });
    const app = express();
    app.use(
      auth({
        issuerBaseURL: as.origin,
        audience: 'https://orders.example',
        strict: true,
        cooldownDuration: 0,
      }),
    );
    app.get('/orders', requiredScopes('orders.read'), (request, response) => {
      response.json(request.auth?.payload);
    });
    app.get('/admin', requiredScopes('admin'), (_request, response) => {
      response.json({});
    });
    const home = await listen(app);
    const { body } = await postToken(
      as,
      { grant_type: 'password', username: 'ann', password: 'ann-password', scope: 'openid orders.read' },
      'portal-web',
    );
    const ask = (path: string, token: unknown) =>
      fetch(`${home}${path}`, { headers: { authorization: `Bearer ${String(token)}` } });
    const answer = await ask('/orders', body['access_token']);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      sub: 'ann',
      client_id: 'portal-web',
      scope: 'openid orders.read',
    });
    expect((await ask('/admin', body['access_token'])).status).toBe(403);
    // An ID token is no access token.
    expect((await ask('/orders', body['id_token'])).status).toBe(401);
    await as.server.admin.rotateKey('RS256');
    const next = await postToken(
      as,
      { grant_type: 'client_credentials', scope: 'orders.read' },
      'portal-web',
    );
    expect((await ask('/orders', next.body['access_token'])).status).toBe(200);
  });
});
