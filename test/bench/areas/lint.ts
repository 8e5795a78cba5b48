import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Area, Bench, Figure, Sample } from '../harness/area.ts';
import { ask, programPath, startNode } from '../support/child.ts';

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
  const child = await startNode([programPath(program), path, bench.directory], { hasChannel: true });
  try {
    return { ...(await ask<Sample>(child, 'measure')), size: statSync(path).size / 1_000_000 };
  } finally {
    await child.stop();
  }
}

const figure = (id: string, title: string, unit: string): Figure => ({ id, title, unit, digits: 0 });
const own: readonly Figure[] = [
  figure('size', 'size of the document', 'MB'),
  figure('cpu', 'CPU', 'ms'),
  figure('growth', 'memory beyond that of the idle process', 'MB'),
  figure('resident', 'memory of the process', 'MB'),
  figure('findings', 'findings', ''),
];

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
    {
      id: 'floor',
      title: '20,000 entries, JSON.parse of the text alone',
      figures: [figure('cpu', 'CPU', 'ms')],
      run: (bench) => measured(bench, 'lint-floor.ts', 'day'),
    },
    {
      id: 'day',
      title: '20,000 entries, linted',
      figures: own,
      run: (bench) => measured(bench, 'lint-har.ts', 'day'),
    },
    {
      id: 'large',
      title: '100,000 entries, linted',
      figures: own,
      run: (bench) => measured(bench, 'lint-har.ts', 'large'),
    },
  ],
  targets: [
    {
      title: 'CPU of linting, beside JSON.parse of the same document',
      unit: '×',
      digits: 2,
      bound: { atMost: maxOfParsing },
      value: (median) => median('day', 'cpu') / median('floor', 'cpu'),
    },
    {
      title: 'memory that the linter takes',
      unit: 'MB',
      digits: 0,
      bound: { atMost: maxGrowthMegabytes },
      value: (median) => median('day', 'growth'),
    },
    {
      title: 'memory of the process, half a gigabyte linted',
      unit: 'MB',
      digits: 0,
      bound: { atMost: maxResidentMegabytes },
      value: (median) => median('large', 'resident'),
    },
  ],
};
