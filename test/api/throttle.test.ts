import { describe, expect, test } from 'vitest';
import type { SimulationStartInput } from '#shared/api/index.ts';
import { codeOf, twoTransports } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedOnce } from '#test/support/started.ts';
import { tokenFilter } from '#test/support/throttled-route.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

type Traffic = SimulationStartInput['traffic'];
type Client = NonNullable<Traffic['clients']>[number];

const scripted = {
  type: 'ScriptableThrottlingPolicy',
  config: {
    type: 'application/x-groovy',
    source: [
      "if (contexts.oauth2.accessToken.info.status == 'gold') return new ThrottlingRate(6, '10 s')",
      'return null',
    ],
  },
};

const tokens = tokenFilter();
function route(
  throttling: Readonly<Record<string, unknown>>,
  baseURI = 'http://127.0.0.1:1',
  before: readonly (typeof tokens)[] = [],
) {
  return {
    name: 'Orders',
    baseURI,
    condition: "${find(request.uri.path, '^/orders')}",
    handler: {
      type: 'Chain',
      config: {
        filters: [...before, { name: 'by-status', type: 'ThrottlingFilter', config: throttling }],
        handler: { type: 'StaticResponseHandler', config: { status: 200, entity: 'ok' } },
      },
    },
  };
}

const mapped = {
  requestGroupingPolicy: '${request.headers["UserId"][0]}',
  rate: { numberOfRequests: 6, duration: '10 s' },
};
const traffic: Traffic = {
  name: 'Ten at once',
  durationSeconds: 10,
  request: { uri: 'http://localhost/orders', headers: { UserId: 'ann' } },
  clients: [
    { id: 'ann', patterns: [{ kind: 'burst', atSeconds: 0, requests: 10 }], on429: { kind: 'drop' } },
  ],
};

let streams = 0;
const streamId = () => `throttle-stream-${(streams += 1)}`;

