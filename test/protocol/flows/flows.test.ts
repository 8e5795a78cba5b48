import { describe, expect, test } from 'vitest';
import { flowStartSchema } from '#shared/api/flows.ts';
import type { FlowRun, FlowStart, FlowStartInput } from '#shared/api/index.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { signInByHand } from '#test/support/people.ts';
import { startedAnew, startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { runToEnd } from './parties.ts';

const running = startedAnew(startTestEngine);

const code: FlowStartInput = {
  kind: 'code-pkce',
  clientId: 'portal-web',
  username: 'ann',
  mode: 'run',
  browser: 'system',
};
const start = (changes: Partial<FlowStartInput> = {}) =>
  running.engine.flows.start(flowStartSchema.parse({ ...code, ...changes }) satisfies FlowStart);
const ended = (run: FlowRun) =>
  eventually(() => {
    const view = running.engine.flows.get(run.id);
    return view.state === 'passed' || view.state === 'failed' ? view : null;
  });

/** Opens the run's address as a browser does and signs in; returns the answer of the sample client's callback. */
async function signIn(run: FlowRun, password = 'planted-password'): Promise<Response> {
  const login = await fetch(run.browserUrl ?? '', { redirect: 'manual' });
  const query = Object.fromEntries(new URL(login.headers.get('location') ?? '').searchParams);
  const { authorizationServer } = running;
  const callback = await signInByHand({ authorizationServer, query, username: 'ann', password });
  return fetch(callback);
}

const paused = (run: FlowRun) =>
  eventually(() => {
    const view = running.engine.flows.get(run.id);
    return view.state === 'paused' ? view : null;
  });

/** A run in which a person has signed in, and which is held before the code is exchanged. */
async function pausedAtToken(): Promise<FlowRun> {
  const held = await start({ mode: 'step' });
  const run = await running.engine.flows.next(held.id);
  await signIn(run);
  return paused(run);
}

describe('stepping through the authorization code flow', () => {
  test('a person signs in, and the run goes on to the resource', async () => {
    const run = await start();
    expect(run).toMatchObject({
      state: 'waiting-for-browser',
      browserUrl: `${running.upstreams}/login?run=${run.id}`,
    });
    expect(run.steps.map(({ id, state }) => [id, state])).toEqual([
      ['authorize/login', 'waiting'],
      ['authorize', 'not-reached'],
      ['authorize/page', 'not-reached'],
      ['authorize/callback', 'not-reached'],
      ['token', 'not-reached'],
      ['resource', 'not-reached'],
      ['validate', 'not-reached'],
    ]);
    expect(await (await signIn(run)).text()).toContain('return to Gatehouse');
    const done = await ended(run);
    expect(done).toMatchObject({ state: 'passed', note: 'The resource server accepted the token.' });
    expect(done.steps.map(({ number, id, status }) => `${number} ${id} ${status}`)).toEqual([
      '1 authorize/login 302',
      '2 authorize 200',
      '3 authorize/page 303',
      '4 authorize/page 200',
      '5 authorize/page 303',
      '6 authorize/callback 200',
      '7 token 200',
      '8 resource 200',
      '9 validate 200',
    ]);
  });

  test('each arrow has its exchange, both ends where the engine sent it, and the server’s decisions', async () => {
    const run = await start();
    await signIn(run);
    const { steps } = await ended(run);
    const token = steps.find(({ id }) => id === 'token');
    const client = await running.engine.recorder.get(token?.clientExchangeId ?? '');
    const server = await running.engine.recorder.get(token?.serverExchangeId ?? '');
    expect([client?.side, server?.side, client?.clientPort]).toEqual([
      'client',
      'server',
      server?.clientPort,
    ]);
    expect(client?.request.body.bytes).toEqual(server?.request.body.bytes);
    expect(server?.trace?.rules.map(({ outcome }) => outcome)).not.toContain('failed');
    expect(server?.trace?.rules.map(({ clause }) => clause)).toContain('RFC 7636 §4.6');
    expect(steps.every(({ serverExchangeId }) => serverExchangeId !== null)).toBe(true);
    expect(steps.find(({ id }) => id === 'validate')?.clientExchangeId).not.toBeNull();
  });

  test('in step mode the run stops before each request of its own', async () => {
    expect(await start({ mode: 'step' })).toMatchObject({
      state: 'paused',
      note: 'Paused before GET /as/authorization.oauth2.',
    });
    const run = await pausedAtToken();
    expect(run.note).toBe('Paused before POST /as/token.oauth2.');
    expect(await running.engine.flows.next(run.id)).toMatchObject({
      state: 'paused',
      note: 'Paused before GET /orders.',
    });
    const last = await running.engine.flows.next(run.id);
    expect(last.state).toBe('passed');
    await expect(running.engine.flows.next(run.id)).rejects.toMatchObject({ code: 'flow.not-waiting' });
  });

  test('a code that was left too long is refused, and the run says what the server said', async () => {
    const run = await pausedAtToken();
    running.clock.advance(61_000);
    const failed = await running.engine.flows.next(run.id);
    expect(failed.state).toBe('failed');
    expect(failed.note).toBe(
      'The server rejected the request with 400 invalid_grant: Authorization code is invalid or expired.',
    );
    expect(failed.steps.find(({ id }) => id === 'token')).toMatchObject({ state: 'failed', status: 400 });
    expect(failed.steps.find(({ id }) => id === 'resource')?.state).toBe('not-reached');
  });

  test('values are masked, revealed one by one, and forgotten by none but the end of the process', async () => {
    const run = await start();
    await signIn(run);
    const { values } = await ended(run);
    expect(values.map(({ name, state }) => [name, state])).toEqual([
      ['code_verifier', 'made'],
      ['state', 'matches'],
      ['code', 'used up'],
      ['access_token', 'not checked'],
      ['refresh_token', 'not checked'],
    ]);
    const token = running.engine.flows.reveal(run.id, 'access_token');
    expect(JSON.stringify(running.engine.flows.list())).not.toContain(token);
  });

  test('the callback of another browser tab, or with a state of nobody, is not accepted', async () => {
    const run = await start();
    await signIn(run);
    const state = (await ended(run)).values.find(({ name }) => name === 'state')?.preview ?? '';
    for (const query of [`state=${state}&code=again`, 'state=nobody&code=x', 'code=x']) {
      const response = await fetch(`${running.upstreams}/cb?${query}`);
      expect(response.status).toBe(400);
    }
    expect((await fetch(`${running.upstreams}/cb?state=a&state=b`)).status).toBe(400);
    expect((await fetch(`${running.upstreams}/login?run=${run.id}`, { redirect: 'manual' })).status).toBe(
      404,
    );
  });

  test('a refusal that comes back to the callback fails the run with its words', async () => {
    const run = await start();
    const state = run.values.find(({ name }) => name === 'state')?.preview ?? '';
    const query = new URLSearchParams({ state, error: 'access_denied', error_description: '<b>No</b>' });
    const page = await (await fetch(`${running.upstreams}/cb?${query}`)).text();
    expect(page).not.toContain('<b>No</b>');
    expect(page).toMatch(
      /<h1>The server rejected the request<\/h1>.*You can close this window.*<dd>access_denied<\/dd>/s,
    );
    expect(await ended(run)).toMatchObject({
      state: 'failed',
      note: 'The server rejected the request with access_denied: <b>No</b>',
    });
  });

  test('a cancelled run takes no answer any more', async () => {
    const run = await start();
    expect((await running.engine.flows.cancel(run.id)).state).toBe('cancelled');
    expect((await fetch(run.browserUrl ?? '', { redirect: 'manual' })).status).toBe(404);
    expect(running.engine.flows.get(run.id).browserUrl).toBeNull();
  });

  test('two runs at once keep to themselves', async () => {
    const [first, second] = [await start(), await start()];
    await signIn(second);
    await signIn(first);
    const [one, two] = [await ended(first), await ended(second)];
    expect([one.state, two.state]).toEqual(['passed', 'passed']);
    const ids = (run: FlowRun) =>
      run.steps.flatMap((step) => [step.serverExchangeId, step.clientExchangeId]).filter((id) => id !== null);
    expect(ids(one).some((id) => ids(two).includes(id))).toBe(false);
  });
});

describe('the unattended browser', () => {
  test('signs in, allows and ends with a token; its own view of each hop is there', async () => {
    const run = await ended(await start({ browser: 'unattended' }));
    expect(run.state).toBe('passed');
    expect(
      run.steps.every(
        ({ clientExchangeId, serverExchangeId }) => clientExchangeId !== null && serverExchangeId !== null,
      ),
    ).toBe(true);
  });

  test('a consent that is remembered is not asked for again', async () => {
    await ended(await start({ browser: 'unattended' }));
    const second = await ended(await start({ browser: 'unattended' }));
    expect(second.steps.filter(({ id }) => id === 'authorize/page')).toHaveLength(1);
  });

  test('without a user whose password is known, the run fails and says why', async () => {
    const run = await ended(await start({ browser: 'unattended', username: 'nobody' }));
    expect(run).toMatchObject({ state: 'failed', note: 'The user has no usable password.' });
  });
});

describe('which client suits which flow', () => {
  test('is known before a run is begun', async () => {
    const kinds = await running.engine.flows.kinds(null);
    expect(Object.fromEntries(kinds.map((flow) => [flow.kind, flow.suitableClients.toSorted()]))).toEqual({
      'code-pkce': ['portal-web'],
      code: ['portal-web'],
      implicit: [],
      hybrid: [],
      'protected-resource': ['portal-web'],
      'mcp-server': ['portal-web'],
      'client-credentials': ['batch-job'],
      password: [],
      'saml-bearer': [],
      'sign-out': ['portal-web'],
      'jwt-bearer': [],
      refresh: ['portal-web'],
      'token-exchange': [],
      validate: ['batch-job', 'orders-api', 'portal-web'],
      introspect: ['batch-job', 'orders-api', 'portal-web'],
      revoke: ['batch-job', 'orders-api', 'portal-web'],
      resource: ['batch-job', 'orders-api', 'portal-web'],
    });
  });
});

describe('the client that is proposed for a flow', () => {
  const portal = ordinaryFiles['oauth/clients/portal-web.json'] as Record<string, unknown>;
  const clientFor = (client_id: string, audience: readonly string[]) =>
    ({ ...portal, client_id, audience }) as Record<string, unknown>;
  const tools = startedOnce(() =>
    startTestEngine({
      files: {
        ...ordinaryFiles,
        'oauth/clients/agent.json': clientFor('agent', [
          'http://127.0.0.1:9035/mcp',
          'http://127.0.0.1:9035/orders',
        ]),
        'oauth/clients/other-agent.json': clientFor('other-agent', ['https://elsewhere.example/mcp']),
      },
    }),
  );

  test.each([
    ['code-pkce', 'portal-web', 'whose tokens are for anybody'],
    ['protected-resource', 'agent', 'that may ask for tokens for this resource'],
    ['mcp-server', 'agent', 'that may ask for tokens for the MCP server'],
  ])('%s: %s, %s', async (kind, clientId) => {
    const kinds = await tools.engine.flows.kinds(null);
    expect(kinds.find((flow) => flow.kind === kind)?.suitableClients[0]).toBe(clientId);
  });

  test('its run passes, and that of a client whose tokens are for another resource is refused there', async () => {
    expect(await runToEnd(tools, { kind: 'code-pkce', clientId: 'portal-web' })).toMatchObject({
      state: 'passed',
    });
    expect(await runToEnd(tools, { kind: 'code-pkce', clientId: 'agent' })).toMatchObject({
      state: 'failed',
    });
    expect(await runToEnd(tools, { kind: 'mcp-server', clientId: 'agent' })).toMatchObject({
      state: 'passed',
    });
  });
});

describe('a flow that cannot begin', () => {
  test.each([
    ['an unknown client', { clientId: 'nobody' }, 'flow.unknown-client'],
    ['a client without the grant', { clientId: 'batch-job' }, 'flow.client-unsuited'],
    ['a client of another flow', { kind: 'client-credentials' }, 'flow.client-unsuited'],
    ['a flow that does not exist', { kind: 'teleport' }, 'api.not-found'],
  ] as const)('%s is refused with a code and a fix', async (_name, changes, expected) => {
    await expect(start(changes)).rejects.toMatchObject({ code: expected });
  });

  test('a client whose redirect URIs lead elsewhere is told which one to register', async () => {
    const [client] = running.engine.workspace.registrations
      .clients()
      .filter(({ clientId }) => clientId === 'portal-web');
    const uris = client?.redirectUris as string[];
    uris.splice(0, 1, 'https://elsewhere.example/cb');
    await expect(start()).rejects.toMatchObject({
      code: 'flow.no-callback',
      fix: `Register ${running.upstreams}/cb as a redirect URI of the client, or paste the final URL of the browser.`,
      actions: [{ kind: 'add-redirect-uri', clientId: 'portal-web', uri: `${running.upstreams}/cb` }],
    });
    expect(await start({ callback: 'pasted' })).toMatchObject({
      state: 'waiting-for-browser',
      callback: 'pasted',
    });
  });

  test('a service that does not run is named', async () => {
    await running.engine.hosting.stop('authorizationServer');
    await expect(start()).rejects.toMatchObject({
      code: 'flow.service-stopped',
      message: 'The authorization server is not running.',
      location: { file: 'gatehouse.json', pointer: '/services/authorizationServer' },
    });
  });

  test('a server that stops half-way fails the run, which names it, and the next run works', async () => {
    const run = await pausedAtToken();
    await running.engine.hosting.stop('authorizationServer');
    expect(await running.engine.flows.next(run.id)).toMatchObject({
      state: 'failed',
      note: expect.stringContaining('is unreachable'),
    });
    await running.engine.hosting.start('authorizationServer');
    expect((await ended(await start({ browser: 'unattended' }))).state).toBe('passed');
  });
});

test('each value says the step that brought it: the code its callback, tokens the token response', async () => {
  const run = await ended(await start({ browser: 'unattended' }));
  const from = (name: string) => {
    const number = run.values.find((value) => value.name === name)?.fromStep;
    return run.steps.find((step) => step.number === number)?.id;
  };
  expect([from('code'), from('access_token'), from('state')]).toEqual([
    'authorize/callback',
    'token',
    undefined,
  ]);
});
