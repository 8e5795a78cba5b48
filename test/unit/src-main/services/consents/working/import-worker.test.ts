import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startForked } from '#main/platform/isolates/index.ts';
import { createImportWorker, dataFiles, type ImportWorker } from '#main/services/consents/working/index.ts';
import { makeFile, makeFolder, plainReading } from '../reading/files.ts';
import { makeJob, mapping, now, resolution } from './imports.ts';

const entry = new URL(
  '../../../../../../src-main/services/consents/working/consent-worker.ts',
  import.meta.url,
);

function startWorker(url = entry): ImportWorker {
  const worker = createImportWorker(url, startForked);
  onTestFinished(() => worker.close());
  return worker;
}

const largeFile = () =>
  makeFile(
    'large.csv',
    `user,note\n${Array.from({ length: 200_000 }, (_, index) => `u${index},x`).join('\n')}`,
  );

describe('the process that works on imports', () => {
  test('takes a file from its preview to its result', async () => {
    const worker = startWorker();
    const directory = makeFolder();
    const file = makeFile(
      'people.csv',
      'user,agreement,language,date\nanna,Terms,en,01/02/2025\nbert,Terms,en,13/02/2025\n',
    );
    const { reading } = await worker.preview({ file, given: {} });
    expect(await worker.ingest({ file, reading, directory })).toMatchObject({ rows: 2, problemCount: 0 });
    const suggestion = await worker.suggest({ directory });
    expect(suggestion.mapping).toEqual(mapping);
    const input = { directory, mapping, dates: null, fixes: [], nowMillis: now };
    const survey = await worker.survey(input);
    expect(survey).toMatchObject({
      users: { distinct: 2, empty: 0, examples: ['anna', 'bert'] },
      agreements: [{ value: 'Terms', count: 2 }],
      dates: { together: [{ format: 'dd/MM/yyyy', reads: 2 }], inDoubt: [] },
    });
    writeFileSync(join(directory, dataFiles.users), '["anna","id-1"]\n["bert"]\n');
    const job = makeJob({ reading, dates: { format: 'dd/MM/yyyy', zone: 'UTC' } });
    const { summary } = await worker.plan({ directory, job, resolution, nowMillis: now });
    expect(summary.outcomes).toEqual({ ready: 1, 'unknown-user': 1 });
    const page = await worker.rows({ directory, fixes: [], filter: 'problems', offset: 0, limit: 5 });
    expect(page).toMatchObject({ total: 1, rows: [{ row: 2, outcome: 'unknown-user' }] });
    const target = join(directory, 'out', 'result.csv');
    const settlements = join(directory, 'none.ndjson');
    const { sizeBytes } = await worker.result({ directory, job, what: 'result', settlements, target });
    expect(sizeBytes).toBeGreaterThan(100);
  });

  test('tells how far it is', async () => {
    const seen: (readonly [number, number | null])[] = [];
    const file = largeFile();
    await startWorker().ingest(
      { file, reading: plainReading, directory: makeFolder() },
      { onProgress: (done, total) => seen.push([done, total]) },
    );
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)?.[0]).toBe(seen.at(-1)?.[1]);
  });

  test('stops when nobody wants it any more, and goes on with other tasks', async () => {
    const worker = startWorker();
    const stop = new AbortController();
    const directory = makeFolder();
    const task = worker.ingest(
      { file: largeFile(), reading: plainReading, directory },
      { signal: stop.signal, onProgress: () => stop.abort() },
    );
    await expect(task).rejects.toMatchObject({ code: 'engine.stopped' });
    const file = makeFile('small.csv', 'user\nanna\n');
    expect(await worker.ingest({ file, reading: plainReading, directory })).toMatchObject({ rows: 1 });
  });

  test('gives the problem of a file with its code, why, and what to do', async () => {
    const file = makeFile('bad.csv', 'user\n"anna\n');
    const task = startWorker().ingest({ file, reading: plainReading, directory: makeFolder() });
    await expect(task).rejects.toMatchObject({
      code: 'import.quote-open',
      message: 'Row 2 has a quoted cell without a closing quote.',
      fix: expect.any(String),
    });
  });

  test('fails its tasks where it dies, and begins anew', async () => {
    const worker = startWorker(new URL('file:///nowhere/worker.ts'));
    await expect(worker.suggest({ directory: '/nowhere' })).rejects.toMatchObject({ code: 'api.internal' });
    await expect(worker.suggest({ directory: '/nowhere' })).rejects.toMatchObject({ code: 'api.internal' });
  });

  test('ends its tasks when it is closed', async () => {
    const worker = startWorker();
    const task = worker.ingest({ file: largeFile(), reading: plainReading, directory: makeFolder() });
    const ended = expect(task).rejects.toMatchObject({ code: 'engine.stopped' });
    await worker.close();
    await ended;
  });
});
