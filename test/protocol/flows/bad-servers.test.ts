import { createServer as createTlsServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createCertificateAuthority } from '#main/platform/certificate-authority.ts';
import { systemClock } from '#main/platform/clock.ts';
import { directRoute } from '#main/platform/outgoing.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createSender } from '#main/services/activity/index.ts';
import { FlowService, foreignTarget } from '#main/services/flows/index.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { flowStartSchema } from '#shared/api/flows.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { signInByHand } from '#test/support/people.ts';
import { startedAnew } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { ended, jsonAnswer, runToEnd, startPlainServer, startRun, targetAt } from './parties.ts';

const server = startedAnew(startPlainServer);
const running = startedAnew(() =>
  startTestEngine({
    files: { ...ordinaryFiles, 'targets/plain.json': targetAt(server.origin) },
  }),
);

const credentials = { kind: 'client-credentials', target: 'plain', clientId: 'portal' } as const;
const code = { ...credentials, kind: 'code' } as const;
const good = (socket: Socket) => void socket.end(jsonAnswer());

/** The exchange of a step as its sender recorded it. */
async function recorded(run: FlowRun, stepId: string) {
  const id = run.steps.find((step) => step.id === stepId)?.clientExchangeId ?? '';
  return eventually(() => running.engine.recorder.get(id));
}

/** Whatever came before, a good server is worked with again. */
async function expectNextWorks(): Promise<void> {
  server.answer = good;
  expect((await runToEnd(running, credentials)).state).toBe('passed');
}

describe('a token endpoint that', () => {
  test.each([
    [
      'answers with a page',
      (socket: Socket) =>
        socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi'),
      'Expected JSON, received status 200 with text/html.',
    ],
    [
      'refuses with a page',
      (socket: Socket) =>
        socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi'),
      'Expected JSON, received status 502 with text/html.',
    ],
    [
      'gives no token',
      (socket: Socket) => socket.end(jsonAnswer('{"token_type":"Bearer"}')),
      'The token response has no access_token.',
    ],
    [
      'gives half an answer',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"access_to'),
      /closed the connection before its response was complete/,
    ],
    [
      'hangs up at once',
      (socket: Socket) => socket.destroy(),
      /before its response was complete|is unreachable/,
    ],
    [
      'speaks no HTTP',
      (socket: Socket) => socket.end('220 ready\r\n\r\n'),
      /does not start with an HTTP status line/,
    ],
    [
      'never stops',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 52428800\r\n\r\n');
        socket.end(Buffer.alloc(50 * 1_048_576, 'x'));
      },
      /larger than 8388608 bytes/,
    ],
  ])('%s ends the run with these words, and the next one works', async (_name, answer, words) => {
    server.answer = answer;
    const run = await runToEnd(running, credentials);
    expect(run.state).toBe('failed');
    if (typeof words === 'string') expect(run.note).toBe(words);
    else expect(run.note).toMatch(words);
    expect((await recorded(run, 'token')).request.body.sizeBytes).toBeGreaterThan(0);
    await expectNextWorks();
  });

  test('gives half an answer leaves an exchange that says so', async () => {
    server.answer = (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"access_to');
    const exchange = await recorded(await runToEnd(running, credentials), 'token');
    expect(exchange).toMatchObject({
      response: null,
      failure: expect.stringContaining('before its response was complete'),
    });
  });

  test('hangs is left after the time limit', async () => {
    server.answer = () => {};
    const flows = impatientFlows(300);
    const started = await flows.start(
      flowStartSchema.parse({ ...credentials, username: null, mode: 'run', browser: 'unattended' }),
    );
    const run = await eventually(() =>
      flows.get(started.id).state === 'failed' ? flows.get(started.id) : null,
    );
    expect(run.note).toBe(`${server.origin} did not respond within 300 ms.`);
    flows.close();
    await expectNextWorks();
  });

  test('hangs can be left before: the run is cancelled at once', async () => {
    server.answer = () => {};
    const run = await startRun(running, credentials);
    await eventually(() => (server.received.length > 0 ? true : null));
    expect((await running.engine.flows.cancel(run.id)).state).toBe('cancelled');
    await expectNextWorks();
  });

  test('shows a certificate of nobody is not talked to', async () => {
    const authority = createCertificateAuthority({
      records: createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1_000 }).records,
      clock: systemClock,
      random: createSystemRandom(),
      workspaceName: 'Nobody',
    });
    const secured = createTlsServer(await authority.serverCertificate(['127.0.0.1']), (_request, response) =>
      response.end('{}'),
    );
    await new Promise<void>((resolve) => secured.listen(0, '127.0.0.1', resolve));
    const origin = originOf(secured);
    const own = await startTestEngine({
      files: { ...ordinaryFiles, 'targets/plain.json': targetAt(origin) },
    });
    const run = await runToEnd(own, credentials);
    expect(run).toMatchObject({ state: 'failed', note: expect.stringContaining(origin) });
    expect(run.note).toMatch(/certificate|trust/);
    await own.stop();
    secured.closeAllConnections();
    secured.close();
  });
});

const originOf = (secured: Server) => `https://127.0.0.1:${(secured.address() as AddressInfo).port}`;

