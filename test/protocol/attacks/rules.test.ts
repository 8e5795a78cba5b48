import { afterEach, expect, test } from 'vitest';
import type { CaseReport } from '#shared/attacks/index.ts';
import { attackServer } from './attack-server.ts';
import {
  metadataOf,
  refusedWith,
  type SmallAnswer,
  type SmallRequest,
  type SmallServer,
  startSmallServer,
} from './small-server.ts';

const web = {
  client_id: 'web',
  client_secret: 'a secret of the test',
  redirect_uris: ['https://web.example/cb'],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'openid profile',
};
const batch = {
  client_id: 'batch',
  client_secret: 'a secret of the test',
  grant_types: ['client_credentials'],
  scope: '',
};

let server: SmallServer | undefined;
afterEach(() => server?.close());

interface Played {
  readonly path?: string;
  readonly clients?: readonly object[];
  /** More members of the file, for this issuer. */
  readonly more?: (issuer: string) => object;
  readonly instead?: (request: SmallRequest) => SmallAnswer | 'reset' | null;
}

/** Runs one case against a small server. */
async function run(
  id: string,
  { path = '', clients = [web, batch], more = () => ({}), instead }: Played,
): Promise<CaseReport> {
  server = await startSmallServer(path, instead);
  const users = [{ username: 'ann', password: 'any-password' }];
  const { cases } = await attackServer(server.issuer, { clients, users, ...more(server.issuer) }, [id]);
  const [report] = cases;
  if (report === undefined) throw new Error(`${id} was not run.`);
  return report;
}

const ofVariant = ({ variants }: CaseReport, name: string) =>
  variants.find((variant) => variant.name === name)?.verdict;
const isToken = ({ path }: SmallRequest) => path.endsWith('/token');

test('TE-03: a scope that the client does not send cannot stand twice', async () => {
  const report = await run('TE-03', {
    instead: (request) => (request.fields.getAll('scope').length > 1 ? refusedWith('invalid_request') : null),
  });
  expect(ofVariant(report, 'scope')).toBe('INCONCLUSIVE');
  expect(report.variants.find(({ name }) => name === 'scope')?.reason).toContain('identical to the request');
  const withScope = { ...batch, scope: 'orders' };
  await server?.close();
  expect(ofVariant(await run('TE-03', { clients: [web, withScope] }), 'scope')).toBe('FAILED');
});

test('AC-09: a server of which no values came is called nothing', async () => {
  const report = await run('AC-09', {
    instead: (request) => (isToken(request) && request.before > 0 ? refusedWith('slow_down', 429) : null),
  });
  expect(ofVariant(report, 'access tokens')).toBe('INCONCLUSIVE');
});

const reflects = ({ path, host }: SmallRequest): SmallAnswer | null =>
  path === '/tenant/.well-known/openid-configuration' ? metadataOf(`http://${host}/tenant`) : null;

test('XC-02: an issuer with a path is examined where its metadata are', async () => {
  const report = await run('XC-02', { path: '/tenant', instead: reflects });
  expect(report.verdict).toBe('FAILED');
  expect(ofVariant(report, 'Host')).toBe('FAILED');
  expect(server?.asked.filter(({ host }) => host === 'evil.example').map(({ path }) => path)).toContain(
    '/tenant/.well-known/openid-configuration',
  );
});

test('XC-02: metadata of OAuth are examined where RFC 8414 puts them', async () => {
  const report = await run('XC-02', {
    path: '/tenant',
    instead: ({ path, host }) =>
      path === '/.well-known/oauth-authorization-server/tenant'
        ? metadataOf(`http://${host}/tenant`)
        : path.includes('.well-known')
          ? { status: 404 }
          : null,
  });
  expect(report.verdict).toBe('FAILED');
});

test('RU-15: one part is for a client with one redirect URI alone, the other for one with several', async () => {
  const several = { ...web, redirect_uris: ['https://web.example/cb', 'https://web.example/other'] };
  const page = (request: SmallRequest) =>
    request.path === '/authorize' && !request.fields.has('redirect_uri')
      ? { status: 400, headers: { 'Cache-Control': 'no-store' } }
      : null;
  const report = await run('RU-15', { clients: [several, batch], instead: page });
  expect(ofVariant(report, 'one is registered')).toBe('SKIPPED');
  expect(ofVariant(report, 'several are registered')).toBe('PASSED');
});

test('RT-01: a refresh token that was rolled or used up is not refused wrongly', async () => {
  const used = new Set<string>();
  const rolls = ({ path, fields }: SmallRequest) => {
    const token = fields.get('refresh_token');
    if (path !== '/token' || token === null) return null;
    if (used.has(token)) return refusedWith('invalid_grant');
    used.add(token);
    return fields.get('scope') === null ? null : refusedWith('invalid_scope');
  };
  expect((await run('RT-01', { instead: rolls })).verdict).toBe('PASSED');
});

