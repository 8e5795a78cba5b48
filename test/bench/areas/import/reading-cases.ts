import { join } from 'node:path';
import { type Bench, type Case, type Figure, figure, type Sample, type Target } from '../../harness/area.ts';
import { limit, ratio } from '../../harness/targets.ts';
import { measureOnce, programPath, startNode } from '../../support/child.ts';

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
  return measureOnce<Sample>([program, ...args]);
}

const millis = (id: string, title: string) => figure(id, title, 'ms');
const cpu = millis('cpu', 'CPU');
const own: readonly Figure[] = [
  millis('preview', 'first preview'),
  millis('ingest', 'CPU of reading'),
  millis('survey', 'CPU of the survey'),
  millis('plan', 'CPU of planning'),
  cpu,
  figure('growth', 'memory beyond that of the idle thread', 'MB'),
  figure('resident', 'memory of the process', 'MB'),
];

const caseOf = (
  id: string,
  title: string,
  figures: readonly Figure[],
  program: string,
  kind: Kind,
): Case => ({ id, title, figures, run: (bench) => measured(bench, program, kind) });

/** The cost of taking a file from its preview to its plan, beside the readers alone. */
export const readingCases: readonly Case[] = [
  caseOf('csv-floor', '1,000,000 rows of CSV, csv-parse alone', [cpu], 'import-floor.ts', 'csv'),
  caseOf('csv', '1,000,000 rows of CSV, read, surveyed and planned', own, 'import-rows.ts', 'csv'),
  caseOf(
    'xlsx-floor',
    '200,000 rows of XLSX, the streaming reader of excelts alone',
    [cpu],
    'import-floor.ts',
    'xlsx',
  ),
  caseOf('xlsx', '200,000 rows of XLSX, read, surveyed and planned', own, 'import-rows.ts', 'xlsx'),
];

/** Bounds on the cost of files. */
export const readingTargets: readonly Target[] = [
  limit('first preview of a million rows', ['csv', 'preview'], { unit: 'ms', atMost: maxPreviewMillis }),
  ratio(
    'CPU of reading, surveying and planning CSV, beside csv-parse alone',
    ['csv', 'cpu'],
    ['csv-floor', 'cpu'],
    { atMost: maxOfCsvParse },
  ),
  limit('memory that a million rows take', ['csv', 'growth'], { unit: 'MB', atMost: maxGrowthMegabytes }),
  ratio('CPU of reading XLSX, beside its reader alone', ['xlsx', 'ingest'], ['xlsx-floor', 'cpu'], {
    atMost: maxOfWorkbookReader,
  }),
  ratio(
    'CPU of reading, surveying and planning XLSX, beside its reader alone',
    ['xlsx', 'cpu'],
    ['xlsx-floor', 'cpu'],
    { atMost: maxOfWorkbookReader },
  ),
  limit('memory of the process, 200,000 rows of XLSX', ['xlsx', 'resident'], {
    unit: 'MB',
    atMost: maxResidentMegabytes,
  }),
];

/** Notes on the figures. */
export const readingNotes: readonly string[] = [
  'A file has five columns; of ten rows three are of a user who stands in it already. Every user but each fiftieth is found.',
  'CPU time is that of the whole process, the collector of garbage included; looking users up at the target is no part of it.',
  'csv-parse counts the records that its stream gives; the reader of excelts walks through all rows with shared strings and styles.',
  'Memory is the most that the process had in RAM, for what grows since the thread stands and has shown a first preview.',
];
