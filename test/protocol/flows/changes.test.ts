import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { saveEntity } from '#main/workspace/index.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { ended, startRun } from './parties.ts';

const client = {
  client_id: 'portal-web',
  client_secret: 'planted-client-secret',
  redirect_uris: ['http://127.0.0.1:9035/cb'],
  grant_types: ['authorization_code', 'implicit', 'refresh_token', 'client_credentials', 'password'],
  response_types: ['code', 'token', 'code id_token', 'code token', 'code id_token token'],
  scope: 'openid orders.read orders.write',
};
const clientFile = 'oauth/clients/portal-web.json';
const manifest = (authorizationServer: object) => ({
  id: 'test',
  name: 'Test workspace',
  services: { authorizationServer: { profile: 'training', ...authorizationServer } },
});
const files = { ...ordinaryFiles, 'gatehouse.json': manifest({}), [clientFile]: client };

/** Flows that are kept as they go through. */
const good = [
  'code-pkce',
  'code',
  'implicit',
  'hybrid',
  'client-credentials',
  'password',
  'refresh',
  'introspect',
  'revoke',
  'resource',
] as const;
/** Flows that are kept as they are refused: a wrong verifier, and a code that comes twice. */
const refused = ['wrong-verifier', 'code-twice'] as const;
type Name = (typeof good)[number] | (typeof refused)[number];
const all: readonly Name[] = [...good, ...refused];

let running: TestEngine;
let suite: Readonly<Record<string, object>>;

/** The twelve flows as files, each with what came of it at the server as it is. */
async function keptFlows(): Promise<Readonly<Record<string, object>>> {
  running = await startTestEngine({ files });
  const { flows, workspace } = running.engine;
  const fileOf = (name: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(workspace.directory, 'flows', `${name}.json`), 'utf8'));
  for (const kind of good) {
    const run = await ended(running, await startRun(running, { kind, clientId: 'portal-web' }));
    expect([kind, run.state]).toEqual([kind, 'passed']);
    await flows.savedFlows.save(run.id, kind, true);
  }
  const held = await startRun(running, { kind: 'code-pkce', clientId: 'portal-web', mode: 'step' });
  const { request } = await flows.request(held.id, 'token');
  const text = JSON.stringify(request).replace('{{code_verifier}}', 'x'.repeat(43));
  await flows.editRequest(held.id, 'token', { request: JSON.parse(text) });
  await flows.savedFlows.save(held.id, 'edited');
  const edited = fileOf('edited');
  await keep('wrong-verifier', edited);
  await keep('code-twice', withCodeTwice(edited));
  const kept = Object.fromEntries(all.map((name) => [`flows/${name}.json`, fileOf(name)]));
  await running.stop();
  return kept;
}

/** Writes a flow, runs it, and expects what came. */
async function keep(name: string, file: Readonly<Record<string, unknown>>): Promise<void> {
  const { flows, workspace, ports } = running.engine;

  saveEntity(workspace, `flows/${name}.json`, file, ports.random);
  const run = await ended(running, await flows.startSaved(name, 'run', 'unattended'));
  expect([name, run.state]).toEqual([name, 'failed']);
  await flows.savedFlows.save(run.id, name, true);
}

function withCodeTwice(edited: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const flow = JSON.parse(JSON.stringify(edited).replace('x'.repeat(43), '{{code_verifier}}'));
  const steps: { id: string }[] = flow.script.steps;
  const at = steps.findIndex(({ id }) => id === 'token');
  const [token] = steps.slice(at, at + 1);
  return {
    ...flow,
    script: { ...flow.script, steps: steps.toSpliced(at + 1, 0, { ...token, id: 'again' } as never) },
  };
}

beforeAll(async () => {
  suite = await keptFlows();
});
afterEach(() => running.stop());

/** Runs the suite against the server with a change, and names the flows that are not as they were. */
async function reportedAt(changed: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  running = await startTestEngine({ files: { ...files, ...suite, ...changed } });
  const { flowSuites, flowResults, jobs } = running.engine;
  const job = await flowSuites.begin(all, 4);
  await eventually(() => (jobs.list().find(({ id }) => id === job.id)?.state === 'done' ? true : null));
  return flowResults
    .list()
    .filter(({ results }) => results[0]?.verdict !== 'passed')
    .map(({ name }) => name)
    .toSorted();
}

