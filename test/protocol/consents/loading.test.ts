import { afterEach, describe, expect, test } from 'vitest';
import { sandboxUserId } from '#main/services/platform-sandbox/index.ts';
import type { ImportView } from '#shared/api/index.ts';
import type { Loading } from '#shared/consents/index.ts';
import { type ApiClient, type ConnectedClient, connectByPort } from '#test/support/api-clients.ts';
import { codeOf } from '#test/support/api-stories.ts';
import {
  consentSheet,
  importFiles,
  isIdle,
  plannedImport,
  termsOfService,
  untilImport,
  uploadSheet,
} from '#test/support/consents.ts';
import { startPlatform, type TestPlatform } from '../platform-sandbox/platform.ts';

let platform: TestPlatform;
let connected: ConnectedClient;
let client: ApiClient;

/** The engine with the sandbox, and the sample's own worker as its loader. */
async function start(settings: object = {}, files: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const { 'gatehouse.json': _sample, ...sample } = importFiles();
  platform = await startPlatform({ ...settings }, { ...sample, ...files });
  connected = await connectByPort(platform.engine);
  client = connected.client;
}
afterEach(async () => {
  await connected.close();
  await platform.stop();
});

const usual: Loading = { pace: null, parallel: 8, readBefore: true, overwriteNewer: false };

async function planned(text: string, loading: Partial<Loading> = {}): Promise<{ id: string; hash: string }> {
  const { job } = await plannedImport(client, text);
  await client.imports.save({ id: job.id, loading: { ...usual, ...loading } });
  return { id: job.id, hash: job.plan?.hash ?? '' };
}

async function load(text: string, loading: Partial<Loading> = {}): Promise<ImportView> {
  const { id, hash } = await planned(text, loading);
  await client.imports.load({ id, planHash: hash, confirm: null });
  return idle(id, ({ state }) => state === 'loaded');
}

const idle = (id: string, isThere: (view: ImportView) => boolean) =>
  untilImport(client, id, (view) => isIdle(view) && isThere(view));
const consentPath = (number: number) => `users/${sandboxUserId(number)}/agreementConsents/${termsOfService}`;
const lastConsent = async (number: number) => (await platform.get(consentPath(number))).body['lastConsent'];
const rowOf = async (id: string, row: number) =>
  (await client.imports.rows({ id, filter: 'all', offset: row - 1, limit: 1 })).rows[0]?.settlement;
/** Requests that the platform answered, by their method and status. */
const answered = async (method: string, status: number) =>
  (await client.exchanges.list({ limit: 200, service: 'platform' })).items.filter(
    (exchange) => exchange.side === 'server' && exchange.method === method && exchange.status === status,
  ).length;

const sheetOf = (...lines: readonly string[]) =>
  `External ID,Agreement,Language,Consented at\r\n${lines.join('\r\n')}\r\n`;

describe('a platform that refuses what comes too fast', () => {
  test('every row is accepted once; what was refused waits as long as it was told, the others go on', async () => {
    // Slower than any machine on which the eight requests that go out at once could come one after the other.
    await start({ rateLimits: { directoryWrite: { requestsPerSecond: 2, burst: 2 } } });
    const { counts, job } = await load(consentSheet({ rows: 12 }), { pace: { mode: 'learned' } });
    expect(counts).toMatchObject({ total: 12, accepted: 12, failed: 0, pending: 0 });
    expect(await answered('POST', 429)).toBeGreaterThan(0);
    const settlements = await client.imports.rows({ id: job.id, filter: 'all', offset: 0, limit: 200 });
    expect(settlements.rows.every(({ settlement }) => settlement?.status === 'accepted')).toBe(true);
  });

  test('a limit that was told is kept: nothing is refused', async () => {
    // The platform counts arrivals: the eight requests that can be on their way may arrive together with a new burst.
    await start({ rateLimits: { directoryWrite: { requestsPerSecond: 40, burst: 18 } } });
    const { counts } = await load(consentSheet({ rows: 100 }), {
      pace: { mode: 'told', perSecond: 40, burst: 10 },
    });
    expect(counts.accepted).toBe(100);
    expect(await answered('POST', 429)).toBe(0);
  });
});

