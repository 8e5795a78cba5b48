import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImportView } from '#shared/api/index.ts';
import { type ConnectedClient, connectByPort } from '#test/support/api-clients.ts';
import { consentSheet, importFiles, isIdle, untilImport, uploadSheet } from '#test/support/consents.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import {
  type PlatformReply,
  type PlatformRequest,
  type SmallPlatform,
  startSmallPlatform,
} from '#test/support/small-platform.ts';
import { startedAnew } from '#test/support/started.ts';

let reply: (request: PlatformRequest) => PlatformReply | null | undefined;
let platform: SmallPlatform;
let running: TestEngine;
let connected: ConnectedClient;
let isStopped = false;

beforeEach(async () => {
  reply = () => undefined;
  isStopped = false;
  platform = await startSmallPlatform((request) => reply(request));
  running = await startTestEngine({
    files: { ...importFiles(), 'platforms/there.json': platform.target },
    seal: true,
  });
  connected = await connectByPort(running.engine);
});
const client = startedAnew(() => connected.client);
afterEach(async () => {
  if (!isStopped) await connected.close();
  if (!isStopped) await running.stop();
  await platform.close();
});

/** An import of rows that is mapped to the small platform; nothing is looked up yet. */
async function mapped(rows: number): Promise<string> {
  const { job } = await uploadSheet(client, consentSheet({ rows }));
  await client.imports.save({
    id: job.id,
    mapping: {
      user: { column: 'External ID', by: 'externalId', through: null },
      agreement: { column: 'Agreement', by: 'name' },
      language: { column: 'Language', by: 'locale' },
      consentedAt: { column: 'Consented at' },
    },
    dates: { format: 'iso', zone: 'UTC' },
    target: 'there',
  });
  return job.id;
}

async function planned(rows: number): Promise<ImportView> {
  const id = await mapped(rows);
  await client.imports.match({ id });
  return untilImport(client, id, (view) => isIdle(view) && view.state === 'ready');
}

async function begin(rows: number): Promise<string> {
  const { job } = await planned(rows);
  await client.imports.load({ id: job.id, planHash: job.plan?.hash ?? '', confirm: 'there' });
  return job.id;
}

const loaded = (id: string) => untilImport(client, id, (view) => isIdle(view) && view.state === 'loaded');
const posts = (user: string) =>
  platform.requests.filter(({ method, path }) => method === 'POST' && path.includes(`/${user}/`)).length;

describe('a platform with answers of all kinds', () => {
  test('409 is tried three times, 408 until it goes well, and another refusal is that of its row', async () => {
    const times = new Map<string, number>();
    reply = ({ method, path }) => {
      if (method !== 'POST') return undefined;
      const count = (times.get(path) ?? 0) + 1;
      times.set(path, count);
      if (path.includes('user-1/')) return { status: 409, body: { code: 'CONFLICT' } };
      if (path.includes('user-2/')) return count < 2 ? { status: 408 } : undefined;
      if (path.includes('user-3/')) return { status: 422, body: { id: 'e-7', code: 'ODD', message: 'Odd.' } };
      if (path.includes('user-4/')) return { status: 204 };
      return undefined;
    };
    const id = await begin(10);
    const { counts } = await loaded(id);
    expect(counts).toMatchObject({ total: 10, accepted: 8, failed: 2, pending: 0 });
    expect([1, 2, 3, 4].map((number) => posts(`user-${number}`))).toEqual([3, 2, 1, 1]);
    const { failures } = await client.imports.report({ id });
    expect(failures.map(({ code }) => code).toSorted()).toEqual(['CONFLICT', 'ODD']);
    const { rows } = await client.imports.rows({ id, filter: 'failed', offset: 1, limit: 5 });
    expect(rows).toMatchObject([{ row: 3, settlement: { errorId: 'e-7', httpStatus: 422 } }]);
  });

  test('one that goes on elsewhere is refused at once, and nobody elsewhere is told the token', async () => {
    const elsewhere = await startSmallPlatform(() => undefined);
    const next = `${elsewhere.origin}/v1/environments/env-1/users?cursor=2`;
    reply = ({ path }) =>
      path.startsWith('/users?')
        ? { status: 200, body: { _embedded: { users: [] }, _links: { next: { href: next } }, count: 2_000 } }
        : undefined;
    const id = await mapped(3);
    await client.imports.match({ id });
    let view = await client.imports.get({ id });
    while (!isIdle(view)) view = await client.imports.get({ id });
    expect(view.work?.problem).toMatchObject({ code: 'import.target-failed' });
    expect(view.work?.problem?.message).toContain(elsewhere.origin);
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  test('one that never answers does not keep the product from ending, and the row is known as open', async () => {
    reply = ({ method }) => (method === 'POST' ? null : undefined);
    const id = await begin(5);
    await untilImport(client, id, ({ counts }) => counts.inFlight > 0);
    await connected.close();
    await running.stop();
    isStopped = true;
  });
});

test('the secret, the token and the credentials of the client are in no view, no export and no log', async () => {
  const id = await begin(4);
  await loaded(id);
  const { items } = await client.exchanges.list({ limit: 200, service: 'platform' });
  expect(items.length).toBeGreaterThan(8);
  const details = await Promise.all(items.map(({ id: exchange }) => client.exchanges.get({ id: exchange })));
  const outputs = await Promise.all(
    (['result', 'errors', 'report-html', 'report-json', 'job'] as const).map(async (what) =>
      Buffer.from((await client.imports.output({ id, what, offset: 0 })).base64, 'base64').toString('utf8'),
    ),
  );
  const basic = Buffer.from('worker:planted-target-secret').toString('base64');
  const shown = JSON.stringify([details, outputs, running.logLines, await client.imports.get({ id })]);
  for (const secret of ['planted-target-secret', 'planted-token', basic]) expect(shown).not.toContain(secret);
});