const server = (settings: object) => ({ 'gatehouse.json': manifest(settings) });
const weak = (...weaknesses: readonly string[]) => server({ weaknesses });
const asClient = (changes: object) => ({ [clientFile]: { ...client, ...changes } });
/** Flows whose token response is expected to be as it was. */
const withToken: readonly Name[] = all.filter((name) => name !== 'implicit' && name !== 'wrong-verifier');
/** Flows that end at the resource with a token of theirs. */
const atResource: readonly Name[] = [
  'code-pkce',
  'code',
  'implicit',
  'hybrid',
  'client-credentials',
  'password',
  'refresh',
  'resource',
];
const without = (grantType: string) => client.grant_types.filter((one) => one !== grantType);

/** Changes of the server, each with the flows that name it: written before the suite was run. */
const changes: readonly (readonly [
  what: string,
  changed: Readonly<Record<string, unknown>>,
  broken: readonly Name[],
])[] = [
  ['nothing', {}, []],
  ['another lifetime of access tokens', server({ accessTokenLifetimeSeconds: 100 }), withToken],
  [
    'a user who is gone',
    { 'oauth/users/ann.json': { username: 'eve', password: 'planted-password' } },
    all.filter((name) => name !== 'client-credentials'),
  ],
  [
    'a client without client_credentials',
    asClient({ grant_types: without('client_credentials') }),
    ['client-credentials'],
  ],
  ['a client without the password grant', asClient({ grant_types: without('password') }), ['password']],
  ['a client without refresh tokens', asClient({ grant_types: without('refresh_token') }), ['refresh']],
  [
    'a client without response_type token',
    asClient({ response_types: ['code', 'code id_token'] }),
    ['implicit'],
  ],
  [
    'a client without response_type code id_token',
    asClient({ response_types: ['code', 'token'] }),
    ['hybrid'],
  ],
  ['a scope that the resource needs and nobody gets', asClient({ scope: 'openid' }), atResource],
  ['verifiers that are not compared', weak('verifier-not-compared'), ['wrong-verifier']],
  ['codes that may come twice', weak('code-reusable'), ['code-twice']],
  [
    'a state that is not returned',
    weak('state-not-returned'),
    all.filter((name) => !['client-credentials', 'password'].includes(name)),
  ],
  ['code challenges that are demanded', server({ requirePkce: true }), ['code']],
  ['refresh tokens that roll', server({ rollRefreshTokens: true }), []],
  ['access tokens that are JWTs', server({ accessTokenFormat: 'jwt' }), []],
  ['iss in the redirect', server({ issuerInResponse: true }), []],
  ['codes that live 5 s', server({ codeLifetimeSeconds: 5 }), []],
  ['ID tokens that live 5 min', server({ idTokenLifetimeSeconds: 300 }), []],
  ['introspection for everyone', weak('introspection-open'), []],
  ['nonces that may be left out', weak('nonce-optional'), []],
  ['a secret that may be left out', weak('client-secret-optional'), []],
  ['expired tokens that are still valid', weak('validation-after-expiry'), []],
  ['codes that never expire', weak('code-never-expires'), []],
];

describe('a suite of twelve flows', () => {
  test.each(changes)('reports %s where a flow names it, and nowhere else', async (_what, changed, broken) => {
    expect(await reportedAt(changed)).toEqual(broken.toSorted());
  });

  test('holds 20 runs, each a day later', async () => {
    running = await startTestEngine({ files: { ...files, ...suite } });
    const { flowSuites, flowResults, jobs } = running.engine;
    for (let times = 0; times < 20; times += 1) {
      running.clock.advance(86_400_000);
      const job = await flowSuites.begin(all, 4);
      await eventually(() => (jobs.list().find(({ id }) => id === job.id)?.state === 'done' ? true : null));
    }
    expect(
      flowResults
        .list()
        .map(({ name, results }) => [name, results.filter(({ verdict }) => verdict === 'passed').length]),
    ).toEqual(expect.arrayContaining(all.map((name) => [name, 20])));
  });
});