describe('records of another system', () => {
  test('are written under ids of the platform, and a row of which user or agreement has none is not sent', async () => {
    await start();
    const { counts, job } = await load(
      sheetOf(
        'EXT-00001,Terms of Service,en,2024-02-01T00:00:00Z',
        'NOBODY-1,Terms of Service,en,2024-02-01T00:00:00Z',
        'EXT-00002,Terms of Nobody,en,2024-02-01T00:00:00Z',
        'EXT-00003,Terms of Service,en,2024-02-03T00:00:00Z',
      ),
    );
    expect(counts).toMatchObject({ total: 2, accepted: 2 });
    const rows = (await client.imports.rows({ id: job.id, filter: 'all', offset: 0, limit: 10 })).rows;
    expect(rows.map(({ outcome }) => outcome)).toEqual([
      'ready',
      'unknown-user',
      'unknown-agreement',
      'ready',
    ]);
    const { items } = await client.exchanges.list({ limit: 200, service: 'platform' });
    const written = items.filter(({ side, method }) => side === 'server' && method === 'POST');
    expect(written.map(({ target }) => target.replace(/^.*\/environments\/[^/]+\//, '')).toSorted()).toEqual(
      [consentPath(1), consentPath(3)].toSorted(),
    );
    expect(items.filter(({ target, method }) => method === 'POST' && /EXT-|NOBODY/.test(target))).toEqual([]);
    expect(await lastConsent(2)).toBeUndefined();
  });
});

describe('what is there already', () => {
  test('a newer consent stays, the same one is not sent again, an older one gives way', async () => {
    await start();
    const text = sheetOf(
      'EXT-00001,Terms of Service,en,2024-02-01T00:00:00Z',
      'EXT-00002,Terms of Service,en,2024-02-02T00:00:00Z',
      'EXT-00003,Terms of Service,en,2024-02-03T00:00:00Z',
    );
    await load(text);
    const { counts, job } = await load(
      sheetOf(
        'EXT-00001,Terms of Service,en,2024-02-01T00:00:00Z',
        'EXT-00002,Terms of Service,en,2023-02-02T00:00:00Z',
        'EXT-00003,Terms of Service,en,2025-02-03T00:00:00Z',
      ),
    );
    expect(counts).toMatchObject({ accepted: 1, already: 2 });
    expect((await rowOf(job.id, 1))?.status).toBe('already-same');
    expect((await rowOf(job.id, 2))?.status).toBe('already-newer');
    expect(await lastConsent(2)).toMatchObject({ at: '2024-02-02T00:00:00.000Z' });
    expect(await lastConsent(3)).toMatchObject({ at: '2025-02-03T00:00:00.000Z' });
  });

  test('an older one takes its place where that is asked for', async () => {
    await start();
    await load(sheetOf('EXT-00002,Terms of Service,en,2024-02-02T00:00:00Z'));
    await load(sheetOf('EXT-00002,Terms of Service,en,2023-02-02T00:00:00Z'), { overwriteNewer: true });
    expect(await lastConsent(2)).toMatchObject({ at: '2023-02-02T00:00:00.000Z' });
  });
});

describe('a platform that fails', () => {
  test('while it answers with 503 nothing is lost, and the load goes on once it is well again', async () => {
    await start();
    const { id, hash } = await planned(consentSheet({ rows: 30 }));
    const rule = await client.faults.add({
      service: 'platform',
      effect: { kind: 'status', status: 503, body: '{"code":"UNEXPECTED_ERROR"}' },
    });
    setTimeout(() => void client.faults.remove({ id: rule.id }), 800);
    await client.imports.load({ id, planHash: hash, confirm: null });
    const { counts } = await idle(id, ({ state }) => state === 'loaded');
    expect(counts).toMatchObject({ accepted: 30, failed: 0 });
  });

  test('while it cannot be reached nothing is lost', async () => {
    await start();
    const { id, hash } = await planned(consentSheet({ rows: 30 }), {
      pace: { mode: 'told', perSecond: 30, burst: 1 },
    });
    await client.imports.load({ id, planHash: hash, confirm: null });
    await untilImport(client, id, ({ counts }) => counts.accepted > 3);
    const { port } = await client.services.stop({ key: 'platform' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(port).toBe(0);
    await client.imports.pause({ id });
    await idle(id, ({ state }) => state === 'paused');
    await client.services.start({ key: 'platform' });
    await client.imports.resume({ id });
    const { counts } = await idle(id, ({ state }) => state === 'loaded');
    expect(counts).toMatchObject({ accepted: 30, failed: 0 });
  });

  test('twenty rows that are refused for the same reason stop the load; a person lets it go on', async () => {
    await start();
    const { id, hash } = await planned(consentSheet({ rows: 60 }));
    for (let number = 1; number <= 40; number += 1)
      await platform.call('DELETE', `users/${sandboxUserId(number)}`);
    await client.imports.load({ id, planHash: hash, confirm: null });
    const halted = await idleHalted(id);
    expect(halted.problems[0]).toMatchObject({ code: 'import.halted' });
    expect(halted.counts.failed).toBeGreaterThanOrEqual(20);
    expect(halted.counts.failed).toBeLessThan(40);
    const [failure] = (await client.imports.report({ id })).failures;
    expect(failure).toMatchObject({ code: 'NOT_FOUND' });
    await client.imports.resume({ id });
    const { counts } = await idle(id, ({ state }) => state === 'loaded');
    expect(counts).toMatchObject({ accepted: 20, failed: 40, pending: 0 });
  });
});

/** A load that stopped by itself is a job that failed. */
async function idleHalted(id: string): Promise<ImportView> {
  for (;;) {
    const view = await client.imports.get({ id });
    if (view.state === 'halted' && isIdle(view)) return view;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

describe('the worker client', () => {
  test('gets a new token when the one at hand is refused in the middle of a load', async () => {
    await start();
    const { id, hash } = await planned(consentSheet({ rows: 40 }), {
      pace: { mode: 'told', perSecond: 40, burst: 1 },
    });
    await client.imports.load({ id, planHash: hash, confirm: null });
    await untilImport(client, id, ({ counts }) => counts.accepted > 3);
    platform.engine.authorizationServer.forgetTokens();
    const { counts } = await idle(id, ({ state }) => state === 'loaded');
    expect(counts).toMatchObject({ accepted: 40, failed: 0 });
    expect((await answered('GET', 401)) + (await answered('POST', 401))).toBeGreaterThan(0);
  });

  test('that is none, or may not, stops the load at once', async () => {
    await start({}, { 'oauth/clients/sandbox-worker.json': ordinaryClient });
    const { job } = await uploadedOnly();
    await client.imports.match({ id: job.id });
    const failed = await waitForFailure(job.id);
    expect(failed.work?.problem).toMatchObject({ code: 'import.target-failed' });
    expect(failed.work?.problem?.message).toContain('403');
  });
});

const ordinaryClient = {
  client_id: 'sandbox-worker',
  client_secret: 'sandbox-worker-secret',
  grant_types: ['client_credentials'],
};

async function uploadedOnly(): Promise<ImportView> {
  const view = await uploadSheet(client, consentSheet({ rows: 3 }));
  return client.imports.save({
    id: view.job.id,
    mapping: {
      user: { column: 'External ID', by: 'externalId', through: null },
      agreement: { column: 'Agreement', by: 'name' },
      language: { column: 'Language', by: 'locale' },
      consentedAt: { constant: 'now' },
    },
    target: 'sandbox',
  });
}

async function waitForFailure(id: string): Promise<ImportView> {
  for (;;) {
    const view = await client.imports.get({ id });
    if (view.work?.state === 'failed') return view;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

describe('undoing a load', () => {
  test('restores the consent that was there, revokes where there was none, leaves what was changed since', async () => {
    await start();
    await load(sheetOf('EXT-00001,Terms of Service,en,2022-01-01T00:00:00Z'));
    const before = await lastConsent(1);
    const { job } = await load(
      sheetOf(
        'EXT-00001,Terms of Service,en,2024-01-01T00:00:00Z',
        'EXT-00002,Terms of Service,en,2024-01-02T00:00:00Z',
        'EXT-00003,Terms of Service,en,2024-01-03T00:00:00Z',
      ),
    );
    // Somebody consents by himself after the load.
    await load(sheetOf('EXT-00003,Terms of Service,en,2025-05-05T00:00:00Z'));
    await client.imports.undo({ id: job.id, confirm: null });
    await idle(job.id, ({ state }) => state === 'undone');
    expect((await client.imports.report({ id: job.id })).undone).toEqual({
      restored: 1,
      revoked: 1,
      notRestorable: 1,
    });
    expect(await lastConsent(1)).toEqual(before);
    expect((await platform.get(consentPath(2))).body['status']).toBe('REVOKED');
    expect(await lastConsent(3)).toMatchObject({ at: '2025-05-05T00:00:00.000Z' });
    expect((await rowOf(job.id, 3))?.message).toContain('has changed since the load');
  });

  test('what was there before has to have been read', async () => {
    await start();
    const { job } = await load(sheetOf('EXT-00001,Terms of Service,en,2024-01-01T00:00:00Z'), {
      readBefore: false,
    });
    await client.imports.undo({ id: job.id, confirm: null });
    await idle(job.id, ({ state }) => state === 'undone');
    expect((await client.imports.report({ id: job.id })).undone).toMatchObject({
      notRestorable: 1,
      revoked: 0,
    });
    expect((await platform.get(consentPath(1))).body['status']).toBe('ACCEPTED');
  });
});

describe('a target that is not the sandbox', () => {
  test('is only written to when its name was typed', async () => {
    const elsewhere = {
      base_url: 'http://127.0.0.1:9/v1',
      token_endpoint: 'http://127.0.0.1:9/token',
      environment_id: 'e-1',
      client_id: 'c-1',
      client_secret: 'planted-elsewhere-secret',
    };
    await start({}, { 'platforms/there.json': elsewhere });
    const { job } = await plannedImport(client, consentSheet({ rows: 2 }));
    await client.imports.save({ id: job.id, target: 'there' });
    const change = { id: job.id, agreementId: termsOfService, days: 10 };
    expect(await codeOf(client.imports.applyReconsent({ ...change, confirm: null }))).toBe(
      'import.not-confirmed',
    );
    expect(await codeOf(client.imports.applyReconsent({ ...change, confirm: 'There' }))).toBe(
      'import.not-confirmed',
    );
  });
});
