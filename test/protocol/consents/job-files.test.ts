import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { sandboxUserId } from '#main/services/platform-sandbox/index.ts';
import type { ImportView } from '#shared/api/index.ts';
import type { ImportJob } from '#shared/consents/index.ts';
import { connectByPort } from '#test/support/api-clients.ts';
import { codeOf } from '#test/support/api-stories.ts';
import {
  consentSheet,
  importFiles,
  isIdle,
  plannedImport,
  termsOfService,
  untilImport,
} from '#test/support/consents.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { startPlatform } from '../platform-sandbox/platform.ts';

let jobFile: string;
let sheet: string;

const platform = startedAnew(() => {
  const { 'gatehouse.json': _sample, ...sample } = importFiles();
  return startPlatform({}, sample);
});
const connected = startedAnew(() => connectByPort(platform.engine));
const folder = startedAnew(temporaryDirectory);
const client = startedAnew(() => connected.client);
beforeEach(() => {
  jobFile = join(folder.path, 'JOB.json');
  sheet = join(folder.path, 'data', 'people.csv');
  mkdirSync(dirname(sheet));
});

const idle = (id: string, isThere: (view: ImportView) => boolean) =>
  untilImport(client, id, (view) => isIdle(view) && isThere(view));
const jobOf = (path = jobFile) => JSON.parse(readFileSync(path, 'utf8')) as ImportJob;
const slow = { mode: 'told', perSecond: 15, burst: 1 } as const;

/** A job file with a frozen plan, as the command line makes it. */
async function planned(rows: number): Promise<ImportView> {
  writeFileSync(sheet, consentSheet({ rows }));
  const { job } = await client.imports.open({ jobFile, sourceFile: sheet, target: 'sandbox' });
  const { reading } = await client.imports.preview({ id: job.id });
  await client.imports.read({ id: job.id, reading });
  await idle(job.id, (view) => view.rows !== null);
  const { mapping } = await client.imports.suggest({ id: job.id });
  const { user, agreement, language, consentedAt } = mapping;
  if (!user || !agreement || !language || !consentedAt) throw new Error('not mapped');
  await client.imports.save({
    id: job.id,
    mapping: { user, agreement, language, consentedAt },
    dates: { format: 'iso', zone: 'UTC' },
  });
  await client.imports.match({ id: job.id });
  return idle(job.id, ({ state }) => state === 'ready');
}

/** A load that was paused in its midst. */
async function paused(rows: number): Promise<string> {
  const { job } = await planned(rows);
  await client.imports.setPace({ id: job.id, pace: slow, parallel: 2 });
  await client.imports.load({ id: job.id, planHash: job.plan?.hash ?? '', confirm: null });
  await untilImport(client, job.id, ({ counts }) => counts.accepted > 2);
  await client.imports.pause({ id: job.id });
  await idle(job.id, ({ state }) => state === 'paused');
  return job.id;
}

