import { afterEach, describe, expect, test } from 'vitest';
import { resourceWeaknessCatalogue } from '#main/services/sample-upstreams/index.ts';
import { athOf, newProofKey, type ProofKey, proofOf } from '#test/support/dpop.ts';
import { startSamples, type TestSamples } from '#test/support/samples.ts';
import { postTo, postToken } from '../authorization-server/parties.ts';
import { agent, audiencesAt, mcpAttacks } from './mcp-attacks.ts';

type Attack = (samples: TestSamples) => Promise<boolean>;

let samples: TestSamples;
afterEach(() => samples.close());

async function tokenOf(clientId = 'reader', fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const { body } = await postToken(samples.as, { grant_type: 'client_credentials', ...fields }, clientId);
  return String(body['access_token']);
}

const orders = (init: RequestInit = {}, query = '') =>
  fetch(`${samples.upstreams.origin}/orders${query}`, init);
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function statusAfterRevocation(): Promise<number> {
  const token = await tokenOf();
  await orders(bearer(token));
  await postTo(samples.as, '/as/revoke_token.oauth2', { token }, 'reader');
  samples.as.advance(3_600_000);
  return (await orders(bearer(token))).status;
}

type Changes = Readonly<Record<string, unknown>>;

async function boundTo(key: ProofKey): Promise<string> {
  const htu = `${samples.as.origin}/as/token.oauth2`;
  const proof = await proofOf(key, { htm: 'POST', htu, nowMillis: samples.as.nowMillis() });
  const { body } = await postToken(samples.as, { grant_type: 'client_credentials' }, 'reader', [
    ['DPoP', proof],
  ]);
  return String(body['access_token']);
}

function proofFor(key: ProofKey, token: string, changes: Changes = {}): Promise<string> {
  const htu = `${samples.upstreams.origin}/orders`;
  return proofOf(key, { htm: 'GET', htu, nowMillis: samples.as.nowMillis(), ath: athOf(token), ...changes });
}

const withProof = (token: string, dpop: string) => ({ headers: { authorization: `DPoP ${token}`, dpop } });
const isTaken = async (token: string, dpop: string, query = ''): Promise<boolean> =>
  (await orders(withProof(token, dpop), query)).status === 200;

/** Sends one proof twice, after a while and with another query; true where both are taken. */
async function replayed(seconds: number, query: string): Promise<boolean> {
  const key = await newProofKey();
  const token = await boundTo(key);
  const proof = await proofFor(key, token);
  if (!(await isTaken(token, proof))) return false;
  samples.as.advance(seconds * 1_000);
  return isTaken(token, proof, query);
}

const attacks: Readonly<Record<string, Attack>> = {
  'dpop-replay': () => replayed(0, ''),
  'dpop-replay-raw': () => replayed(0, '?again=1'),
  'dpop-replay-skew': () => replayed(30, ''),
  'dpop-unbound-request': async () => {
    const key = await newProofKey();
    const token = await boundTo(key);
    const elsewhere = await proofFor(key, token, { htu: 'https://else.example/orders', htm: 'POST' });
    return isTaken(token, elsewhere);
  },
  'dpop-no-ath': async () => {
    const [key, thief] = [await newProofKey(), await newProofKey()];
    const token = await boundTo(key);
    const without = await isTaken(token, await proofFor(key, token, { ath: undefined }));
    return without && (await isTaken(token, await proofFor(thief, 'another token')));
  },
  'dpop-as-bearer': async () => (await orders(bearer(await boundTo(await newProofKey())))).status === 200,
  'many-tokens-taken': async () => {
    const token = await tokenOf();
    return (await orders(bearer(token), '?access_token=another')).status === 200;
  },
  'odd-header-crashes': async () =>
    (await orders({ headers: { authorization: 'Bearer  a"b' } })).status === 500,
  'scheme-compared-exactly': async () => {
    const authorization = `BEARER ${await tokenOf()}`;
    return (await orders({ headers: { authorization } })).status !== 200;
  },
  'challenge-names-error': async () =>
    (await orders()).headers.get('www-authenticate')?.includes('error=') === true,
  'body-token-of-any-type': async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ access_token: await tokenOf() });
    return (await orders({ method: 'POST', headers, body })).status === 200;
  },
  'query-token-cacheable': async () =>
    (await orders({}, `?access_token=${await tokenOf()}`)).headers.get('cache-control') === null,
  'validation-kept-for-ever': async () => (await statusAfterRevocation()) === 200,
  'audience-not-checked': async () => {
    const token = await tokenOf('narrow', { audience: 'https://else.example/orders' });
    return (await orders(bearer(token))).status === 200;
  },
  'scope-not-checked': async () => (await orders(bearer(await tokenOf('stranger')))).status === 200,
  'client-taken-for-user': async () => {
    const answer = await orders(bearer(await tokenOf('ann')));
    return ((await answer.json()) as { owner_kind: string }).owner_kind === 'user';
  },
  'token-in-links': async () => {
    const token = await tokenOf();
    return (await (await orders(bearer(token))).text()).includes(token);
  },
  ...mcpAttacks,
};

