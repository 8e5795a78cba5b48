import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Area, Bench, Case, Figure, Median, Sample } from '../harness/area.ts';
import type { OwnCpu } from '../programs/own-cpu.ts';
import { ask, programPath, startNode } from '../support/child.ts';
import { untilIdle } from '../support/cpu.ts';
import { type Load, startLoadGenerator } from '../support/load.ts';

const connections = 32;
/** Below the 2,000/s from which the recorder samples bodies. */
const steadyPerSecond = 1_500;
const warmMillis = 700;
const loadMillis = 1_500;
const maxMicrosOnAnswerPath = 8;
const requestBytes = 200;

const loadFigures: readonly Figure[] = [
  { id: 'thread', title: 'CPU of the serving thread', unit: 'µs/exchange', digits: 1 },
  { id: 'process', title: 'CPU of all threads', unit: 'µs/exchange', digits: 1 },
  { id: 'rate', title: 'rate', unit: '/s', digits: 0 },
];

async function measureUnderLoad(
  { directory }: Bench,
  manner: 'recorded' | 'unrecorded',
  requestsPerSecond: number | null,
): Promise<Sample> {
  const state = mkdtempSync(join(directory, 'state-'));
  const server = await startNode([programPath('recorded-server.ts'), manner, state], { hasChannel: true });
  const generator = await startLoadGenerator();
  try {
    const { port }: { port: number } = JSON.parse(server.line);
    const load: Omit<Load, 'durationMillis'> = {
      port,
      path: '/as/token.oauth2',
      headers: ['Authorization: Basic YmF0Y2gtam9iOmJhdGNoLWpvYi1zZWNyZXQ=', 'Content-Type: text/plain'],
      body: 'b'.repeat(requestBytes),
      connections,
      requestsPerSecond,
    };
    await generator.run({ ...load, durationMillis: warmMillis });
    await untilIdle(server.pid);
    const before = await ask<OwnCpu>(server, 'cpu');
    const { requests, elapsedMillis } = await generator.run({ ...load, durationMillis: loadMillis });
    await untilIdle(server.pid);
    const after = await ask<OwnCpu>(server, 'cpu');
    return {
      thread: (after.threadMicros - before.threadMicros) / requests,
      process: (after.processMicros - before.processMicros) / requests,
      rate: (requests / elapsedMillis) * 1_000,
    };
  } finally {
    await Promise.all([generator.close(), server.stop()]);
  }
}

function loadCase(id: string, title: string, manner: 'recorded' | 'unrecorded', rate: number | null): Case {
  return { id, title, figures: loadFigures, run: (bench) => measureUnderLoad(bench, manner, rate) };
}

const added =
  (pace: 'full' | 'steady', figure: 'thread' | 'process') =>
  (median: Median): number =>
    median(`${pace}-recorded`, figure) - median(`${pace}-unrecorded`, figure);

/** The cost of recording every exchange. */
export const recorder: Area = {
  area: 'recorder',
  title: 'what recording adds to an exchange',
  rounds: 3,
  notes: [
    `Every exchange has ${requestBytes} bytes in, 300 bytes out, and a decision trace of 12 rules.`,
    'The answer path is the call of `record`, over a million drafts, the making of the draft, and the packing and encoding of each batch in its turn included.',
    'Under load the real listener records to the real storage worker, or calls a function that does nothing; what is written after the last answer counts.',
    'Above 2,000 exchanges a second the bodies of 15 in 16 are not kept.',
  ],
  cases: [
    {
      id: 'call',
      title: 'the call on the answer path',
      figures: [{ id: 'cpu', title: 'CPU', unit: 'µs/exchange', digits: 2 }],
      async run() {
        const child = await startNode([programPath('record-call.ts')], { hasChannel: true });
        await child.stop();
        const { microsPerExchange }: { microsPerExchange: number } = JSON.parse(child.line);
        return { cpu: microsPerExchange };
      },
    },
    loadCase('full-unrecorded', 'full speed, not recorded', 'unrecorded', null),
    loadCase('full-recorded', 'full speed, recorded', 'recorded', null),
    loadCase('steady-unrecorded', `${steadyPerSecond}/s, not recorded`, 'unrecorded', steadyPerSecond),
    loadCase('steady-recorded', `${steadyPerSecond}/s, recorded`, 'recorded', steadyPerSecond),
  ],
  targets: [
    {
      title: 'CPU that recording adds on the answer path',
      unit: 'µs',
      digits: 2,
      bound: { atMost: maxMicrosOnAnswerPath },
      value: (median) => median('call', 'cpu'),
    },
    {
      title: 'CPU that recording adds on the serving thread, batches included, full speed',
      unit: 'µs',
      digits: 1,
      bound: { atMost: maxMicrosOnAnswerPath },
      isGoal: true,
      value: added('full', 'thread'),
    },
    {
      title: `the same at ${steadyPerSecond}/s, bodies kept`,
      unit: 'µs',
      digits: 1,
      bound: { atMost: maxMicrosOnAnswerPath },
      isGoal: true,
      value: added('steady', 'thread'),
    },
  ],
};
