import { safe } from '@orpc/client';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ActivityRow, PurgeKind } from '#shared/api/index.ts';
import { allTransports } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';
import { clientCredentials, signInByHand, tokenRequest } from '#test/support/people.ts';
import { startedAnew } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';

const batchJob = ['batch-job', 'planted-batch-secret'] as const;
let streams = 0;
const streamId = () => `activity-stream-${(streams += 1)}`;

async function problemOf(call: Promise<unknown>): Promise<unknown> {
  const { error } = await safe(call);
  return error instanceof Error && 'data' in error ? error.data : error;
}

/** The next message of a stream that goes on. */
async function next<T>(stream: AsyncIterator<T>): Promise<T> {
  const { done, value } = await stream.next();
  if (done === true) throw new Error('The stream has ended.');
  return value;
}

describe.each(allTransports)('activity and state over %s', (_name, connect) => {
  /** True while so much waits for the disk that no exchange is taken. */
  let isFull: boolean;
  const folder = startedAnew(temporaryDirectory);
  const running = startedAnew(async () => {
    const storage = await openTestStorage(folder.path);
    const { append } = storage.exchanges;
    return startTestEngine({
      storage: {
        ...storage,
        exchanges: { ...storage.exchanges, append: (given) => (isFull ? given.length : append(given)) },
      },
      // Local time is two hours ahead.
      zoneOffsetMinutes: 120,
    });
  });
  const connected = startedAnew(() => connect(running.engine));
  const client = startedAnew(() => connected.client);
  beforeEach(() => {
    isFull = false;
  });

  /** Records exchanges on `/n/0`, `/n/1`, …; each third fails. Returns their ids. */
  async function record(count: number): Promise<string[]> {
    const { recorder, ports } = running.engine;
    const ids = Array.from({ length: count }, (_, number) =>
      recorder.record(exchangeDraft({ target: `/n/${number}`, status: number % 3 === 0 ? 404 : 200 })),
    );
    recorder.flush();
    await ports.storage.records.commit();
    return ids;
  }
  const targets = (rows: readonly ActivityRow[]) => rows.map(({ target }) => target);

  test('activity.window: rows of a filter, the oldest first, without secrets', async () => {
    await clientCredentials(running.authorizationServer, batchJob);
    await record(9);
    const window = await client.activity.window({ filter: 'path:/n status:404', from: 1, limit: 5 });
    expect(window).toMatchObject({ total: 10, matching: 3, from: 1 });
    expect(targets(window.items)).toEqual(['/n/3', '/n/6']);
    const { items } = await client.activity.window({ filter: 'client:batch', from: 0, limit: 5 });
    expect(items).toMatchObject([{ target: '/as/token.oauth2', isPinned: false, finding: null }]);
    expect(JSON.stringify(items)).not.toContain('planted');
  });

  test('a filter that cannot be read is refused with a sentence, wherever it is given', async () => {
    const refused = {
      code: 'activity.filter-invalid',
      message: expect.stringContaining('Expected a status such as 404'),
      fix: expect.stringContaining('character 8'),
    };
    const filter = 'status:red';
    const { activity } = client;
    expect(await problemOf(activity.window({ filter, from: 0, limit: 1 }))).toMatchObject(refused);
    expect(await problemOf(activity.locate({ filter, id: 'x' }))).toMatchObject(refused);
    expect(await problemOf(activity.ids({ filter, limit: 1 }))).toMatchObject(refused);
    expect(await problemOf(activity.saveFilter({ name: 'x', filter }))).toMatchObject(refused);
    const watching = activity.watch({ filter, streamId: streamId(), credits: 1 });
    expect(await problemOf(watching.then((stream) => stream.next()))).toMatchObject(refused);
  });

  test('times of day in a filter are the machine’s', async () => {
    const at = (hours: number) => ({ startedAtMillis: Date.UTC(2026, 2, 1, hours) });
    running.engine.recorder.record(exchangeDraft({ target: '/early', ...at(11) }));
    running.engine.recorder.record(exchangeDraft({ target: '/late', ...at(12) }));
    const { ids } = await client.activity.ids({ filter: '', limit: 9 });
    const { text } = await client.exchanges.har({ ids });
    await client.state.purge({ kinds: ['exchanges'] });
    await client.exchanges.importHar({ text });
    const { items } = await eventually(async () => {
      const window = await client.activity.window({ filter: 'after:14:00', from: 0, limit: 9 });
      return window.total === 2 ? window : null;
    });
    expect(targets(items)).toEqual(['/late']);
  });

  test('a time in a filter is that of the arrival, whatever the clock of the services shows', async () => {
    running.engine.recorder.record(exchangeDraft({ startedAtMillis: Date.now() + 86_400_000 }));
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    expect((await client.activity.ids({ filter: `before:${inAnHour}`, limit: 9 })).ids).toHaveLength(1);
    expect((await client.activity.ids({ filter: `after:${inAnHour}`, limit: 9 })).ids).toEqual([]);
  });

  test('activity.locate and activity.ids find rows as soon as they are recorded', async () => {
    await record(4);
    const id = running.engine.recorder.record(exchangeDraft({ target: '/n/just-now', status: 404 }));
    expect(await client.activity.locate({ filter: 'status:404', id })).toMatchObject({ index: 2 });
    expect(await client.activity.locate({ filter: 'status:200', id })).toMatchObject({ index: null });
    const { ids } = await client.activity.ids({ filter: 'status:404', limit: 10 });
    expect(ids.at(-1)).toBe(id);
    expect((await client.activity.ids({ filter: '', limit: 2 })).ids).toHaveLength(2);
  });

  test('activity.watch begins with what is there, grows, and says no more than ten times a second', async () => {
    await record(300);
    const stream = await client.activity.watch({ filter: '', streamId: streamId(), credits: 1_000 });
    const first = await next(stream);
    expect(first).toMatchObject({ total: 300, matching: 300, notRecorded: 0, bodiesDropped: 0 });
    expect(targets(first.tail).at(0)).toBe('/n/100');
    expect(targets(first.tail).at(-1)).toBe('/n/299');
    let messages = 0;
    const reading = (async () => {
      for await (const { total } of stream) {
        messages += 1;
        if (total >= 340) return;
      }
    })();
    const from = performance.now();
    for (let number = 0; number < 40; number += 1) {
      await record(1);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await reading;
    expect(messages).toBeGreaterThan(0);
    expect(messages).toBeLessThanOrEqual((performance.now() - from) / 100 + 2);
  });

  test('what could not be recorded is counted, and told though no row comes for it', async () => {
    await record(3);
    const stream = await client.activity.watch({ filter: '', streamId: streamId(), credits: 100 });
    expect(await next(stream)).toMatchObject({ total: 3, notRecorded: 0 });
    isFull = true;
    await record(2);
    expect(await next(stream)).toMatchObject({ total: 3, notRecorded: 2, tail: [] });
    const later = await client.activity.watch({ filter: 'status:404', streamId: streamId(), credits: 1 });
    expect(await next(later)).toMatchObject({ notRecorded: 2 });
  });

  test('activity.watch: both records of an exchange are one row, told again when the second one comes', async () => {
    const { recorder, ports } = running.engine;
    const put = async (changes: Parameters<typeof exchangeDraft>[0]) => {
      const id = recorder.record(exchangeDraft({ target: '/pair', clientPort: 45_001, ...changes }));
      recorder.flush();
      await ports.storage.records.commit();
      return id;
    };
    await record(3);
    const answered = await put({ side: 'server', status: 400 });
    const facets = { sources: '', results: '-source:attacks' };
    const stream = await client.activity.watch({ filter: '', facets, streamId: streamId(), credits: 100 });
    const before = await next(stream);
    expect(before).toMatchObject({ total: 4, matching: 4 });
    expect(before.counts).toMatchObject({
      sources: { live: 4, flows: 0 },
      results: { '4xx': 2, refused: 2 },
    });
    const sent = await put({ side: 'client', service: 'flowDebugger', status: 400 });
    const after = await next(stream);
    expect(after).toMatchObject({ total: 4, matching: 4, generation: before.generation });
    expect(after.tail).toMatchObject([{ id: answered, source: 'flows', peer: { id: sent, side: 'client' } }]);
    expect(after.counts).toMatchObject({ sources: { live: 3, flows: 1 }, results: { '4xx': 2 } });
    // Whichever record was noted, one act takes the note away.
    for (const id of [sent, answered]) {
      await client.activity.markFinding({ id, note: 'Odd.' });
      expect((await client.activity.ids({ filter: 'is:finding', limit: 5 })).ids).toEqual([answered]);
      await client.activity.markFinding({ id: answered, note: null });
      expect((await client.activity.ids({ filter: 'is:finding', limit: 5 })).ids).toEqual([]);
    }
    expect(await client.activity.pin({ ids: [sent], isPinned: true })).toEqual({ changed: 1 });
    expect(await client.activity.pin({ ids: [answered], isPinned: false })).toEqual({ changed: 1 });
    expect((await client.activity.ids({ filter: 'is:pinned', limit: 5 })).ids).toEqual([]);
  });

  test('activity.pin: what is pinned can be filtered for, is told to who watches, and stays when the rest goes', async () => {
    const ids = await record(400);
    const chosen = [ids[1], ids[2]].map(String);
    const stream = await client.activity.watch({ filter: 'is:pinned', streamId: streamId(), credits: 100 });
    const before = await next(stream);
    expect(before.matching).toBe(0);
    expect(await client.activity.pin({ ids: [...chosen, 'none'], isPinned: true })).toEqual({ changed: 2 });
    expect(await client.activity.pin({ ids: chosen, isPinned: true })).toEqual({ changed: 0 });
    const after = await next(stream);
    expect(after).toMatchObject({ matching: 2, tail: [{ target: '/n/1', isPinned: true }, {}] });
    expect(after.generation).toBeGreaterThan(before.generation);
    expect(await client.activity.pin({ ids: chosen.slice(1), isPinned: false })).toEqual({ changed: 1 });
    await client.state.setRetention({ maxExchanges: 100, maxExchangeMebibytes: 1, maxAgeDays: null });
    const { items, matching } = await client.activity.window({ filter: '', from: 0, limit: 2 });
    expect(matching).toBeLessThanOrEqual(101);
    expect(items[0]).toMatchObject({ id: chosen[0], isPinned: true });
    expect(targets(items)[1]).not.toBe('/n/2');
  });

  test('activity.markFinding notes why, and takes the mark away again', async () => {
    const [id = ''] = await record(2);
    const note = 'Accepts a code twice.';
    expect(await client.activity.markFinding({ id, note })).toMatchObject({ id, finding: note });
    const found = await client.activity.window({ filter: 'is:finding', from: 0, limit: 5 });
    expect(found.items).toMatchObject([{ id, finding: note }]);
    expect(await client.activity.markFinding({ id, note: null })).toMatchObject({ finding: null });
    expect((await client.activity.ids({ filter: 'is:finding', limit: 5 })).ids).toEqual([]);
    expect(await problemOf(client.activity.markFinding({ id: 'none', note }))).toMatchObject({
      code: 'api.not-found',
    });
  });

  test('activity.related: the requests of the same run, and the record taken at the other end', async () => {
    const { id: runId } = await client.flows.start({
      kind: 'client-credentials',
      clientId: 'batch-job',
      username: null,
      mode: 'run',
      browser: 'system',
    });
    const [token, resource] = (await client.flows.get({ runId })).steps;
    const related = await client.activity.related({ id: token?.clientExchangeId ?? '' });
    const ids = related.map(({ id }) => id);
    expect(ids).toContain(token?.serverExchangeId);
    expect(ids).toContain(resource?.clientExchangeId);
    expect(ids).not.toContain(token?.clientExchangeId);
    expect(ids).toEqual(ids.toSorted());
  });

  test('activity.saveFilter, savedFilters and removeFilter', async () => {
    const slow = await client.activity.saveFilter({ name: 'Slow', filter: 'ms:>100' });
    const failed = await client.activity.saveFilter({ name: 'Failed', filter: 'is:failed' });
    expect(await client.activity.savedFilters()).toEqual([failed, slow]);
    const slower = await client.activity.saveFilter({ name: 'Slow', filter: 'ms:>1000' });
    expect(slower.id).toBe(slow.id);
    expect(await client.activity.removeFilter({ id: failed.id })).toEqual({ removed: true });
    expect(await client.activity.removeFilter({ id: failed.id })).toEqual({ removed: false });
    expect(await client.activity.savedFilters()).toEqual([slower]);
  });

  const counts = async () => {
    const { kinds } = await client.state.usage();
    return Object.fromEntries(kinds.map(({ kind, count }) => [kind, count])) as Record<PurgeKind, number>;
  };

  async function grant(): Promise<string> {
    const query = {
      response_type: 'code',
      client_id: 'portal-web',
      redirect_uri: `${running.upstreams}/cb`,
      scope: 'orders.read',
    };
    const signIn = { username: 'ann', password: 'planted-password' };
    const { authorizationServer } = running;
    const landed = await signInByHand({ authorizationServer, query, ...signIn });
    const portal = ['portal-web', 'planted-client-secret'] as const;
    const { body } = await tokenRequest(authorizationServer, portal, {
      grant_type: 'authorization_code',
      code: landed.searchParams.get('code') ?? '',
      redirect_uri: query.redirect_uri,
    });
    return String(body['access_token']);
  }

  test('state.usage says where the state lies and what it holds', async () => {
    await record(12);
    const usage = await client.state.usage();
    expect(usage.directory).toBe(folder.path);
    expect(usage.sizeBytes).toBeGreaterThan(1_000);
    expect(usage.kinds.map(({ kind }) => kind).toSorted()).toEqual([
      'consents',
      'drafts',
      'exchanges',
      'flowRuns',
      'jobs',
      'lintSources',
      'sandbox',
      'tokens',
    ]);
    expect(await counts()).toMatchObject({ exchanges: 12, tokens: 0 });
    expect(usage.kinds.find(({ kind }) => kind === 'exchanges')?.sizeBytes).toBeGreaterThan(100);
  });

  test('state.purge of tokens and consents: the running server knows them no more', async () => {
    const token = await grant();
    expect((await client.tokens.inspect({ token })).stored).toMatchObject({ state: 'valid' });
    const before = await counts();
    expect(before.tokens).toBeGreaterThan(2);
    expect(before.consents).toBe(1);
    expect(await client.state.purge({ kinds: ['tokens'] })).toEqual({ removed: before.tokens });
    expect((await client.tokens.inspect({ token })).stored).toBeNull();
    const orders = await fetch(`${running.upstreams}/orders`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(orders.status).toBe(401);
    expect(await counts()).toMatchObject({ tokens: 0, consents: 1 });
    expect(await client.state.purge({ kinds: ['consents'] })).toEqual({ removed: 1 });
    // Asked, and allowed, again.
    await grant();
    expect((await counts()).consents).toBe(1);
  });

  test('state.purge of runs: open ones end, and none comes back', async () => {
    const start = {
      kind: 'client-credentials',
      clientId: 'batch-job',
      username: null,
      browser: 'system',
    } as const;
    await client.flows.start({ ...start, mode: 'run' });
    const open = await client.flows.start({ ...start, mode: 'step' });
    const working = await client.flows.start({ ...start, mode: 'step' });
    const answered = problemOf(client.flows.resume({ runId: working.id }));
    // Open ones are ended first: then they count too.
    expect((await client.state.purge({ kinds: ['flowRuns'] })).removed).toBe(3);
    await answered;
    expect(await client.flows.list()).toEqual([]);
    expect(await problemOf(client.flows.next({ runId: open.id }))).toMatchObject({
      code: 'api.not-found',
    });
    expect(await counts()).toMatchObject({ flowRuns: 0 });
    expect((await client.flows.start({ ...start, mode: 'run' })).number).toBe(1);
  });

  test('state.purge of exchanges: pinned ones too, and nothing shows them any more', async () => {
    const ids = await record(30);
    await client.activity.pin({ ids, isPinned: true });
    const { generation } = await client.activity.window({ filter: '', from: 0, limit: 1 });
    expect(await client.state.purge({ kinds: ['exchanges'] })).toEqual({ removed: 30 });
    const after = await client.activity.window({ filter: '', from: 0, limit: 1 });
    expect(after).toMatchObject({ total: 0, items: [] });
    expect(after.generation).toBeGreaterThan(generation);
    expect(await problemOf(client.exchanges.get({ id: ids[29] ?? '' }))).toMatchObject({
      code: 'api.not-found',
    });
    await record(1);
    expect((await client.activity.ids({ filter: 'is:pinned', limit: 9 })).ids).toEqual([]);
    expect((await client.activity.ids({ filter: '', limit: 9 })).ids).toHaveLength(1);
  });

  test('state.purge of several kinds at once, jobs and drafts among them', async () => {
    const ids = await record(1);
    const { text } = await client.exchanges.har({ ids });
    const { jobId } = await client.exchanges.importHar({ text });
    await eventually(async () =>
      (await client.jobs.list()).some(({ id, state }) => id === jobId && state === 'done') ? true : null,
    );
    await client.drafts.put({
      file: 'oauth/users/eve.json',
      baseVersion: null,
      baseText: '',
      savedText: '',
      text: '{"username":"eve"}',
      edits: [],
      cursor: 0,
      changedAtMillis: 1_800_000_000_000,
    });
    expect(await counts()).toMatchObject({ jobs: 1, drafts: 1 });
    expect(await client.state.purge({ kinds: ['jobs', 'drafts', 'jobs'] })).toEqual({ removed: 2 });
    expect(await client.jobs.list()).toEqual([]);
    expect(await client.drafts.list()).toEqual([]);
    expect(await counts()).toMatchObject({ jobs: 0, drafts: 0, exchanges: 2 });
  });

  test('state.retention and setRetention: in force at once', async () => {
    expect(await client.state.retention()).toEqual({
      maxExchanges: 100_000,
      maxExchangeMebibytes: 512,
      maxAgeDays: null,
    });
    await record(300);
    const chosen = { maxExchanges: 100, maxExchangeMebibytes: 5, maxAgeDays: 30 };
    expect(await client.state.setRetention(chosen)).toEqual(chosen);
    expect(await client.state.retention()).toEqual(chosen);
    expect((await counts()).exchanges).toBeLessThanOrEqual(100);
    const { items } = await client.activity.window({ filter: '', from: 0, limit: 500 });
    expect(targets(items).at(-1)).toBe('/n/299');
    expect(await problemOf(client.state.setRetention({ ...chosen, maxExchanges: 1 }))).toMatchObject({
      code: 'api.invalid-input',
    });
  });
});
