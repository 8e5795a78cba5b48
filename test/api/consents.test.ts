import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ImportView } from '#shared/api/index.ts';
import { codeOf, twoTransports } from '#test/support/api-stories.ts';
import {
  consentSheet,
  importFiles,
  isIdle,
  plannedImport,
  termsOfService,
  untilImport,
  uploadSheet,
} from '#test/support/consents.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const configuredPace = { mode: 'told', perSecond: 500, burst: 50 } as const;

describe.each(twoTransports)('imports of consents over %s', (_name, connect) => {
  const running = startedOnce(() => startTestEngine({ files: importFiles(), seal: true }));
  const connected = startedOnce(() => connect(running.engine));
  const client = startedOnce(() => connected.client);

  const idle = (id: string, isThere: (view: ImportView) => boolean = () => true) =>
    untilImport(client, id, (view) => isIdle(view) && isThere(view));
  const planned = async (sheet: Parameters<typeof consentSheet>[0]) => {
    const view = await plannedImport(client, consentSheet(sheet));
    return { id: view.job.id, view, hash: view.job.plan?.hash ?? '' };
  };
  const loaded = async (sheet: Parameters<typeof consentSheet>[0]) => {
    const { id, hash } = await planned(sheet);
    await client.imports.setPace({ id, pace: configuredPace, parallel: 8 });
    await client.imports.load({ id, planHash: hash, confirm: null });
    return idle(id, ({ state }) => state === 'loaded');
  };

  test('imports.targets names the sandbox of the workspace', async () => {
    const [target] = await client.imports.targets();
    expect(target).toMatchObject({ name: 'sandbox', isSandbox: true, problems: [] });
    expect(target?.baseUrl).toBe(`${running.platform}/v1`);
  });

  test('imports.create, imports.upload and imports.preview take a file in pieces and guess how it is to be read', async () => {
    const text = consentSheet({ rows: 3 });
    const { job } = await client.imports.create({
      name: 'Pieces',
      fileName: '../a b.csv',
      sizeBytes: text.length,
    });
    const piece = (from: number, to: number) => Buffer.from(text.slice(from, to)).toString('base64');
    await client.imports.upload({ id: job.id, offset: 0, base64: piece(0, 10) });
    expect(await codeOf(client.imports.upload({ id: job.id, offset: 99, base64: piece(0, 1) }))).toBe(
      'import.upload',
    );
    const { receivedBytes } = await client.imports.upload({
      id: job.id,
      offset: 10,
      base64: piece(10, text.length),
    });
    expect(receivedBytes).toBe(text.length);
    const preview = await client.imports.preview({ id: job.id, reading: { delimiter: ';' } });
    expect(preview.reading).toMatchObject({ kind: 'csv', delimiter: ';', encoding: 'utf-8' });
    const guessed = await client.imports.preview({ id: job.id });
    expect(guessed.reading).toMatchObject({ delimiter: ',', headerRow: 1 });
    expect(guessed.columns).toEqual(['External ID', 'Agreement', 'Language', 'Consented at']);
    expect(job.source.name).toBe('a b.csv');
  });

  test('imports.read, imports.suggest and imports.survey know the file whole', async () => {
    const { job, rows } = await uploadSheet(client, consentSheet({ rows: 40 }));
    expect(rows).toBe(40);
    const { mapping } = await client.imports.suggest({ id: job.id });
    expect(mapping.user).toMatchObject({ column: 'External ID', by: 'externalId' });
    const { user, agreement, language, consentedAt } = mapping;
    if (!user || !agreement || !language || !consentedAt) throw new Error('not mapped');
    const survey = await client.imports.survey({
      id: job.id,
      mapping: { user, agreement, language, consentedAt },
      dates: null,
    });
    expect(survey).toMatchObject({
      rows: 40,
      users: { distinct: 40 },
      dates: { together: [{ format: 'iso' }] },
    });
  });

  test('imports.save and imports.match freeze a plan, and another mapping thaws it', async () => {
    const { id, view } = await planned({ rows: 12, unknown: [3] });
    expect(view.job.plan).toMatchObject({ rows: 12, outcomes: { ready: 11, 'unknown-user': 1 } });
    expect(view.matches?.users).toEqual({ matched: 11, ambiguous: 0, missing: 1 });
    const changed = await client.imports.save({ id, dates: { format: 'iso', zone: 'Europe/Berlin' } });
    expect(changed).toMatchObject({ state: 'editing', job: { plan: null } });
    expect(await codeOf(client.imports.load({ id, planHash: 'x', confirm: null }))).toBe('import.not-now');
  });

  test('imports.rows, imports.fix and imports.undoFix correct rows without touching the file', async () => {
    const { id, view } = await planned({ rows: 12, unknown: [3] });
    const { rows, total } = await client.imports.rows({ id, filter: 'problems', offset: 0, limit: 10 });
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({ row: 3, outcome: 'unknown-user', column: 'External ID' });
    const [user] = await client.imports.findUsers({ id, text: 'EXT-00300' });
    expect(user?.label).toContain('EXT-00300');
    await client.imports.fix({ id, fixes: [{ kind: 'pick-user', key: 'NOBODY-3', userId: user?.id ?? '' }] });
    const fixed = await idle(id, ({ state }) => state === 'ready');
    expect(fixed.job.plan?.outcomes).toEqual({ ready: 12 });
    expect(fixed.job.plan?.hash).not.toBe(view.job.plan?.hash);
    await client.imports.undoFix({ id });
    const back = await idle(id, ({ state }) => state === 'ready');
    expect(back.job.plan?.outcomes).toEqual({ ready: 11, 'unknown-user': 1 });
    expect(back.job.plan?.hash).toBe(view.job.plan?.hash);
  });

  test('imports.dryRun shows the very requests, and imports.rehearse writes nothing', async () => {
    const { id } = await planned({ rows: 5 });
    const { samples, requests } = await client.imports.dryRun({ id, samples: 2 });
    expect(requests).toEqual({ reads: 5, writes: 5 });
    expect(samples.map(({ row }) => row)).toEqual([2, 3]);
    expect(samples[0]?.headers).toContainEqual(['Authorization', 'Bearer ACCESS_TOKEN']);
    expect(samples[0]?.headers).toContainEqual([
      'Content-Type',
      'application/vnd.gatehouse.consent.accept+json',
    ]);
    await client.imports.rehearse({ id });
    await idle(id);
    const { rehearsal } = await client.imports.dryRun({ id });
    expect(rehearsal).toMatchObject({ rows: 5, failed: 0 });
  });

  test('imports.load, imports.report and imports.output say what became of each row', async () => {
    const view = await loaded({ rows: 20, unknown: [2] });
    const { id } = view.job;
    expect(view.counts.accepted + view.counts.already).toBe(19);
    const report = await client.imports.report({ id });
    expect(report).toMatchObject({
      state: 'loaded',
      rows: 20,
      notSent: [{ outcome: 'unknown-user', rows: 1 }],
    });
    const { base64, fileName } = await client.imports.output({ id, what: 'result', offset: 0 });
    const lines = Buffer.from(base64, 'base64').toString('utf8').trimEnd().split(/\r?\n/);
    expect(fileName).toBe('consents-result.csv');
    expect(lines).toHaveLength(21);
    expect(lines[2]).toContain('NOBODY-2,Terms of Service,en');
    const html = await client.imports.output({ id, what: 'report-html', offset: 0 });
    expect(Buffer.from(html.base64, 'base64').toString('utf8')).toContain(report.sha256);
  });

  test('imports.retryFailed takes over the rows that were not sent', async () => {
    const { job } = await loaded({ rows: 8, unknown: [4, 5] });
    const made = await client.imports.retryFailed({ id: job.id });
    const view = await idle(made.job.id, ({ rows }) => rows !== null);
    expect(view.rows).toBe(2);
    expect(view.job.mapping).toEqual(job.mapping);
  });

  test('imports.undo brings back what was before', async () => {
    const { job } = await loaded({ rows: 6 });
    await client.imports.undo({ id: job.id, confirm: null });
    const undone = await idle(job.id, ({ state }) => state === 'undone');
    expect(undone.counts.accepted).toBe(0);
  });

  test('imports.pause, imports.resume and imports.cancel stop a load and let it go on', async () => {
    const { id, hash } = await planned({ rows: 60 });
    await client.imports.setPace({ id, pace: { mode: 'told', perSecond: 10, burst: 1 }, parallel: 2 });
    await client.imports.load({ id, planHash: hash, confirm: null });
    await client.imports.pause({ id });
    const paused = await idle(id, ({ state }) => state === 'paused');
    expect(paused.counts.pending).toBeGreaterThan(0);
    await client.imports.resume({ id });
    await client.imports.cancel({ id });
    const cancelled = await idle(id, ({ state }) => state === 'cancelled');
    expect(cancelled.counts.pending).toBeGreaterThan(0);
  });

  test('imports.setPace, imports.watch and imports.watchProgress follow a load and change it while it runs', async () => {
    const { id, hash } = await planned({ rows: 120 });
    await client.imports.setPace({ id, pace: { mode: 'told', perSecond: 5, burst: 1 }, parallel: 2 });
    await client.imports.load({ id, planHash: hash, confirm: null });
    const seen: number[] = [];
    const progress = await client.imports.watchProgress({ id, streamId: 'progress-stream', credits: 1_000 });
    for await (const { limitPerSecond, counts } of progress) {
      if (limitPerSecond !== null) seen.push(limitPerSecond);
      if (seen.includes(5)) break;
      expect(counts.total).toBe(120);
    }
    await client.imports.setPace({ id, pace: configuredPace, parallel: 16 });
    for await (const view of await client.imports.watch({ id, streamId: 'import-stream', credits: 1_000 }))
      if (view.state === 'loaded') break;
    const { counts } = await client.imports.get({ id });
    expect(counts.accepted + counts.already).toBe(120);
  });

  test('imports.templates, imports.saveTemplate and imports.removeTemplate keep a mapping for other files', async () => {
    const { view } = await planned({ rows: 2 });
    const { mapping, dates } = view.job;
    if (mapping === null) throw new Error('not mapped');
    expect(await client.imports.saveTemplate({ name: 'HR export', mapping, dates })).toHaveLength(1);
    expect(await client.imports.templates()).toEqual([{ name: 'HR export', mapping, dates }]);
    expect(await client.imports.removeTemplate({ name: 'HR export' })).toEqual([]);
  });

  test('imports.applyReconsent changes the period at the target', async () => {
    const { id } = await planned({ rows: 2 });
    await client.imports.applyReconsent({ id, agreementId: termsOfService, days: 4_000, confirm: null });
    const view = await idle(id, ({ state }) => state === 'ready');
    expect(view.matches?.reconsent ?? []).toEqual([]);
    expect(
      await codeOf(client.imports.applyReconsent({ id, agreementId: 'x', days: 1, confirm: null })),
    ).toBe('import.target-failed');
  });

  test('imports.open takes a job file of the machine', async () => {
    const folder = temporaryDirectory();
    writeFileSync(join(folder.path, 'people.csv'), consentSheet({ rows: 4 }));
    const jobFile = join(folder.path, 'JOB.json');
    const made = await client.imports.open({
      jobFile,
      sourceFile: join(folder.path, 'people.csv'),
      target: 'sandbox',
    });
    expect(made.job).toMatchObject({ target: 'sandbox', source: { file: 'people.csv' } });
    expect((await client.imports.open({ jobFile, sourceFile: null, target: null })).job.id).toBe(made.job.id);
    const missing = client.imports.open({
      jobFile: join(folder.path, 'no.json'),
      sourceFile: null,
      target: null,
    });
    expect(await codeOf(missing)).toBe('import.job-file');
    folder.remove();
  });

  test('imports.list, imports.forget and imports.remove: rows go, counts stay, then it goes', async () => {
    const { job } = await loaded({ rows: 3 });
    const forgotten = await client.imports.forget({ id: job.id });
    expect(forgotten).toMatchObject({ isForgotten: true, state: 'loaded', rows: 3 });
    expect((await client.imports.report({ id: job.id })).rows).toBe(3);
    expect(await codeOf(client.imports.undo({ id: job.id, confirm: null }))).toBe('import.not-now');
    expect((await client.imports.list()).map((view) => view.job.id)).toContain(job.id);
    await client.imports.remove({ id: job.id });
    expect((await client.imports.list()).map((view) => view.job.id)).not.toContain(job.id);
  });
});