const clients = [
  {
    clientId: 'narrow',
    secret: 'narrow-secret',
    grantTypes: ['client_credentials'],
    scopes: ['orders.read'],
    audiences: ['https://else.example/orders'],
  },
];

async function attempt(id: string, weaknesses: readonly string[]): Promise<boolean> {
  const audiences: string[] = [];
  samples = await startSamples({
    samples: { weaknesses: [...weaknesses] },
    clients: [...clients, agent(audiences)],
  });
  audiences.push(...audiencesAt(samples));
  return (await attacks[id]?.(samples)) ?? false;
}

test('each weakness has its attack', async () => {
  samples = await startSamples();
  expect(Object.keys(attacks).toSorted()).toEqual(resourceWeaknessCatalogue.map(({ id }) => id).toSorted());
});

describe.each(resourceWeaknessCatalogue)('$title', ({ id }) => {
  test('the attack fails while the weakness is off', async () => {
    expect(await attempt(id, [])).toBe(false);
  });

  test('it succeeds while the weakness is on, and the trace shows where', async () => {
    expect(await attempt(id, [id])).toBe(true);
    const rules = samples.upstreams.traces().flatMap((trace) => trace.rules);
    expect(rules.some(({ weakness }) => weakness === id)).toBe(true);
  });
});

describe('what the resource server can be told to do', () => {
  test('tokens in the query are taken, for no shared cache to keep, or refused', async () => {
    samples = await startSamples();
    const query = `?access_token=${await tokenOf()}`;
    const taken = await orders({}, query);
    expect([taken.status, taken.headers.get('cache-control')]).toEqual([200, 'private']);
    samples.configure({ queryTokens: false });
    const refused = await orders({}, query);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      400,
      'Bearer realm="orders", error="invalid_request"',
    ]);
  });

  test('a token for another audience is refused, one for nobody in particular only where an audience is demanded', async () => {
    const own = {
      clientId: 'own',
      secret: 'own-secret',
      grantTypes: ['client_credentials'],
      scopes: ['orders.read'],
    };
    const audiences: string[] = [];
    samples = await startSamples({ clients: [...clients, { ...own, audiences }] });
    audiences.push(`${samples.upstreams.origin}/orders`);
    const foreign = await tokenOf('narrow');
    const [ours, nobodys] = [await tokenOf('own'), await tokenOf()];
    const statuses = async () =>
      Promise.all([foreign, ours, nobodys].map(async (token) => (await orders(bearer(token))).status));
    expect(await statuses()).toEqual([401, 200, 200]);
    samples.configure({ requireAudience: true });
    expect(await statuses()).toEqual([401, 200, 401]);
  });

  test('a validation is trusted for as long as it is told, and never past the end of the token', async () => {
    samples = await startSamples({ samples: { validationCacheSeconds: 60 } });
    const token = await tokenOf();
    await orders(bearer(token));
    await postTo(samples.as, '/as/revoke_token.oauth2', { token }, 'reader');
    samples.as.advance(59_000);
    expect((await orders(bearer(token))).status).toBe(200);
    samples.as.advance(1_000);
    expect((await orders(bearer(token))).status).toBe(401);
    samples.configure({ validationCacheSeconds: 3_600 });
    samples.as.configure({ accessTokenLifetimeSeconds: 10 });
    const short = await tokenOf();
    expect((await orders(bearer(short))).status).toBe(200);
    samples.as.advance(10_000);
    expect((await orders(bearer(short))).status).toBe(401);
  });

  test('users and clients of one name are two owners', async () => {
    samples = await startSamples();
    const { body } = await postToken(
      samples.as,
      { grant_type: 'password', username: 'ann', password: 'ann-password' },
      'other-app',
    );
    const ownerOf = async (token: string) => (await (await orders(bearer(token))).json()) as object;
    expect(await ownerOf(String(body['access_token']))).toMatchObject({ owner: 'ann', owner_kind: 'user' });
    expect(await ownerOf(await tokenOf('ann'))).toMatchObject({ owner: 'ann', owner_kind: 'client' });
  });

  test('every rule stands in the trace, with what was wanted and found', async () => {
    samples = await startSamples();
    await orders(bearer(await tokenOf('stranger')));
    const { pipeline, rules, effect } = samples.upstreams.trace();
    expect([pipeline, effect]).toEqual(['orders', 'No data was returned.']);
    expect(rules.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      id: 'scope-sufficient',
      want: 'orders.read',
      got: 'other',
    });
  });
});
