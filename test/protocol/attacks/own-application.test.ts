import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import session from 'express-session';
import { decodeJwt } from 'jose';
import passport from 'passport';
import OAuth2Strategy from 'passport-oauth2';
import { afterEach, expect, test } from 'vitest';
import { attackServer } from './attack-server.ts';
import { type ForeignServer, startForeignServer } from './foreign-provider.ts';

/** How careful the application is. */
interface Care {
  /** It ties answers to its own requests by `state`, and codes by PKCE. */
  readonly isBound: boolean;
  /** It sends people on to its own pages alone. */
  readonly isOwnPath: boolean;
}

interface Person {
  readonly name: string;
}

const closed: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closed.splice(0)) await close();
});

/** An application on Express and Passport that signs people in at oidc-provider. */
async function startApplication(care: Care): Promise<{ as: ForeignServer; origin: string }> {
  const app = express();
  const server: Server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const as = await startForeignServer({ applicationRedirectUri: `${origin}/callback` });
  closed.push(as.close, () => {
    server.closeAllConnections();
    server.close();
  });
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
    const next = String(request.query['next']);
    response.redirect(care.isOwnPath && !/^\/(?![/\\])/.test(next) ? '/' : next);
  });
  return { as, origin };
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

async function verdicts(care: Care) {
  const { as, origin } = await startApplication(care);
  const file = {
    ...as.file,
    application: {
      client_id: 'portal',
      start: `${origin}/login`,
      account: `${origin}/account`,
      shows: 'This is ann',
      onward: `${origin}/onward`,
    },
  };
  const { cases } = await attackServer(as.issuer, file, ['AR-11', 'XC-06']);
  return Object.fromEntries(cases.map(({ id, verdict }) => [id, verdict]));
}

test('an application that binds answers to its requests, and sends people to its own pages, passes', async () => {
  expect(await verdicts({ isBound: true, isOwnPath: true })).toEqual({
    'AR-11': 'PASSED',
    'XC-06': 'PASSED',
  });
});

test('one that takes the answer to the request of an attacker signs the victim in as the attacker', async () => {
  expect(await verdicts({ isBound: false, isOwnPath: true })).toEqual({
    'AR-11': 'FAILED',
    'XC-06': 'PASSED',
  });
});

test('one that sends people wherever its parameter says is found', async () => {
  expect(await verdicts({ isBound: true, isOwnPath: false })).toEqual({
    'AR-11': 'PASSED',
    'XC-06': 'FAILED',
  });
});
