import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Area, Bench, Case, Figure, Sample } from '../harness/area.ts';
import { type Child, programPath, startNode } from '../support/child.ts';
import { type ProcessCpu, readCpu, scriptThreads, untilIdle } from '../support/cpu.ts';
import {
  copySampleWorkspace,
  sampleClients,
  serveGatehouse,
  tokenPath,
  validateBearer,
} from '../support/gatehouse.ts';
import { portOf, startLoadGenerator, tokenRequest } from '../support/load.ts';

const connections = 32;
const warmMillis = 700;
const loadMillis = 1_500;
const goal = 0.8;

const figures: readonly Figure[] = [
  { id: 'whole', title: 'requests per CPU second, all threads', unit: '', digits: 0 },
  { id: 'answering', title: 'requests per CPU second, answering thread', unit: '', digits: 0 },
  { id: 'rate', title: 'rate', unit: '/s', digits: 0 },
];

/** A token endpoint under test. */
interface Endpoint {
  readonly child: Child;
  readonly url: string;
  /** Which of the threads that run JavaScript answers: the main one, or the first worker. */
  readonly answeringThread: number;
}

type Start = (bench: Bench) => Promise<Endpoint>;

const startGatehouse: Start = async ({ directory }) => {
  const state = mkdtempSync(join(directory, 'state-'));
  const child = await serveGatehouse(copySampleWorkspace(directory), state);
  return { child, url: child.authorizationServer, answeringThread: 1 };
};

const startFloor: Start = async ({ directory }) => {
  const state = mkdtempSync(join(directory, 'state-'));
  const args = [programPath('token-floor.ts'), state, ...Object.values(sampleClients)];
  const child = await startNode(args, { hasChannel: true });
  return { child, url: JSON.parse(child.line).authorizationServer, answeringThread: 0 };
};

/** Makes the request that is sent again and again, from one token that the server has issued. */
type Prepare = (accessToken: string) => ReturnType<typeof tokenRequest>;

const clientCredentials: Prepare = () =>
  tokenRequest(sampleClients.batch, { grant_type: 'client_credentials' });
const validation: Prepare = (token) =>
  tokenRequest(sampleClients.resourceServer, { grant_type: validateBearer, token });

async function issueOne(url: string): Promise<string> {
  const { headers, body } = clientCredentials('');
  const fields = headers.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const response = await fetch(`${url}${tokenPath}`, { method: 'POST', headers: fields, body });
  const answer = (await response.json()) as { readonly access_token?: string };
  if (answer.access_token === undefined) throw new Error('The server did not issue a token.');
  return answer.access_token;
}

async function measure(bench: Bench, start: Start, prepare: Prepare): Promise<Sample> {
  const { child, url, answeringThread } = await start(bench);
  const generator = await startLoadGenerator();
  try {
    const request = prepare(await issueOne(url));
    const load = { port: portOf(url), path: tokenPath, ...request, connections, requestsPerSecond: null };
    await generator.run({ ...load, durationMillis: warmMillis });
    await untilIdle(child.pid);
    const before = readCpu(child.pid);
    const { requests, elapsedMillis } = await generator.run({ ...load, durationMillis: loadMillis });
    await untilIdle(child.pid);
    const after = readCpu(child.pid);
    const threadMillis = (cpu: ProcessCpu) => scriptThreads(cpu)[answeringThread]?.millis ?? Number.NaN;
    return {
      whole: (requests / (after.millis - before.millis)) * 1_000,
      answering: (requests / (threadMillis(after) - threadMillis(before))) * 1_000,
      rate: (requests / elapsedMillis) * 1_000,
    };
  } finally {
    await Promise.all([generator.close(), child.stop()]);
  }
}

function endpointCase(id: string, title: string, start: Start, prepare: Prepare): Case {
  return { id, title, figures, run: (bench) => measure(bench, start, prepare) };
}

function ratio(title: string, grant: string, figure: 'whole' | 'answering') {
  return {
    title,
    unit: '',
    digits: 2,
    bound: { atLeast: goal },
    isGoal: true,
    value: (median: (caseId: string, figureId: string) => number) =>
      median(`${grant}-gatehouse`, figure) / median(`${grant}-floor`, figure),
  };
}

/** Token requests against a floor that does only what it must. */
export const authorizationServer: Area = {
  area: 'as',
  title: 'token requests for each second of CPU',
  rounds: 3,
  notes: [
    `${connections} connections as fast as the answers come; every exchange is recorded.`,
    'The floor stands on bare `node:http`: it parses the form, checks HTTP Basic by SHA-256, makes a random token or finds one in a map by its hash, and writes it through the same storage worker. It has no trace and records nothing.',
    'All threads: the storage worker, the compiler and the garbage collector count, also for what is written after the last answer.',
  ],
  cases: [
    endpointCase('cc-floor', 'client_credentials, floor', startFloor, clientCredentials),
    endpointCase('cc-gatehouse', 'client_credentials, gatehouse', startGatehouse, clientCredentials),
    endpointCase('vb-floor', 'validate_bearer, floor', startFloor, validation),
    endpointCase('vb-gatehouse', 'validate_bearer, gatehouse', startGatehouse, validation),
  ],
  targets: [
    ratio('client_credentials against the floor, all threads', 'cc', 'whole'),
    ratio('client_credentials against the floor, answering thread', 'cc', 'answering'),
    ratio('validate_bearer against the floor, all threads', 'vb', 'whole'),
    ratio('validate_bearer against the floor, answering thread', 'vb', 'answering'),
  ],
};