/** The flows of the engine, with less patience. */
function impatientFlows(timeoutMillis: number): FlowService {
  const { engine } = running;
  const { ports, recorder, workspace } = engine;
  const target = workspace.targets.find(({ name }) => name === 'plain');
  if (target === undefined) throw new Error('The workspace has no target plain.');
  const outgoing = { routeTo: async () => directRoute, problems: () => [] };
  return new FlowService({
    clock: ports.clock,
    random: ports.random,
    records: createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1_000 }).records,
    recorder,
    send: createSender(recorder.record, ports.clock, outgoing),
    sleep: async () => {},
    issuer: engine.flowIssuer,
    targets: () => [],
    target: async () =>
      foreignTarget({
        target,
        metadata: {},
        upstreams: null,
        directory: workspace.directory,
        outgoing,
        vendorUrn: 'urn:gatehouse',
      }),
    hosted: () => null,
    upstreams: () => null,
    savedFlows: () => [],
    writeFlow: () => '',
    openControlled: async () => {},
    trusts: () => false,
    limits: { timeoutMillis, maxBytes: 1_000_000 },
  });
}

const redirect = (to: string) => (socket: Socket) =>
  void socket.end(`HTTP/1.1 302 Found\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`);

describe('an authorization endpoint that', () => {
  test('sends the browser round and round is left after 14 requests', async () => {
    server.answer = redirect('/authorize?again');
    expect(await runToEnd(running, code)).toMatchObject({
      state: 'failed',
      note: 'The sign-in did not end after 14 requests.',
    });
    await expectNextWorks();
  });

  test('shows a page that nobody can answer', async () => {
    server.answer = (socket) =>
      void socket.end('HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nno');
    const run = await runToEnd(running, code);
    expect(run.note).toBe('The authorization server responded with a page and status 400.');
    expect(run.steps.find(({ id }) => id === 'authorize')).toMatchObject({ state: 'failed', status: 400 });
  });

  const back = 'https://portal.invalid/cb';
  test.each([
    [
      'another state',
      `${back}?code=x&state=of-another`,
      'The client rejects the response: its state “of-another” does not match the request.',
    ],
    [
      'no state',
      `${back}?code=x`,
      'The client rejects the response: the response has no state, but the request had one.',
    ],
    [
      'two codes',
      `${back}?code=x&code=y&state={state}`,
      'The client rejects the response: code occurs more than once.',
    ],
    [
      'a code in the query and another in the fragment',
      `${back}?code=x&state={state}#code=y`,
      'The client rejects the response: code occurs more than once.',
    ],
    [
      'an error',
      `${back}?error=server_error&error_description=Later&state={state}`,
      'The server rejected the request with server_error: Later',
    ],
    ['nothing', `${back}?state={state}`, 'The response has no code, no token and no error.'],
  ])('answers with %s is refused, and nothing is exchanged', async (_name, location, words) => {
    server.answer = (socket, request) => {
      const state = /[?&]state=([^& ]*)/.exec(request)?.[1] ?? '';
      redirect(location.replace('{state}', state))(socket);
    };
    const run = await runToEnd(running, code);
    expect([run.state, run.note]).toEqual(['failed', words]);
    expect(run.steps.find(({ id }) => id === 'token')?.state).toBe('not-reached');
    expect(server.received).toHaveLength(1);
    await expectNextWorks();
  });
});

describe('a browser that brings to the sample client', () => {
  const waiting = () => startRun(running, { kind: 'code-pkce', clientId: 'portal-web', browser: 'system' });
  async function signIn(run: FlowRun): Promise<void> {
    const login = await fetch(run.browserUrl ?? '', { redirect: 'manual' });
    const query = Object.fromEntries(new URL(login.headers.get('location') ?? '').searchParams);
    const { authorizationServer } = running;
    const person = { username: 'ann', password: 'planted-password' };
    await fetch(await signInByHand({ authorizationServer, query, ...person }));
  }

  test.each([
    ['another state', 'code=x&state=of-another', /^A response with another state was rejected/],
    [
      'two codes',
      'code=x&code=y&state=of-another',
      /^The client rejects the response: code occurs more than once/,
    ],
  ])('%s is told so, the run notes it, and the right answer still counts', async (_name, query, note) => {
    const run = await waiting();
    expect((await fetch(`${running.upstreams}/cb?${query}`)).status).toBe(400);
    expect(running.engine.flows.get(run.id)).toMatchObject({
      state: 'waiting-for-browser',
      note: expect.stringMatching(note),
    });
    await signIn(run);
    expect((await ended(running, run)).note).toBe('The resource server accepted the token.');
  });

  test('nothing by itself: its address is pasted, and read to the end', async () => {
    const run = await waiting();
    await expect(running.engine.flows.pasteCallback(run.id, 'no address')).rejects.toMatchObject({
      code: 'api.invalid-input',
    });
    const state = running.engine.flows.reveal(run.id, 'state');
    await running.engine.flows.pasteCallback(run.id, ` https://elsewhere/cb?code=nonsense&state=${state} `);
    expect((await ended(running, run)).note).toMatch(
      /^The server rejected the request with 400 invalid_grant/,
    );
    await expect(running.engine.flows.pasteCallback(run.id, 'https://x/?code=y')).rejects.toMatchObject({
      code: 'flow.not-waiting',
    });
  });
});
