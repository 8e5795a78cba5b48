import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installationAround } from '#main/hosts/installation.ts';
import type { WorkerFiles } from '#main/platform/ports.ts';
import type { Area, Case, Figure, Sample } from '../harness/area.ts';
import { builtApplication } from '../support/build.ts';
import { ask, programPath, startNode } from '../support/child.ts';

const maxAboveMillis = 0.2;

const kinds = {
  script: 'a script',
  consent: 'imports',
  contract: 'the linter',
  har: 'a HAR document that is imported',
  simulation: 'a simulation',
} as const satisfies Partial<Record<keyof WorkerFiles, string>>;

async function measured(program: string, ...args: readonly string[]): Promise<Sample> {
  const child = await startNode([programPath(program), ...args], { hasChannel: true });
  try {
    return await ask<Sample>(child, 'measure');
  } finally {
    await child.stop();
  }
}

const entryOf = (kind: keyof WorkerFiles) =>
  installationAround(pathToFileURL(join(builtApplication(), 'out/main/headless.js')).href).workers[kind];

const figure = (id: string, title: string, unit: string, digits: number): Figure => ({
  id,
  title,
  unit,
  digits,
});

const starts: readonly Case[] = Object.entries(kinds).map(([kind, title]) => ({
  id: kind,
  title: `begins: ${title}`,
  figures: [
    figure('process', 'from the start to the first answer, a process', 'ms', 0),
    figure('memory', 'resident memory of the process', 'MB', 0),
    figure('thread', 'from the start to the first answer, a thread', 'ms', 0),
    figure('threadMemory', 'resident memory that a thread adds', 'MB', 0),
  ],
  run: () =>
    measured(
      'isolate-starts.ts',
      kind,
      entryOf(kind as keyof typeof kinds),
      join(builtApplication(), 'resources/contract'),
    ),
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
      run: () => measured('isolate-calls.ts', entryOf('script')),
    },
    ...starts,
  ],
  targets: [
    {
      title: 'a call of a script in a process, above one in a thread, median',
      unit: 'ms',
      digits: 3,
      bound: { atMost: maxAboveMillis },
      value: (median) => median('calls', 'difference'),
    },
  ],
};
