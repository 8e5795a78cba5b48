import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ordersApi, portalWeb, startAuthorizationServer } from '#test/support/authorization-server.ts';
import { closeServer, listeningOrigin } from '#test/support/listening.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { Browser, member, postToken, refresh, type TokenAnswer, validate } from './parties.ts';

const scopes = ['openid', 'orders.read', 'orders.write'];
const clients = [
  { ...portalWeb, scopes, grantTypes: ['password', 'refresh_token', 'authorization_code'] },
  { clientId: 'kiosk', scopes, grantTypes: ['password'] },
  { clientId: 'other', secret: 'other-secret', grantTypes: ['client_credentials'] },
  ordersApi,
];

const as = startedAnew(() => startAuthorizationServer({ clients }));

function ask(fields: Readonly<Record<string, string>> = {}, client = 'portal-web'): Promise<TokenAnswer> {
  return postToken(
    as,
    { grant_type: 'password', username: 'ann', password: 'ann-password', ...fields },
    client,
  );
}

const wrong = (username = 'ann') => ask({ username, password: 'guess' });

describe('a client that collected the credentials itself', () => {
  test('it gets an access token of the user, and a refresh token', async () => {
    const answer = await ask({ scope: 'orders.read' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json;charset=UTF-8');
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{28}$/),
      token_type: 'Bearer',
      expires_in: 7_200,
      refresh_token: expect.stringMatching(/^[\w-]{28}$/),
    });
    expect((await validate(as, member(answer, 'access_token'))).body).toMatchObject({
      access_token: { username: 'ann', name: 'Ann Archer' },
      scope: 'orders.read',
      client_id: 'portal-web',
    });
    expect((await refresh(as, member(answer, 'refresh_token'))).status).toBe(200);
  });

  test('a public client that is registered for it gets no refresh token it was not registered for', async () => {
    const answer = await postToken(as, {
      grant_type: 'password',
      client_id: 'kiosk',
      username: 'ann',
      password: 'ann-password',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('refresh_token');
  });

  test('a client that is not registered for it', async () => {
    expect((await ask({}, 'other')).body['error']).toBe('unauthorized_client');
  });

  test.each(['username', 'password'])('without %s', async (name) => {
    expect((await ask({ [name]: '' })).body).toEqual({
      error: 'invalid_request',
      error_description: `${name} parameter is required`,
    });
  });

  test('a scope outside the registration', async () => {
    expect((await ask({ scope: 'admin' })).body['error']).toBe('invalid_scope');
  });

  test('an audience that the client may not name: refused, and no grant is left behind', async () => {
    expect((await ask({ audience: 'https://else.example' })).body['error']).toBe('invalid_target');
    expect(as.store.dump()).not.toContain('as.family');
  });

  test('with openid there is an ID token too', async () => {
    expect((await ask({ scope: 'openid' })).body['id_token']).toEqual(expect.any(String));
  });
});

describe('check 22: guessing', () => {
  test('a wrong password and an unknown user are told the same', async () => {
    const first = await wrong();
    const second = await wrong('nobody');
    expect(first.status).toBe(400);
    expect(first.text).toBe(second.text);
    expect(first.body['error']).toBe('invalid_grant');
  });

  test('the time tells nothing: one password is compared, be the name known, unknown or locked', async () => {
    let compared = 0;
    const verifyPassword = async (given: string) => {
      compared += 1;
      return given === 'ann-password';
    };
    const ann = { username: 'ann', claims: {}, verifyPassword, verifyPin: verifyPassword };
    await startInstead(as, () => startAuthorizationServer({ clients, users: [ann] }));
    for (const username of ['ann', 'nobody', 'ann', 'ann', 'ann', 'ann', 'ann']) {
      const before = compared;
      await wrong(username);
      expect(compared - before).toBe(1);
    }
    expect((await ask()).status).toBe(400);
  });

  test('guesses at the same moment are counted one by one', async () => {
    const guesses = await Promise.all(Array.from({ length: 12 }, () => wrong()));
    expect(guesses.every(({ status }) => status === 400)).toBe(true);
    expect((await ask()).status).toBe(400);
  });

  test('five wrong guesses lock the name, also for the right password', async () => {
    for (let guess = 0; guess < 5; guess += 1) await wrong();
    const locked = await ask();
    expect(locked.body).toEqual((await wrong('nobody')).body);
    as.advance(59_999);
    expect((await ask()).status).toBe(400);
    as.advance(1);
    expect((await ask()).status).toBe(200);
  });

  test('after the lock one more wrong guess locks again, a right one forgets them', async () => {
    for (let guess = 0; guess < 5; guess += 1) await wrong();
    as.advance(60_000);
    await wrong();
    expect((await ask()).status).toBe(400);
    as.advance(60_000);
    expect((await ask()).status).toBe(200);
    for (let guess = 0; guess < 4; guess += 1) await wrong();
    expect((await ask()).status).toBe(200);
  });

  test('other names are not locked, and unknown ones are locked like known ones', async () => {
    for (let guess = 0; guess < 5; guess += 1) await wrong('nobody');
    expect(as.tags()).toContain('event:user.locked');
    expect((await ask()).status).toBe(200);
  });

  test('guesses at the sign-in page count as well', async () => {
    const browser = new Browser(as);
    await browser.authorize();
    for (let guess = 0; guess < 5; guess += 1) await browser.signIn('ann', 'guess');
    expect((await browser.signIn('ann')).html).toContain('Incorrect user name or password');
    expect((await ask()).status).toBe(400);
  });

  test('a lock survives a restart', async () => {
    for (let guess = 0; guess < 5; guess += 1) await wrong();
    await as.restart('stop');
    expect((await ask()).status).toBe(400);
  });

  test('it can be switched off', async () => {
    as.configure({ lockoutAttempts: 0 });
    for (let guess = 0; guess < 8; guess += 1) await wrong();
    expect((await ask()).status).toBe(200);
  });
});

describe('the chain of validators', () => {
  let directory: Server;
  let url: string;
  let answer: { status: number; body: string };
  const seen: string[] = [];
  beforeEach(async () => {
    answer = { status: 200, body: '{"department":"sales"}' };
    seen.length = 0;
    directory = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen.push(Buffer.concat(chunks).toString('utf8'));
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      });
    });
    url = `${await listeningOrigin(directory)}/check`;
  });
  afterEach(() => closeServer(directory));

  const users = { id: 'users', type: 'users', credential: 'password' } as const;
  const elsewhere = () => ({ id: 'directory', type: 'http', url, timeoutMillis: 1_000 }) as const;
  const broken = { id: 'broken', type: 'unavailable' } as const;

  test('user name and PIN', async () => {
    as.configure({ passwordValidators: [{ id: 'pins', type: 'users', credential: 'pin' }] });
    expect((await ask({ password: 'ann-pin' })).status).toBe(200);
    expect((await ask()).body['error']).toBe('invalid_grant');
  });

  test('the second is asked where the first says no', async () => {
    as.configure({ passwordValidators: [users, elsewhere()] });
    const told = await ask({ username: 'carol', password: 'of-the-directory' });
    expect(told.status).toBe(200);
    expect(JSON.parse(seen[0] ?? '')).toEqual({ username: 'carol', password: 'of-the-directory' });
    expect((await validate(as, member(told, 'access_token'))).body['access_token']).toEqual({
      username: 'carol',
      sub: 'carol',
      department: 'sales',
    });
  });

  test('the first that says yes ends it', async () => {
    as.configure({ passwordValidators: [users, elsewhere()] });
    await ask();
    expect(seen).toEqual([]);
  });

  test('none says yes: invalid', async () => {
    answer = { status: 401, body: '' };
    as.configure({ passwordValidators: [users, elsewhere()] });
    expect((await wrong()).body['error']).toBe('invalid_grant');
  });

  test.each([
    ['says 500', { status: 500, body: '' }],
    ['answers what is no JSON', { status: 200, body: '<html>' }],
    ['answers no object', { status: 200, body: '[]' }],
  ])('one that %s cannot say: 503, and no guess is counted', async (_, given) => {
    answer = given;
    as.configure({ passwordValidators: [elsewhere()] });
    for (let times = 0; times < 6; times += 1) {
      const told = await ask();
      expect(told.status).toBe(503);
      expect(told.body['error']).toBe('temporarily_unavailable');
    }
    as.configure({ passwordValidators: [users] });
    expect((await ask()).status).toBe(200);
  });

  test('one that does not answer in time', async () => {
    directory.removeAllListeners('request');
    as.configure({ passwordValidators: [{ ...elsewhere(), timeoutMillis: 100 }] });
    expect((await ask()).status).toBe(503);
  });

  test('unavailable outweighs no, and a later yes outweighs both', async () => {
    as.configure({ passwordValidators: [broken, users] });
    expect((await wrong()).status).toBe(503);
    expect((await ask()).status).toBe(200);
  });

  test('the sign-in page says that it cannot be checked now', async () => {
    as.configure({ passwordValidators: [broken] });
    const browser = new Browser(as);
    await browser.authorize();
    expect((await browser.signIn()).html).toContain('cannot be checked right now');
  });
});
