import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installationAround } from '#main/hosts/installation.ts';
import type { WorkerFiles } from '#main/platform/ports.ts';
import { type Area, type Case, figure } from '../harness/area.ts';
import { limit } from '../harness/targets.ts';
import { builtApplication } from '../support/build.ts';
import { measureOnce } from '../support/child.ts';

const maxAboveMillis = 0.2;

const kinds = {
  script: 'a script',
  consent: 'imports',
  contract: 'the linter',
  har: 'a HAR document that is imported',
  simulation: 'a simulation',
} as const satisfies Partial<Record<keyof WorkerFiles, string>>;

const entryOf = (kind: keyof WorkerFiles) =>
  installationAround(pathToFileURL(join(builtApplication(), 'out/main/headless.js')).href).workers[kind];

const starts: readonly Case[] = Object.entries(kinds).map(([kind, title]) => ({
  id: kind,
  title: `begins: ${title}`,
  figures: [
    figure('process', 'from the start to the first answer, a process', 'ms'),
    figure('memory', 'resident memory of the process', 'MB'),
    figure('thread', 'from the start to the first answer, a thread', 'ms'),
    figure('threadMemory', 'resident memory that a thread adds', 'MB'),
  ],
  run: () =>
    measureOnce([
      'isolate-starts.ts',
      kind,
      entryOf(kind as keyof typeof kinds),
      join(builtApplication(), 'resources/contract'),
    ]),
}));

/** The cost of running files and scripts of others in processes. */
export const isolates: Area = {
  area: 'isolates',
  title: 'processes for files and scripts of others, beside threads',
  rounds: 5,
  notes: [
    'A script decides a rate by what a request brings; thread and process are called by turns, 3,000 times each.',
    'A process of a script is kept for a minute after its last call, one of imports and of the linter for 30 seconds.',
    'Resident memory counts the pages of Node itself, which all processes share.',
  ],
  cases: [
    {
      id: 'calls',
      title: 'a call of a script',
      figures: [
        figure('thread', 'in a thread, median', 'ms', 3),
        figure('process', 'in a process, median', 'ms', 3),
        figure('difference', 'difference of the medians', 'ms', 3),
        figure('thread95', 'in a thread, p95', 'ms', 3),
        figure('process95', 'in a process, p95', 'ms', 3),
      ],
      run: () => measureOnce(['isolate-calls.ts', entryOf('script')]),
    },
    ...starts,
  ],
  targets: [
    limit('a call of a script in a process, above one in a thread, median', ['calls', 'difference'], {
      unit: 'ms',
      digits: 3,
      atMost: maxAboveMillis,
    }),
  ],
};
