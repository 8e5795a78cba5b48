import { describe, expect, test } from 'vitest';
import type { FlowStartInput } from '#shared/api/index.ts';
import { twoTransports } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const route = {
  name: 'Orders',
  baseURI: 'http://127.0.0.1:1',
  handler: {
    type: 'Chain',
    config: {
      filters: [
        {
          type: 'ThrottlingFilter',
          config: {
            requestGroupingPolicy: '${request.headers["UserId"][0]}',
            rate: { numberOfRequests: 6, duration: '10 s' },
          },
        },
      ],
      handler: { type: 'StaticResponseHandler', config: { status: 200, entity: 'ok' } },
    },
  },
};
const tenAtOnce = {
  name: 'Ten at once',
  durationSeconds: 10,
  request: { uri: 'http://localhost/orders', headers: { UserId: 'ann' } },
  clients: [
    {
      id: 'ann',
      patterns: [{ kind: 'burst' as const, atSeconds: 0, requests: 10 }],
      on429: { kind: 'drop' as const },
    },
  ],
};
const unattended: FlowStartInput = {
  kind: 'client-credentials',
  clientId: 'batch-job',
  username: null,
  mode: 'run',
  browser: 'unattended',
};

describe.each(twoTransports)('Home over %s', (_name, connect) => {
  const running = startedOnce(() =>
    startTestEngine({ files: { ...ordinaryFiles, 'routes/01-orders.json': route } }),
  );
  const connected = startedOnce(() => connect(running.engine));
  const client = startedOnce(() => connected.client);

  /** The work of a kind once it has come to a state that is asked for. */
  const workOf = (kind: string, isThere: (work: Readonly<Record<string, unknown>>) => boolean = () => true) =>
    eventually(async () => {
      const all = await client.home.recentWork();
      return all.find(({ work }) => work.kind === kind && isThere(work)) ?? null;
    });

  test('flows.plan says the steps of a run and sends none of them', async () => {
    const planned = await client.flows.plan({
      ...unattended,
      kind: 'code-pkce',
      clientId: 'portal-web',
      username: 'ann',
    });
    expect(planned.map(({ method, path, state }) => `${method} ${path} ${state}`)).toEqual([
      'GET /as/authorization.oauth2 not-reached',
      'POST /as/authorization.oauth2 not-reached',
      'GET /cb not-reached',
      'POST /as/token.oauth2 not-reached',
      // The resource server has the token validated.
      'GET /orders not-reached',
      'POST /as/token.oauth2 not-reached',
    ]);
    expect((await client.exchanges.list({})).items).toEqual([]);
    expect(await client.flows.list()).toEqual([]);
  });

  test('home.recentWork is empty where nothing was done, and has the last run with what it gave', async () => {
    expect(await client.home.recentWork()).toEqual([]);
    await client.flows.start(unattended);
    const { id } = await client.flows.start(unattended);
    const { work, ageMillis } = await workOf('run', ({ state }) => state === 'passed');
    expect(work).toMatchObject({
      id,
      number: 2,
      clientId: 'batch-job',
      // For the token, with it to the resource, and of the resource about it.
      requests: 3,
      tokens: ['access_token'],
      refusedStep: null,
    });
    expect(ageMillis).toBeGreaterThanOrEqual(0);
    expect((await client.home.recentWork()).filter(({ work: { kind } }) => kind === 'run')).toHaveLength(1);
  });

  test('home.recentWork has the last simulation of a route with its counts, and none of a policy that is not saved', async () => {
    const simulate = async (file: string | null) => {
      const { id } = await client.throttle.simulate({
        document: JSON.stringify(route),
        traffic: tenAtOnce,
        file,
      });
      await eventually(async () => await client.throttle.result({ runId: id }).catch(() => null));
    };
    await simulate(null);
    expect((await client.home.recentWork()).map(({ work }) => work.kind)).not.toContain('simulation');
    await simulate('routes/01-orders.json');
    const { work } = await workOf('simulation');
    expect(work).toMatchObject({ file: 'routes/01-orders.json', requests: 10, refused: 4 });
  });

  test('home.recentWork has what was typed and not saved', async () => {
    const file = 'routes/01-orders.json';
    const opened = await client.workspace.readFile({ file });
    await client.drafts.put({
      file,
      baseVersion: opened.version,
      savedText: opened.text,
      baseText: opened.text,
      text: '{}',
      edits: [{ at: 0, removed: opened.text, inserted: '{}', group: 1 }],
      cursor: 0,
      changedAtMillis: 1,
    });
    expect((await workOf('draft')).work).toMatchObject({ file: 'routes/01-orders.json' });
  });
});
