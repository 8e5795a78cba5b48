import { describe, expect, test } from 'vitest';
import { portalWeb, startAuthorizationServer } from '#test/support/authorization-server.ts';
import { newProofKey, proofOf } from '#test/support/dpop.ts';
import { startedAnew, startedOnce } from '#test/support/started.ts';
import { Browser, callback, postTo } from './parties.ts';

const plain = { response_type: 'code', redirect_uri: callback, scope: 'orders.read', state: 'af0' };
const as = startedAnew(() =>
  startAuthorizationServer({ clients: [{ ...portalWeb, scopes: ['orders.read'] }] }),
);

describe('a push with a proof of a key', () => {
  const own = startedOnce(newProofKey);
  const proof = (path: string) =>
    proofOf(own, { htm: 'POST', htu: `${as.origin}${path}`, nowMillis: as.nowMillis() });
  const pushWith = async (fields: Readonly<Record<string, string>> = {}) =>
    postTo(as, '/as/par.oauth2', { ...plain, ...fields }, 'portal-web', [
      ['dpop', await proof('/as/par.oauth2')],
    ]);
  const redeem = async (code: string, headers: readonly (readonly [string, string])[] = []) =>
    postTo(
      as,
      '/as/token.oauth2',
      { grant_type: 'authorization_code', code, redirect_uri: callback },
      'portal-web',
      headers,
    );

  test('binds the code to it', async () => {
    const obtain = async () => {
      const uri = String((await pushWith()).body['request_uri']);
      const browser = new Browser(as);
      const query = new URLSearchParams({ client_id: 'portal-web', request_uri: uri });
      await browser.open(`/as/authorization.oauth2?${query}`);
      const seen = await browser.signIn();
      const { location } = seen.location === '' ? await browser.submit({ decision: 'allow' }) : seen;
      return new URL(location).searchParams.get('code') ?? '';
    };
    const unproven = await redeem(await obtain());
    expect([unproven.status, unproven.body['error']]).toEqual([400, 'invalid_dpop_proof']);
    const bound = await redeem(await obtain(), [['dpop', await proof('/as/token.oauth2')]]);
    expect([bound.status, bound.body['token_type']]).toEqual([200, 'DPoP']);
  });

  test('is refused where dpop_jkt names another key, and taken where it names this one', async () => {
    const mismatched = await pushWith({ dpop_jkt: 'A'.repeat(43) });
    expect([
      mismatched.status,
      mismatched.body['error'],
      as.trace().rules.find(({ outcome }) => outcome === 'failed')?.id,
    ]).toEqual([400, 'invalid_dpop_proof', 'push-key-matches']);
    expect((await pushWith({ dpop_jkt: own.thumbprint })).status).toBe(201);
  });
});
