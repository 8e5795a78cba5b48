import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Area, Bench, Figure, Sample } from '../harness/area.ts';
import { limit } from '../harness/targets.ts';
import { type Child, programPath, startNode } from '../support/child.ts';
import { copySampleWorkspace, sampleClients, serveGatehouse, tokenPath } from '../support/gatehouse.ts';
import { portOf, startLoadGenerator, tokenRequest } from '../support/load.ts';

const connections = 32;
const warmMillis = 1_000;
const loadMillis = 4_000;
const maxDelayMillis = 10;
const reportWithinMillis = 5_000;
const pollMillis = 20;

const figures: readonly Figure[] = [
  { id: 'p50', title: 'main loop delay, p50', unit: 'ms', digits: 1 },
  { id: 'p99', title: 'main loop delay, p99', unit: 'ms', digits: 1 },
  { id: 'longest', title: 'main loop delay, longest', unit: 'ms', digits: 1 },
  { id: 'rate', title: 'token requests', unit: '/s', digits: 0 },
];

/** Starts one of the two hosts with the monitor in its main thread; `url` is that of its authorization server. */
type Start = (
  workspace: string,
  state: string,
  monitor: { readonly nodeArgs: readonly string[]; readonly env: Readonly<Record<string, string>> },
) => Promise<{ readonly child: Child; readonly url: string }>;

const startInWorker: Start = async (workspace, state, monitor) => {
  const child = await serveGatehouse(workspace, state, monitor);
  return { child, url: child.authorizationServer };
};

const startInMain: Start = async (workspace, state, { nodeArgs, env }) => {
  const args = [...nodeArgs, programPath('engine-in-main.ts'), workspace, state];
  const child = await startNode(args, { env, hasChannel: true });
  return { child, url: JSON.parse(child.line).authorizationServer };
};

async function readReport(file: string): Promise<Sample> {
  for (let waited = 0; waited < reportWithinMillis; waited += pollMillis) {
    // The file is there before its content is.
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (text !== '') return JSON.parse(text);
    await setTimeout(pollMillis);
  }
  throw new Error('The main thread did not report its delays.');
}

async function measure({ directory }: Bench, start: Start): Promise<Sample> {
  const state = mkdtempSync(join(directory, 'state-'));
  const report = join(state, 'loop.json');
  const monitor = {
    nodeArgs: ['--import', programPath('loop-monitor.ts')],
    env: { GATEHOUSE_LOOP_REPORT: report },
  };
  const { child, url } = await start(copySampleWorkspace(directory), state, monitor);
  const generator = await startLoadGenerator();
  try {
    const load = {
      port: portOf(url),
      path: tokenPath,
      ...tokenRequest(sampleClients.batch, { grant_type: 'client_credentials' }),
      connections,
      requestsPerSecond: null,
    };
    await generator.run({ ...load, durationMillis: warmMillis });
    child.process.kill('SIGUSR2');
    const { requests, elapsedMillis } = await generator.run({ ...load, durationMillis: loadMillis });
    child.process.kill('SIGUSR2');
    return { ...(await readReport(report)), rate: (requests / elapsedMillis) * 1_000 };
  } finally {
    await Promise.all([generator.close(), child.stop()]);
  }
}

/** Measures whether the window would stutter while the authorization server is saturated. */
export const loop: Area = {
  area: 'loop',
  title: 'the main loop while the authorization server is saturated',
  rounds: 3,
  notes: [
    `${connections} connections ask for opaque tokens by client_credentials as fast as the answers come.`,
    'A delay is the time between two turns of the loop of the main thread, asked for every millisecond: 1 ms is none.',
  ],
  cases: [
    { id: 'worker', title: 'engine in its worker', figures, run: (bench) => measure(bench, startInWorker) },
    { id: 'main', title: 'engine in the main thread', figures, run: (bench) => measure(bench, startInMain) },
  ],
  targets: [
    limit('p99 of the main loop delay', ['worker', 'p99'], { unit: 'ms', digits: 1, atMost: maxDelayMillis }),
  ],
};