describe('a load that was begun', () => {
  test('is not planned anew: its journal counts the rows of one plan', async () => {
    const id = await paused(30);
    writeFileSync(sheet, consentSheet({ rows: 40 }));
    expect(await codeOf(client.imports.open({ jobFile, sourceFile: sheet, target: null }))).toBe(
      'import.not-now',
    );
    expect(await codeOf(client.imports.open({ jobFile, sourceFile: null, target: 'other' }))).toBe(
      'import.not-now',
    );
    expect(await codeOf(client.imports.match({ id }))).toBe('import.not-now');
    await client.imports.setPace({ id, pace: null, parallel: 8 });
    await client.imports.resume({ id });
    const { counts } = await idle(id, ({ state }) => state === 'loaded');
    expect(counts).toMatchObject({ total: 30, accepted: 30, pending: 0 });
  });

  test('does not go on with another plan or at another target than it was begun with', async () => {
    const id = await paused(30);
    const job = jobOf();
    for (const changed of [
      { ...job, target: 'elsewhere' },
      { ...job, plan: { ...job.plan, hash: 'f'.repeat(64) } },
    ]) {
      writeFileSync(jobFile, JSON.stringify(changed));
      await client.imports.open({ jobFile, sourceFile: null, target: null });
      await client.imports.resume({ id });
      let view = await client.imports.get({ id });
      while (!isIdle(view)) view = await client.imports.get({ id });
      expect(['import.plan-changed', 'api.not-found']).toContain(view.work?.problem?.code);
      expect(view.state).toBe('paused');
    }
    writeFileSync(jobFile, JSON.stringify(job));
    await client.imports.resume({ id });
    await idle(id, ({ state }) => state === 'loaded');
  });

  test('and then undone is not begun again by its job in the list', async () => {
    const id = await paused(20);
    await client.imports.undo({ id, confirm: null });
    await idle(id, ({ state }) => state === 'undone');
    for (const { id: work, kind } of await client.jobs.list())
      if (kind === 'import-load') await client.jobs.resume({ id: work });
    const view = await idle(id, () => true);
    expect(view.state).toBe('undone');
    const path = `users/${sandboxUserId(19)}/agreementConsents/${termsOfService}`;
    expect((await platform.get(path)).body['status']).not.toBe('ACCEPTED');
  });

  test('is kept from a second one by its lock, and from being forgotten', async () => {
    const { job } = await planned(30);
    const { id } = job;
    await client.imports.setPace({ id, pace: slow, parallel: 2 });
    const load = () => client.imports.load({ id, planHash: job.plan?.hash ?? '', confirm: null });
    const codes = await Promise.all([load().then(() => ''), codeOf(load())]);
    expect(codes).toEqual(['', 'import.not-now']);
    expect(await codeOf(client.imports.forget({ id }))).toBe('import.not-now');
    expect(await codeOf(client.imports.remove({ id }))).toBe('import.not-now');
    await client.imports.cancel({ id });
    await idle(id, ({ state }) => state === 'cancelled');
  });

  test('with half a line at the end of its journal goes on, and sends no accepted row again', async () => {
    const id = await paused(20);
    const journal = `${jobFile}.data/journal.ndjson`;
    writeFileSync(journal, '["S",20,1,5,nu', { flag: 'a' });
    await client.imports.setPace({ id, pace: null, parallel: 8 });
    await client.imports.resume({ id });
    expect((await idle(id, ({ state }) => state === 'loaded')).counts.accepted).toBe(20);
    const accepted = readFileSync(journal, 'utf8')
      .split('\n')
      .flatMap((line) => /^\["D",(\d+),0/.exec(line)?.[1] ?? []);
    expect(accepted).toHaveLength(20);
    expect(new Set(accepted).size).toBe(20);
  });
});

describe('files of a person', () => {
  test('stay where they are when rows are forgotten and when the import is removed', async () => {
    const { job } = await planned(3);
    await client.imports.forget({ id: job.id });
    expect(existsSync(sheet)).toBe(true);
    expect(existsSync(`${jobFile}.data/rows.ndjson`)).toBe(false);
    await client.imports.remove({ id: job.id });
    expect(existsSync(sheet)).toBe(true);
    expect(existsSync(jobFile)).toBe(true);
    expect(existsSync(`${jobFile}.data`)).toBe(false);
  });

  test('that were sent for an import go with its rows', async () => {
    const view = await plannedImport(client, consentSheet({ rows: 3 }));
    const source = join(dirname(view.jobFile), 'source', 'consents.csv');
    expect(existsSync(source)).toBe(true);
    await client.imports.forget({ id: view.job.id });
    expect(existsSync(source)).toBe(false);
    expect(await codeOf(client.imports.rows({ id: view.job.id, filter: 'all', offset: 0, limit: 1 }))).toBe(
      'import.not-now',
    );
  });
});

test('a copy of a job file is not taken for the import of which it has the id', async () => {
  const { job } = await planned(3);
  const copy = join(folder.path, 'COPY.json');
  copyFileSync(jobFile, copy);
  expect(await codeOf(client.imports.open({ jobFile: copy, sourceFile: null, target: null }))).toBe(
    'import.job-file',
  );
  expect((await client.imports.get({ id: job.id })).jobFile).toBe(jobFile);
});

test('a hostile name of a source becomes a name of a file that lies where all outputs lie', async () => {
  const { job } = await planned(3);
  const hostile = { ...jobOf(), source: { ...jobOf().source, name: `../../\u0000${'x'.repeat(5_000)}.csv` } };
  writeFileSync(jobFile, JSON.stringify(hostile));
  await client.imports.open({ jobFile, sourceFile: null, target: null });
  const { fileName } = await client.imports.output({ id: job.id, what: 'report-json', offset: 0 });
  expect(fileName).toMatch(/^[x_.]{1,60}-report\.json$/);
  expect(existsSync(join(`${jobFile}.data`, 'out', fileName))).toBe(true);
});

test('of two pieces that are sent at once for the same place one is refused', async () => {
  const { job } = await client.imports.create({ name: 'Pieces', fileName: '..', sizeBytes: 8 });
  const piece = (text: string) => ({ id: job.id, offset: 0, base64: Buffer.from(text).toString('base64') });
  const codes = await Promise.all([
    client.imports.upload(piece('aaaa')).then(() => ''),
    codeOf(client.imports.upload(piece('bbbb'))),
  ]);
  expect(codes).toEqual(['', 'import.upload']);
});

test('rows that failed are taken over with the dialect of their file', async () => {
  const text = consentSheet({ rows: 6, unknown: [2, 5] }).replaceAll(',', ';');
  const { job } = await plannedImport(client, `Export of consents;;;\r\n${text}`);
  await client.imports.load({ id: job.id, planHash: job.plan?.hash ?? '', confirm: null });
  await idle(job.id, ({ state }) => state === 'loaded');
  const made = await client.imports.retryFailed({ id: job.id });
  const view = await idle(made.job.id, ({ rows }) => rows !== null);
  expect(view.job.reading).toEqual(job.reading);
  expect(view.rows).toBe(2);
  expect(view.columns.slice(0, 4)).toEqual(['External ID', 'Agreement', 'Language', 'Consented at']);
});

test('a revision that takes effect while a load is paused is what the rest consents to', async () => {
  const id = await paused(30);
  const languages = `agreements/${termsOfService}/languages`;
  const listed = (await platform.get(languages)).body['_embedded'] as Record<
    string,
    { id: string; locale: string }[]
  >;
  const language = listed['languages']?.find(({ locale }) => locale === 'en')?.id ?? '';
  const { status, body } = await platform.call('POST', `${languages}/${language}/revisions`, {
    body: {
      contentType: 'text/plain',
      text: 'New terms.',
      effectiveAt: new Date(platform.clock.nowMillis() + 60_000).toISOString(),
      requireReconsent: false,
    },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  platform.clock.advance(61_000);
  const before = (await client.imports.get({ id })).counts.accepted;
  await client.imports.setPace({ id, pace: null, parallel: 8 });
  await client.imports.resume({ id });
  const { counts } = await idle(id, ({ state }) => state === 'loaded');
  expect(counts).toMatchObject({ accepted: 30, failed: 0 });
  const { rows } = await client.imports.rows({ id, filter: 'all', offset: 0, limit: 100 });
  const renewed = rows.filter(({ settlement }) => settlement?.revisionId === body['id']).length;
  expect(renewed).toBeGreaterThan(0);
  expect(renewed).toBeLessThanOrEqual(30 - before);
});
