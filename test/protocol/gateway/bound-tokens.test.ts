import { afterEach, describe, expect, test } from 'vitest';
import { dpopAlgorithms } from '#shared/oauth/index.ts';
import { athOf, newProofKey, type ProofKey, proofOf } from '#test/support/dpop.ts';
import { tokenRequest } from '#test/support/people.ts';
import { startedOnce } from '#test/support/started.ts';
import { sendAsIs } from '../authorization-server/weaknesses/wire.ts';
import { resourceServer, type Setting, startSetting } from './people.ts';

const key = startedOnce(() => newProofKey());
const thief = startedOnce(() => newProofKey());
const algs = `algs="${dpopAlgorithms.join(' ')}"`;

let setting: Setting;
afterEach(() => setting.stop());

type Changes = Readonly<Record<string, unknown>>;

async function boundToken(): Promise<string> {
  const { authorizationServer, clock } = setting;
  const htu = `${authorizationServer}/as/token.oauth2`;
  const proof = await proofOf(key, { htm: 'POST', htu, nowMillis: clock.nowMillis() });
  const form = { grant_type: 'password', username: 'ann', password: 'ann-password', scope: 'orders.read' };
  const { body } = await tokenRequest(authorizationServer, ['app', 'app-secret'], form, { dpop: proof });
  expect(body['token_type']).toBe('DPoP');
  return String(body['access_token']);
}

function proofFor(token: string, changes: Changes = {}, by: ProofKey = key): Promise<string> {
  const htu = `${setting.gateway}/orders`;
  const nowMillis = setting.clock.nowMillis();
  return proofOf(by, { htm: 'GET', htu, nowMillis, ath: athOf(token), ...changes });
}

async function get(authorization: string, dpop?: string) {
  const headers = { authorization, ...(dpop === undefined ? {} : { dpop }) };
  const response = await fetch(`${setting.gateway}/orders?page=1`, { headers });
  return { status: response.status, challenge: response.headers.get('www-authenticate') };
}

async function failedRule(): Promise<string | undefined> {
  const [exchange] = (await setting.engine.recorder.page({ limit: 1, service: 'gateway' })).items;
  const trace = exchange?.side === 'server' ? exchange.trace : undefined;
  return trace?.rules.find(({ outcome }) => outcome === 'failed')?.id;
}

describe.each(['ValidateBearerAccessTokenResolver', 'TokenIntrospectionAccessTokenResolver'] as const)(
  'a route that asks after tokens by %s',
  (resolver) => {
    const start = async (config: Changes = {}) => {
      const handler = { type: 'StaticResponseHandler', config: { status: 200, entity: 'orders' } };
      const filters = [resourceServer(config, resolver)];
      setting = await startSetting({
        'routes/10-orders.json': { handler: { type: 'Chain', config: { filters, handler } } },
      });
    };

    test('lets a bound token pass with a proof, once, also where it knows the token', async () => {
      await start({ cache: { enabled: true } });
      const token = await boundToken();
      const proof = await proofFor(token);
      expect(await get(`DPoP ${token}`, proof)).toEqual({ status: 200, challenge: null });
      expect(await get(`DPoP ${token}`, proof)).toEqual({
        status: 401,
        challenge: `DPoP realm="orders", error="invalid_dpop_proof", ${algs}`,
      });
      expect(await failedRule()).toBe('tokens:dpop-not-replayed');
      expect((await get(`DPoP ${token}`, await proofFor(token))).status).toBe(200);
    });

    test('refuses it as a bearer token, and a bearer token as a bound one', async () => {
      await start();
      const [bound, bearer] = [await boundToken(), await setting.tokenOf('ann')];
      expect(await get(`Bearer ${bound}`, await proofFor(bound))).toEqual({
        status: 401,
        challenge: `Bearer realm="orders", error="invalid_token", DPoP ${algs}`,
      });
      expect(await get(`DPoP ${bearer}`, await proofFor(bearer))).toEqual({
        status: 401,
        challenge: `DPoP realm="orders", error="invalid_token", ${algs}`,
      });
      expect((await get(`Bearer ${bearer}`)).status).toBe(200);
    });

    test('knows the gateway by another name, but not by the port of another server', async () => {
      await start();
      const token = await boundToken();
      for (const [host, status] of [
        [new URL(setting.gateway).host.replace('127.0.0.1', 'localhost'), 200],
        ['localhost:1', 401],
      ] as const) {
        const dpop = await proofFor(token, { htu: `http://${host}/orders` });
        const headers = { authorization: `DPoP ${token}`, dpop, host };
        const answer = await sendAsIs(
          { origin: setting.gateway },
          { method: 'GET', path: '/orders?page=1', headers },
        );
        expect(answer.status).toBe(status);
      }
      expect(await failedRule()).toBe('tokens:dpop-uri');
    });

    test.each<readonly [what: string, changes: Changes, by: 'own' | 'thief', rule: string]>([
      ['for another method', { htm: 'POST' }, 'own', 'dpop-method'],
      ['for another address', { htu: 'https://else.example/orders' }, 'own', 'dpop-uri'],
      ['without ath', { ath: undefined }, 'own', 'dpop-token-hash'],
      ['by another key', {}, 'thief', 'dpop-key-matches'],
    ])('refuses a proof %s', async (_, changes, by, rule) => {
      await start();
      const token = await boundToken();
      const proof = await proofFor(token, changes, by === 'own' ? key : thief);
      expect((await get(`DPoP ${token}`, proof)).status).toBe(401);
      expect(await failedRule()).toBe(`tokens:${rule}`);
    });
  },
);
