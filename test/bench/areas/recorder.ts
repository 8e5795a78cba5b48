import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Area, Bench, Case, Median, Sample } from '../harness/area.ts';
import { limit } from '../harness/targets.ts';
import { startProgram } from '../support/child.ts';
import { serverCpu, serverCpuFigures } from '../support/server-cpu.ts';

const connections = 32;
/** Below the 2,000/s from which the recorder samples bodies. */
const steadyPerSecond = 1_500;
const warmMillis = 700;
const loadMillis = 1_500;
const maxMicrosOnAnswerPath = 8;
const requestBytes = 200;

const loadFigures = serverCpuFigures('exchange');

async function measureUnderLoad(
  { directory }: Bench,
  manner: 'recorded' | 'unrecorded',
  requestsPerSecond: number | null,
): Promise<Sample> {
  const state = mkdtempSync(join(directory, 'state-'));
  const server = await startProgram('recorded-server.ts', manner, state);
  return serverCpu(server, {
    port: JSON.parse(server.line).port,
    path: '/as/token.oauth2',
    headers: ['Authorization: Basic YmF0Y2gtam9iOmJhdGNoLWpvYi1zZWNyZXQ=', 'Content-Type: text/plain'],
    body: 'b'.repeat(requestBytes),
    connections,
    requestsPerSecond,
    warmMillis,
    loadMillis,
  });
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
        const child = await startProgram('record-call.ts');
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
    limit('CPU that recording adds on the answer path', ['call', 'cpu'], {
      unit: 'µs',
      digits: 2,
      atMost: maxMicrosOnAnswerPath,
    }),
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
