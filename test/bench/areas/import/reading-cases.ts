import { join } from 'node:path';
import type { Bench, Case, Figure, Sample, Target } from '../../harness/area.ts';
import { ask, programPath, startNode } from '../../support/child.ts';

const csvRows = 1_000_000;
const workbookRows = 200_000;
const maxPreviewMillis = 500;
const maxOfCsvParse = 5;
const maxGrowthMegabytes = 200;
const maxOfWorkbookReader = 2;
const maxResidentMegabytes = 400;

type Kind = 'csv' | 'xlsx';

/** Makes the file of a kind once for all cases; it goes with the folder of the benchmark. */
function fileOf(bench: Bench, kind: Kind): Promise<string> {
  return bench.once(`import-${kind}`, async () => {
    const path = join(bench.directory, `people.${kind}`);
    const rows = kind === 'csv' ? csvRows : workbookRows;
    const child = await startNode([programPath('import-files.ts'), kind, path, String(rows)]);
    await child.stop();
    return path;
  });
}

async function measured(bench: Bench, program: string, kind: Kind): Promise<Sample> {
  const path = await fileOf(bench, kind);
  const args = program === 'import-floor.ts' ? [kind, path] : [path, bench.directory];
  const child = await startNode([programPath(program), ...args], { hasChannel: true });
  try {
    return await ask<Sample>(child, 'measure');
  } finally {
    await child.stop();
  }
}

const millis = (id: string, title: string): Figure => ({ id, title, unit: 'ms', digits: 0 });
const cpu = millis('cpu', 'CPU');
const own: readonly Figure[] = [
  millis('preview', 'first preview'),
  millis('ingest', 'CPU of reading'),
  millis('survey', 'CPU of the survey'),
  millis('plan', 'CPU of planning'),
  cpu,
  { id: 'growth', title: 'memory beyond that of the idle thread', unit: 'MB', digits: 0 },
  { id: 'resident', title: 'memory of the process', unit: 'MB', digits: 0 },
];

/** The cost of taking a file from its preview to its plan, beside the readers alone. */
export const readingCases: readonly Case[] = [
  {
    id: 'csv-floor',
    title: '1,000,000 rows of CSV, csv-parse alone',
    figures: [cpu],
    run: (bench) => measured(bench, 'import-floor.ts', 'csv'),
  },
  {
    id: 'csv',
    title: '1,000,000 rows of CSV, read, surveyed and planned',
    figures: own,
    run: (bench) => measured(bench, 'import-rows.ts', 'csv'),
  },
  {
    id: 'xlsx-floor',
    title: '200,000 rows of XLSX, the streaming reader of excelts alone',
    figures: [cpu],
    run: (bench) => measured(bench, 'import-floor.ts', 'xlsx'),
  },
  {
    id: 'xlsx',
    title: '200,000 rows of XLSX, read, surveyed and planned',
    figures: own,
    run: (bench) => measured(bench, 'import-rows.ts', 'xlsx'),
  },
];

const target = (
  title: string,
  unit: string,
  digits: number,
  atMost: number,
  value: Target['value'],
): Target => ({
  title,
  unit,
  digits,
  bound: { atMost },
  value,
});

/** Bounds on the cost of files. */
export const readingTargets: readonly Target[] = [
  target('first preview of a million rows', 'ms', 0, maxPreviewMillis, (median) => median('csv', 'preview')),
  target(
    'CPU of reading, surveying and planning CSV, beside csv-parse alone',
    '×',
    2,
    maxOfCsvParse,
    (median) => median('csv', 'cpu') / median('csv-floor', 'cpu'),
  ),
  target('memory that a million rows take', 'MB', 0, maxGrowthMegabytes, (median) => median('csv', 'growth')),
  target(
    'CPU of reading XLSX, beside its reader alone',
    '×',
    2,
    maxOfWorkbookReader,
    (median) => median('xlsx', 'ingest') / median('xlsx-floor', 'cpu'),
  ),
  target(
    'CPU of reading, surveying and planning XLSX, beside its reader alone',
    '×',
    2,
    maxOfWorkbookReader,
    (median) => median('xlsx', 'cpu') / median('xlsx-floor', 'cpu'),
  ),
  target('memory of the process, 200,000 rows of XLSX', 'MB', 0, maxResidentMegabytes, (median) =>
    median('xlsx', 'resident'),
  ),
];

/** Notes on the figures. */
export const readingNotes: readonly string[] = [
  'A file has five columns; of ten rows three are of a user who stands in it already. Every user but each fiftieth is found.',
  'CPU time is that of the whole process, the collector of garbage included; looking users up at the target is no part of it.',
  'csv-parse counts the records that its stream gives; the reader of excelts walks through all rows with shared strings and styles.',
  'Memory is the most that the process had in RAM, for what grows since the thread stands and has shown a first preview.',
];
