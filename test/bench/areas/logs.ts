import { join } from 'node:path';
import type { Area, Bench, Case, Figure, Sample } from '../harness/area.ts';
import { limit, ratio } from '../harness/targets.ts';
import { measureOnce } from '../support/child.ts';

/** A gigabyte and a half; fewer lines tell the ratio nearly as well. */
const lines = Number(process.env['GATEHOUSE_BENCH_LOG_LINES'] ?? 10_000_000);
const maxOfReadline = 5;
const maxGrowthMegabytes = 250;

const run = (...args: Parameters<typeof measureOnce>[0]) => measureOnce<Sample>(args);

function fileOf(bench: Bench): Promise<string> {
  return bench.once('log-file', async () => {
    const path = join(bench.directory, 'access.log');
    await run('log-files.ts', path, String(lines));
    await run('log-files.ts', path, 'pack');
    return path;
  });
}

const counted: Figure = { id: 'lines', title: 'lines', unit: '', digits: 0 };
const cpu: Figure = { id: 'cpu', title: 'CPU', unit: 'ms', digits: 0 };
const growth: Figure = {
  id: 'growth',
  title: 'memory beyond that of the idle process',
  unit: 'MB',
  digits: 0,
};

const kinds = { plain: '', gzip: '.gz' } as const;
const named = { plain: 'as it is', gzip: 'packed with gzip' } as const;
type Kind = keyof typeof kinds;

const casesOf = (kind: Kind): readonly Case[] => [
  {
    id: `floor-${kind}`,
    title: `floor: node:readline, ${named[kind]}`,
    figures: [counted, cpu],
    run: async (bench) => await run('log-floor.ts', `${await fileOf(bench)}${kinds[kind]}`),
  },
  {
    id: `read-${kind}`,
    title: `read into columns, ${named[kind]}`,
    figures: [counted, cpu, growth],
    run: async (bench) => await run('log-read.ts', `${await fileOf(bench)}${kinds[kind]}`, bench.directory),
  },
];

const targetsOf = (kind: Kind): Area['targets'] => [
  ratio(`CPU beside node:readline, ${named[kind]}`, [`read-${kind}`, 'cpu'], [`floor-${kind}`, 'cpu'], {
    atMost: maxOfReadline,
  }),
  limit(`memory, ${named[kind]}`, [`read-${kind}`, 'growth'], { unit: 'MB', atMost: maxGrowthMegabytes }),
];

/** The cost of reading a day's access log. */
export const logs: Area = {
  area: 'logs',
  title: 'access logs, read into columns',
  rounds: 3,
  notes: [
    'The log is in the combined format: 5,000 clients with 400 user agents, each with 40 addresses of its own and 30 that all share; of all of them few are frequent (Zipf with exponent 1).',
    'node:readline reads the same file in the same run and does nothing with the lines; where the file is packed, both unpack it.',
    'Reading includes the digest of the file, the recognition of columns and classes, and writing the columns. CPU time is that of the whole process.',
  ],
  cases: [...casesOf('plain'), ...casesOf('gzip')],
  targets: [...targetsOf('plain'), ...targetsOf('gzip')],
};