test('what is grave is played on a fresh stage before it is reported: two outcomes are INCONCLUSIVE', async () => {
  let taken = 0;
  const widensOnce = ({ path, fields }: SmallRequest) =>
    path === '/token' && fields.has('refresh_token') && fields.has('scope') && (taken += 1) > 1
      ? refusedWith('invalid_scope')
      : null;
  const report = await run('RT-01', { instead: widensOnce });
  expect(report.verdict).toBe('INCONCLUSIVE');
  expect(report.reason).toBe(
    'The first run ended with FAILED, and the repetition on a fresh server with PASSED.',
  );
  expect(taken).toBe(2);
});

test('what is grave and happens again is FAILED', async () => {
  expect((await run('RT-01', {})).verdict).toBe('FAILED');
  const widened = server?.asked.filter(({ fields }) => fields.has('refresh_token') && fields.has('scope'));
  expect(widened).toHaveLength(2);
});

test.each([
  ['breaks', { status: 500 }, 'WARNING'],
  ['hangs up', 'reset', 'WARNING'],
  ['refuses in other words', refusedWith('invalid_client', 401), 'WARNING'],
  ['refuses as expected', refusedWith('invalid_grant'), 'PASSED'],
  ['takes it', null, 'FAILED'],
] as const)('a server that %s', async (_name, answer, verdict) => {
  const wrong = ({ path, fields }: SmallRequest) =>
    path === '/token' && fields.get('redirect_uri') === null && fields.has('code') ? answer : null;
  expect((await run('RU-18', { instead: wrong })).verdict).toBe(verdict);
});

test('a control that a throttle refuses is played again when the server says', async () => {
  let asked = 0;
  const report = await run('TE-05', {
    instead: ({ path, fields }) =>
      path === '/token' && fields.get('grant_type') === 'client_credentials' && (asked += 1) === 1
        ? { ...refusedWith('slow_down', 429), headers: { 'Retry-After': '1' } }
        : null,
  });
  expect(report.verdict).toBe('PASSED');
});

test('what locks a server that lasts is played behind all others', async () => {
  server = await startSmallServer('', ({ path, authorization }) =>
    path === '/token' && !authorization.endsWith(Buffer.from('batch:a+secret+of+the+test').toString('base64'))
      ? refusedWith('invalid_client', 401)
      : null,
  );
  const { cases } = await attackServer(server.issuer, { clients: [batch] }, ['CA-09', 'TE-05', 'TE-04']);
  const form = server.asked.filter(({ path }) => path === '/token').map(({ authorization }) => authorization);
  const isGuess = (each: string) => each !== form[0];
  expect(cases.map(({ id }) => id)).toEqual(['CA-09', 'TE-04', 'TE-05']);
  expect(form.filter(isGuess)).toHaveLength(50);
  expect(form.slice(-50).every(isGuess)).toBe(true);
});

const withResource = (issuer: string) => ({ resource: `${issuer}/api` });
const challenged = (error: string, status: number): SmallAnswer => ({
  status,
  headers: { 'WWW-Authenticate': error === '' ? 'Bearer' : `Bearer error="${error}"` },
});
const careful = ({ path, authorization, fields }: SmallRequest): SmallAnswer | null => {
  if (path !== '/api') return null;
  if (!/^bearer /i.test(authorization)) return challenged('', 401);
  return fields.has('access_token') ? challenged('invalid_request', 400) : { status: 200, body: '{}' };
};

test.each([
  ['careful', careful, 'PASSED'],
  ['asks for no token', ({ path }: SmallRequest) => (path === '/api' ? { status: 200 } : null), 'FAILED'],
  [
    'takes no token at all',
    ({ path }: SmallRequest) => (path === '/api' ? challenged('', 401) : null),
    'INCONCLUSIVE',
  ],
] as const)(
  'RS-01, RS-02: the resource of a file is attacked: one that is %s',
  async (_name, instead, verdict) => {
    expect((await run('RS-01', { more: withResource, instead })).verdict).toBe(verdict);
    await server?.close();
    expect((await run('RS-02', { more: withResource, instead })).verdict).toBe(verdict);
  },
);

test('without a resource in the file nothing is said of one', async () => {
  const report = await run('RS-01', {});
  expect([report.verdict, report.reason]).toEqual([
    'SKIPPED',
    'It needs a resource server that accepts its tokens (`resource` in its file).',
  ]);
});

test('AC-02: tokens of a code that came twice are asked about by introspection', async () => {
  const endpoints = (issuer: string) => ({ introspection_endpoint: `${issuer}/introspect` });
  const codes = new Set<string>();
  const keepsTokens = ({ path, fields }: SmallRequest) => {
    const code = fields.get('code');
    const isAgain = code !== null && codes.has(code);
    if (code !== null) codes.add(code);
    if (path === '/token' && isAgain) return refusedWith('invalid_grant');
    if (path !== '/introspect') return null;
    return { status: 200, headers: { 'Content-Type': 'application/json' }, body: '{"active":true}' };
  };
  const report = await run('AC-02', { more: endpoints, instead: keepsTokens });
  expect(ofVariant(report, 'access token')).toBe('WARNING');
  const asked = server?.asked.filter(({ path }) => path === '/introspect') ?? [];
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.every(({ authorization }) => authorization.startsWith('Basic '))).toBe(true);
});
