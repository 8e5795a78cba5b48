import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Area, Bench, Figure, Sample } from '../harness/area.ts';
import { limit, ratio } from '../harness/targets.ts';
import { type Child, programPath, startNode } from '../support/child.ts';
import { firstScreen, firstScreenWeight, serveSample } from '../support/first-screen.ts';
import { copySampleWorkspace, sampleClients, serveGatehouse, tokenPath } from '../support/gatehouse.ts';
import { portOf, startLoadGenerator, tokenRequest } from '../support/load.ts';

const maxTimesFloor = 9;
const whenMissed =
  'Every part of the product is read, compiled and composed anew at each start, and has grown with each part that came; no compiled code is kept between starts. Rounds lie on both sides of the bound.';
const slowestScreenMillis = 2_500;
const heaviestScreenKilobytes = 250;

const startFigures: readonly Figure[] = [
  { id: 'cpu', title: 'CPU until the ready line', unit: 'ms', digits: 0 },
  { id: 'wall', title: 'wall time until the ready line', unit: 'ms', digits: 0 },
];

async function measured(child: Child): Promise<Sample> {
  await child.stop();
  return { cpu: child.cpu.millis, wall: child.wallMillis };
}

function freshState({ directory }: Bench): string {
  return mkdtempSync(join(directory, 'state-'));
}

/** A state that has been used: tokens, exchanges, sealed secrets. */
async function usedState(bench: Bench): Promise<string> {
  const state = freshState(bench);
  const gatehouse = await serveGatehouse(copySampleWorkspace(bench.directory), state);
  const generator = await startLoadGenerator();
  const form = { grant_type: 'client_credentials' };
  await generator.run({
    port: portOf(gatehouse.authorizationServer),
    path: tokenPath,
    ...tokenRequest(sampleClients.batch, form),
    connections: 4,
    requestsPerSecond: 1_000,
    durationMillis: 1_000,
  });
  await Promise.all([generator.close(), gatehouse.stop()]);
  return state;
}

/** How much a start costs, and how soon a person can work. */
export const startup: Area = {
  area: 'startup',
  title: 'from the command to the first screen',
  rounds: 5,
  notes: [
    'The floor is a plain `node:http` server that prints a line when it listens.',
    'CPU is that of the whole process, all threads, at the moment of the ready line; every service and the screens listen by then.',
    'The used state holds 1,000 access tokens and their exchanges.',
    'The browser runs already; its profile is empty. 1 kB is 1,000 bytes.',
  ],
  cases: [
    {
      id: 'floor',
      title: 'bare node:http server',
      figures: startFigures,
      run: async () => measured(await startNode([programPath('bare-server.mjs')])),
    },
    {
      id: 'fresh',
      title: 'gatehouse serve, fresh state',
      figures: startFigures,
      run: async (bench) => measured(await serveSample(bench)),
    },
    {
      id: 'used',
      title: 'gatehouse serve, used state',
      figures: startFigures,
      async run(bench) {
        const state = await bench.once('used state', () => usedState(bench));
        return measured(await serveGatehouse(copySampleWorkspace(bench.directory), state));
      },
    },
    {
      id: 'screen',
      title: 'first screen',
      figures: [{ id: 'wall', title: 'wall time until Home shows running services', unit: 'ms', digits: 0 }],
      run: firstScreen,
    },
    firstScreenWeight,
  ],
  targets: [
    {
      ...ratio('CPU of a start with a fresh state, against the floor', ['fresh', 'cpu'], ['floor', 'cpu'], {
        digits: 1,
        atMost: maxTimesFloor,
      }),
      whenMissed,
    },
    {
      ...ratio('CPU of a start with a used state, against the floor', ['used', 'cpu'], ['floor', 'cpu'], {
        digits: 1,
        atMost: maxTimesFloor,
      }),
      whenMissed,
    },
    limit('wall time from the command to the first screen', ['screen', 'wall'], {
      unit: 'ms',
      atMost: slowestScreenMillis,
    }),
    limit('scripts of the first screen after gzip', ['page', 'gzip'], {
      unit: 'kB',
      digits: 1,
      atMost: heaviestScreenKilobytes,
    }),
  ],
};
