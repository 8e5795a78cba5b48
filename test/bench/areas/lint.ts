import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Area, type Bench, type Case, type Figure, figure, type Sample } from '../harness/area.ts';
import { limit, ratio } from '../harness/targets.ts';
import { measureOnce, programPath, startNode } from '../support/child.ts';

const maxOfParsing = 3;
const maxGrowthMegabytes = 200;
const maxResidentMegabytes = 300;

/** A HAR document: how many entries it has, and about how many bytes each. */
const documents = {
  day: { entries: 20_000, bytesOfEach: 2_250 },
  large: { entries: 100_000, bytesOfEach: 5_000 },
} as const;

function fileOf(bench: Bench, which: keyof typeof documents): Promise<string> {
  return bench.once(`lint-${which}`, async () => {
    const path = join(bench.directory, `${which}.har`);
    const { entries, bytesOfEach } = documents[which];
    const child = await startNode([programPath('lint-files.ts'), path, String(entries), String(bytesOfEach)]);
    await child.stop();
    return path;
  });
}

async function measured(bench: Bench, program: string, which: keyof typeof documents): Promise<Sample> {
  const path = await fileOf(bench, which);
  const measures = await measureOnce<Sample>([program, path, bench.directory]);
  return { ...measures, size: statSync(path).size / 1_000_000 };
}

const cpu = figure('cpu', 'CPU', 'ms');
const own: readonly Figure[] = [
  figure('size', 'size of the document', 'MB'),
  cpu,
  figure('growth', 'memory beyond that of the idle process', 'MB'),
  figure('resident', 'memory of the process', 'MB'),
  figure('findings', 'findings', ''),
];

const caseOf = (
  id: string,
  title: string,
  figures: readonly Figure[],
  program: string,
  which: keyof typeof documents,
): Case => ({ id, title, figures, run: (bench) => measured(bench, program, which) });

/** The cost of holding recorded traffic against the contract. */
export const linting: Area = {
  area: 'lint',
  title: 'the linter of the contract',
  rounds: 3,
  notes: [
    'Of 100 entries two break a rule, 40 are of the platform; the others are of the application’s own host.',
    'JSON.parse is that of the whole text, which is in memory already; the linter reads the file, and its CPU time is that of the whole process.',
    'Memory is the most that the process had in RAM, for what grows since its modules are loaded.',
  ],
  cases: [
    caseOf('floor', '20,000 entries, JSON.parse of the text alone', [cpu], 'lint-floor.ts', 'day'),
    caseOf('day', '20,000 entries, linted', own, 'lint-har.ts', 'day'),
    caseOf('large', '100,000 entries, linted', own, 'lint-har.ts', 'large'),
  ],
  targets: [
    ratio('CPU of linting, beside JSON.parse of the same document', ['day', 'cpu'], ['floor', 'cpu'], {
      atMost: maxOfParsing,
    }),
    limit('memory that the linter takes', ['day', 'growth'], { unit: 'MB', atMost: maxGrowthMegabytes }),
    limit('memory of the process, half a gigabyte linted', ['large', 'resident'], {
      unit: 'MB',
      atMost: maxResidentMegabytes,
    }),
  ],
};