describe.each(twoTransports)('the lab over %s', (_name, connect) => {
  const running = startedOnce(() =>
    startTestEngine({
      files: {
        ...ordinaryFiles,
        'routes/01-orders.json': route(mapped),
        'routes/02-broken.json': route({ rate: { numberOfRequests: 0, duration: 'soon' } }),
        'traffic/ten.json': traffic,
      },
    }),
  );
  const connected = startedOnce(() => connect(running.engine));
  const client = startedOnce(() => connected.client);

  async function simulated(start: Partial<SimulationStartInput> = {}): Promise<string> {
    const { id } = await client.throttle.simulate({
      document: JSON.stringify(route(mapped)),
      traffic,
      ...start,
    });
    for await (const { state, problem } of await client.throttle.watch({
      runId: id,
      streamId: streamId(),
      credits: 100,
    })) {
      if (state === 'failed') throw new Error(problem?.message);
      if (state !== 'running') break;
    }
    return id;
  }

  test('throttle.routes names the routes with what is wrong in them, throttle.check reads what is not saved yet', async () => {
    const [orders, broken] = await client.throttle.routes();
    expect(orders).toMatchObject({
      file: 'routes/01-orders.json',
      name: 'Orders',
      filters: [{ name: 'by-status', policy: 'rate' }],
      isUpstreamElsewhere: false,
    });
    expect(broken?.problems.filter(({ severity }) => severity === 'error')).not.toEqual([]);
    const check = (policy: unknown) =>
      client.throttle.check({
        document: JSON.stringify(route({ requestGroupingPolicy: '', throttlingRatePolicy: policy })),
      });
    expect(await check(scripted)).toMatchObject({ filters: [{ policy: 'ScriptableThrottlingPolicy' }] });
    const wrong = await check({ ...scripted, config: { ...scripted.config, source: ['while (true) {}'] } });
    expect(wrong.problems).toContainEqual(
      expect.objectContaining({
        code: 'script.invalid',
        severity: 'error',
        pointer: expect.stringMatching(/source\/0$/),
        offset: 0,
      }),
    );
    expect(await codeOf(client.throttle.check({ document: '{"name":' }))).toBe('workspace.syntax');
  });

  test('throttle.routes and throttle.check go on where one file is beyond reading', async () => {
    const long = { ...scripted, config: { ...scripted.config, source: `return ${'1+'.repeat(50_000)}1` } };
    const away = { ...route(mapped, 'http://['), handler: 'ReverseProxyHandler' };
    for (const [file, document] of [
      ['routes/08-address.json', away],
      ['routes/09-long.json', route({ requestGroupingPolicy: '', throttlingRatePolicy: long })],
    ] as const) {
      await client.workspace.writeFile({ file, text: JSON.stringify(document), baseVersion: null });
      const routes = await client.throttle.routes();
      expect(routes[0]).toMatchObject({ file: 'routes/01-orders.json', filters: [{ name: 'by-status' }] });
      const { problems = [] } = routes.find((each) => each.file === file) ?? {};
      expect(problems.filter(({ severity }) => severity === 'error')).not.toEqual([]);
      expect((await client.throttle.check({ document: JSON.stringify(document), file })).problems).toEqual(
        problems,
      );
      await client.workspace.removeFile({ file });
    }
  });

  test('throttle.simulate knows the properties of the route, as the gateway does', async () => {
    const byTier = route({ ...mapped, requestGroupingPolicy: '${properties.tier}' });
    const runId = await simulated({ document: JSON.stringify({ ...byTier, properties: { tier: 'one' } }) });
    const { result } = await client.throttle.result({ runId });
    expect(result.totals).toMatchObject({ accepted: 6, refused: 4, failed: 0 });
    expect(result.groups.map(({ key }) => key)).toEqual(['one']);
  });

  test('throttle.simulate runs in a worker, throttle.watch tells of it and throttle.result what came of it', async () => {
    const runId = await simulated();
    const { result, compared } = await client.throttle.result({ runId });
    expect(result.totals).toMatchObject({ offered: 10, accepted: 6, refused: 4 });
    expect(result.retryAfter.p50).toBe(2);
    expect(compared).toBeNull();
    expect(await codeOf(client.throttle.result({ runId: 'none' }))).toBe('api.not-found');
  });

  test('throttle.decisions tells each request of a window, and of either policy', async () => {
    const stricter = JSON.stringify(route({ ...mapped, rate: { numberOfRequests: 2, duration: '10 s' } }));
    const runId = await simulated({ compare: { document: stricter } });
    const { compared } = await client.throttle.result({ runId });
    expect(compared?.totals).toMatchObject({ accepted: 2, refused: 8 });
    const window = { runId, fromSeconds: 0, untilSeconds: 1 };
    const first = await client.throttle.decisions(window);
    expect(first.map(({ status }) => status)).toEqual([...Array(6).fill(200), ...Array(4).fill(429)]);
    const second = await client.throttle.decisions({ ...window, side: 'compared', maximum: 3 });
    expect(second.map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  test('a scripted policy is simulated by the very sandbox of the gateway', async () => {
    const policy = {
      type: 'DefaultRateThrottlingPolicy',
      config: {
        delegateThrottlingRatePolicy: scripted,
        defaultRate: { numberOfRequests: 1, duration: '10 s' },
      },
    };
    const document = JSON.stringify(
      route(
        {
          requestGroupingPolicy: '${contexts.oauth2.accessToken.info.mail}',
          throttlingRatePolicy: policy,
        },
        undefined,
        [tokens],
      ),
    );
    const burst: Pick<Client, 'patterns' | 'on429'> = {
      patterns: [{ kind: 'burst', atSeconds: 0, requests: 10 }],
      on429: { kind: 'drop' },
    };
    const runId = await simulated({
      document,
      traffic: {
        ...traffic,
        clients: [
          { id: 'ann', attributes: { mail: 'ann', status: 'gold' }, ...burst },
          { id: 'bob', attributes: { mail: 'bob', status: 'silver' }, ...burst },
        ],
      },
    });
    const { result } = await client.throttle.result({ runId });
    expect(Object.fromEntries(result.groups.map(({ key, accepted }) => [key, accepted]))).toEqual({
      ann: 6,
      bob: 1,
    });
  });

  test('throttle.cancel ends a simulation at once', async () => {
    const clients: Client[] = [{ id: 'many', count: 10_000, patterns: [{ kind: 'poisson', perSecond: 50 }] }];
    const { id: runId } = await client.throttle.simulate({
      document: JSON.stringify(route(mapped)),
      traffic: { ...traffic, durationSeconds: 86_400, clients },
    });
    expect(await client.throttle.cancel({ runId })).toMatchObject({ state: 'cancelled' });
    expect(await codeOf(client.throttle.result({ runId }))).toBe('api.not-found');
  });

  test('a route that cannot be loaded fails the simulation with its problem', async () => {
    await expect(simulated({ document: JSON.stringify(route({})) })).rejects.toThrow();
  });

  test('throttle.traffics, openTraffic and saveTraffic keep traffic as files of the workspace', async () => {
    expect(await client.throttle.traffics()).toContainEqual({ file: 'traffic/ten.json', name: 'ten' });
    const { traffic: opened, traceId } = await client.throttle.openTraffic({ file: 'traffic/ten.json' });
    expect(opened).toMatchObject(traffic);
    expect(traceId).toBeNull();
    const { file } = await client.throttle.saveTraffic({ name: 'copy', traffic: { ...opened, seed: 7 } });
    expect((await client.throttle.openTraffic({ file })).traffic.seed).toBe(7);
    expect(await codeOf(client.throttle.openTraffic({ file: 'traffic/none.json' }))).toBe('api.not-found');
  });

  async function sent(files: readonly { readonly name: string; readonly text: string }[]): Promise<string> {
    const { importId } = await client.throttle.importTrace({
      files: files.map(({ name, text }) => ({ name, sizeBytes: Buffer.byteLength(text) })),
    });
    for (const [file, { text }] of files.entries())
      for (let offset = 0; offset < text.length; offset += 40)
        await client.throttle.importPiece({
          importId,
          file,
          offset,
          base64: Buffer.from(text.slice(offset, offset + 40)).toString('base64'),
        });
    return importId;
  }

  const settled = (importId: string) =>
    eventually(async () => {
      const state = await client.throttle.importState({ importId });
      return state.state === 'running' ? null : state;
    });

  test('throttle.importTrace, importPiece, previewImport, readImport and importState read logs into the state, and their requests are simulated and saved', async () => {
    const lines = ['2026-01-01T00:00:00.500Z,ann,/orders', '2026-01-01T00:00:01Z,ann,/else', 'nonsense', ''];
    const importId = await sent([
      { name: 'first.csv', text: ['time,user,path', ...lines].join('\n') },
      {
        name: 'second.log',
        text: '192.0.2.1 - ann [01/Jan/2026:00:00:02 +0000] "GET /orders HTTP/1.1" 200 5\n',
      },
    ]);
    expect((await client.throttle.previewImport({ importId })).files).toMatchObject([
      { name: 'first.csv', format: 'csv', isPacked: false },
      { name: 'second.log', format: 'access-log' },
    ]);
    await client.throttle.readImport({ importId, reading: { key: 'user' } });
    const { state, found } = await settled(importId);
    expect(state).toBe('done');
    expect(found).toMatchObject({ traceRequests: 3, skipped: 1, formats: ['csv', 'access-log'] });
    if (found === null) return;
    const document = JSON.stringify(route({ ...mapped, requestGroupingPolicy: '' }));
    const { traffic: recorded, traceId } = found;
    const runId = await simulated({ document, traffic: recorded, traceId });
    // Of the three the route takes those to its own path.
    expect((await client.throttle.result({ runId })).result.totals).toMatchObject({
      offered: 2,
      notTaken: 1,
    });
    const { file } = await client.throttle.saveTraffic({ name: 'log', traffic: recorded, traceId });
    await client.throttle.cancelImport({ importId });
    expect(await client.throttle.openTraffic({ file })).toMatchObject({ traceRequests: 3, traceId });
    expect(await codeOf(client.throttle.importState({ importId }))).toBe('api.not-found');
  });

  test('a log that cannot be read says what it looks like, and leaves nothing behind', async () => {
    const importId = await sent([{ name: 'page.log', text: '<!doctype html><title>Log</title>' }]);
    await client.throttle.readImport({ importId });
    const { state, problem, found } = await settled(importId);
    expect([state, problem?.code, found]).toEqual(['failed', 'traffic.format-unknown', null]);
    expect(problem?.message).toContain('HTML');
  });

  test('throttle.finishImport reads what was sent to its end', async () => {
    const importId = await sent([{ name: 'log.csv', text: 'time,user\n2026-01-01T00:00:00Z,ann\n' }]);
    expect(await client.throttle.finishImport({ importId })).toMatchObject({ traceRequests: 1 });
  });

  test('throttle.sendLive sends to the running gateway as planned, and throttle.live shows the buckets', async () => {
    const { id: runId } = await client.throttle.sendLive({
      file: 'routes/01-orders.json',
      traffic: { ...traffic, durationSeconds: 1 },
    });
    const done = await eventually(async () => {
      for await (const run of await client.throttle.watchLive({ runId, streamId: streamId(), credits: 100 }))
        if (run.state !== 'running') return run;
      return null;
    });
    expect(done).toMatchObject({ state: 'done', sent: 10, accepted: 6, refused: 4, failed: 0 });
    const answers = await client.throttle.liveAnswers({ runId });
    expect(
      answers
        .filter(({ status }) => status === 429)
        .every(({ retryAfterSeconds }) => retryAfterSeconds === 2),
    ).toBe(true);
    const [filter] = await client.throttle.live();
    expect(filter).toMatchObject({
      filter: 'by-status',
      accepted: 6,
      refused: 4,
      groups: 1,
      buckets: [{ group: 'ann' }],
    });
    const [emptied] = await client.throttle.resetLive({ file: 'routes/01-orders.json', filter: 'by-status' });
    expect(emptied?.groups).toBe(0);
    for (const [file, name] of [
      ['routes/01-orders.json', 'other'],
      ['routes/none.json', 'by-status'],
    ] as const)
      expect(await codeOf(client.throttle.resetLive({ file, filter: name }))).toBe('api.not-found');
  });

  test('tokens that a live run was given are ended with it', async () => {
    const { admin } = running.engine.authorizationServer;
    const live = () => admin.count({ kind: 'user', username: 'ann@example.com (throttle-lab)' });
    const clients: Client[] = [
      {
        id: 'ann',
        attributes: { mail: 'ann@example.com' },
        patterns: [{ kind: 'steady', perSecond: 20 }],
        on429: { kind: 'drop' },
      },
    ];
    const { id: runId } = await client.throttle.sendLive({
      file: 'routes/01-orders.json',
      traffic: { ...traffic, durationSeconds: 600, clients },
    });
    expect(await eventually(async () => ((await live()).live > 0 ? await live() : null))).toMatchObject({
      live: 1,
      grants: 1,
    });
    await client.throttle.stopLive({ runId });
    await eventually(async () => ((await live()).live === 0 ? true : null));
  });

  test('throttle.stopLive ends it; a route that leads elsewhere has to be confirmed', async () => {
    const clients: Client[] = [{ id: 'ann', patterns: [{ kind: 'steady', perSecond: 1 }] }];
    const { id: runId } = await client.throttle.sendLive({
      file: 'routes/01-orders.json',
      traffic: { ...traffic, durationSeconds: 600, clients },
    });
    expect(await client.throttle.stopLive({ runId })).toMatchObject({ state: 'stopped' });
    await client.workspace.writeFile({
      file: 'routes/03-away.json',
      text: JSON.stringify({ ...route(mapped, 'https://api.example'), handler: 'ReverseProxyHandler' }),
      baseVersion: null,
    });
    expect(await codeOf(client.throttle.sendLive({ file: 'routes/03-away.json', traffic }))).toBe(
      'throttling.not-confirmed',
    );
    // It comes after the other one, and takes what that one does not.
    expect(await codeOf(client.throttle.sendLive({ file: 'routes/01-orders.json', traffic }))).toBe(
      'throttling.not-confirmed',
    );
    expect((await client.throttle.routes()).every((each) => each.isUpstreamElsewhere)).toBe(true);
    const { id: confirmed } = await client.throttle.sendLive({
      file: 'routes/01-orders.json',
      traffic,
      isConfirmed: true,
    });
    await client.throttle.stopLive({ runId: confirmed });
  });
});
