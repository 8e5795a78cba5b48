import { createServer } from 'node:http';
import express from 'express';
import session from 'express-session';
import { decodeJwt } from 'jose';
import passport from 'passport';
import OAuth2Strategy from 'passport-oauth2';
import { listeningOrigin } from '#test/support/listening.ts';
import { type ForeignServer, type ForeignSetup, startForeignServer } from './foreign-provider.ts';

/** How careful the application is. */
export interface Care {
  /** It ties answers to its own requests by `state`, and codes by PKCE. */
  readonly isBound: boolean;
  /** It sends people on to its own pages alone. */
  readonly isOwnPath: boolean;
}

interface Person {
  readonly name: string;
}

/** An application, the server that it signs people in at, and what the file of that server says of it. */
export interface ForeignApplication {
  readonly as: ForeignServer;
  readonly described: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Stands an application on Express and Passport on port 0 that signs people in at oidc-provider. */
export async function startApplication(care: Care, setup: ForeignSetup = {}): Promise<ForeignApplication> {
  const app = express();
  const server = createServer(app);
  const origin = await listeningOrigin(server);
  const as = await startForeignServer({ ...setup, applicationRedirectUri: `${origin}/callback` });
  const strategies = new passport.Passport();
  strategies.serializeUser((user, done) => done(null, (user as Person).name));
  strategies.deserializeUser((name: string, done) => done(null, { name }));
  strategies.use('home', strategyFor(as, origin, care));
  app.use(session({ secret: 'of the test', resave: false, saveUninitialized: false }));
  app.use(strategies.session());
  app.get('/login', strategies.authenticate('home') as express.RequestHandler);
  app.get(
    '/callback',
    strategies.authenticate('home', { successRedirect: '/account' }) as express.RequestHandler,
  );
  app.get('/account', (request, response) => {
    const person = request.user as Person | undefined;
    response.send(person === undefined ? 'Nobody' : `This is ${person.name}`);
  });
  app.get('/onward', (request, response) => {
    const { next = '' } = request.query as { readonly next?: string };
    response.redirect(care.isOwnPath && !/^\/(?![/\\])/.test(next) ? '/' : next);
  });
  return {
    as,
    described: {
      client_id: 'portal',
      start: `${origin}/login`,
      account: `${origin}/account`,
      shows: 'This is ann',
      onward: `${origin}/onward`,
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await as.close();
    },
  };
}

function strategyFor({ issuer }: ForeignServer, origin: string, { isBound }: Care): OAuth2Strategy {
  return new OAuth2Strategy(
    {
      authorizationURL: `${issuer}/auth`,
      tokenURL: `${issuer}/token`,
      clientID: 'portal',
      clientSecret: 'portal-secret-of-the-test',
      callbackURL: `${origin}/callback`,
      scope: 'openid',
      ...(isBound ? { state: true, pkce: true } : {}),
    },
    (_access, _refresh, parameters, _profile, done) => {
      const { id_token: idToken } = parameters as { readonly id_token: string };
      done(null, { name: decodeJwt(idToken).sub ?? '' });
    },
  );
}
