import { setTimeout } from 'node:timers/promises';
import type { Area, Bench, Case, Figure, Sample, Target } from '../harness/area.ts';
import { limit, ratio } from '../harness/targets.ts';
import type { TokenForm } from '../programs/floor-tokens.ts';
import { codeFlowParties, codeFlowPaths, startCodeFlowGenerator } from '../support/code-flows.ts';
import { type ProcessCpu, readCpu, readResidentBytes, scriptThreads, untilIdle } from '../support/cpu.ts';
import { type LoadGenerator, type LoadReport, startLoadGenerator } from '../support/load.ts';
import {
  boundCredentials,
  clientCredentials,
  connections,
  type Endpoint,
  floor,
  gatehouse,
  introspection,
  loadOf,
  type Prepare,
  peer,
  type Start,
  validation,
} from '../support/token-endpoints.ts';

const warmMillis = 2_000;
const loadMillis = 2_500;
const minShareOfFloor = 0.8;
const minShareOfFloorJwt = 0.9;
const minTimesPeer = 2.5;
const minTimesPeerCodeFlows = 2;
const maxTimesFloorLatency = 2;
const liveTokens = 200_000;
const maxMegabytes = 235;
const longEnoughMillis = 55_000;
const bytesPerMegabyte = 1_000_000;
/** After which what is garbage may have been given back. */
const restMillis = 12_000;

const whole: Figure = { id: 'whole', title: 'requests per CPU second, all threads', unit: '', digits: 0 };
const throughput: readonly Figure[] = [
  whole,
  { id: 'answering', title: 'requests per CPU second, answering thread', unit: '', digits: 0 },
  { id: 'rate', title: 'rate', unit: '/s', digits: 0 },
];

async function withEndpoint<T>(
  bench: Bench,
  start: Start,
  use: (endpoint: Endpoint, generator: LoadGenerator) => Promise<T>,
): Promise<T> {
  const endpoint = await start(bench);
  const generator = await startLoadGenerator();
  try {
    return await use(endpoint, generator);
  } finally {
    await Promise.all([generator.close(), endpoint.child.stop()]);
  }
}

function measureThroughput(bench: Bench, start: Start, prepare: Prepare): Promise<Sample> {
  return withEndpoint(bench, start, async (endpoint, generator) => {
    const load = await loadOf(endpoint, prepare);
    return measureUnder(endpoint, (durationMillis) => generator.run({ ...load, durationMillis }));
  });
}

/** Runs a load to warm up, then to be measured. */
async function measureUnder(
  { child: { pid }, answeringThread }: Endpoint,
  run: (durationMillis: number) => Promise<LoadReport>,
): Promise<Sample> {
  await run(warmMillis);
  await untilIdle(pid);
  const before = readCpu(pid);
  const { requests, elapsedMillis } = await run(loadMillis);
  await untilIdle(pid);
  const after = readCpu(pid);
  const threadMillis = (cpu: ProcessCpu) => scriptThreads(cpu)[answeringThread]?.millis ?? Number.NaN;
  return {
    whole: (requests / (after.millis - before.millis)) * 1_000,
    answering: (requests / (threadMillis(after) - threadMillis(before))) * 1_000,
    rate: (requests / elapsedMillis) * 1_000,
  };
}

/** Code flows of one client with pushed requests, for somebody who is signed in and has agreed. */
async function measureCodeFlows(bench: Bench, start: Start): Promise<Sample> {
  const endpoint = await start(bench);
  const generator = await startCodeFlowGenerator();
  const load = { ...codeFlowParties, origin: endpoint.url, paths: codeFlowPaths, connections };
  try {
    return await measureUnder(endpoint, (durationMillis) => generator.run({ ...load, durationMillis }));
  } finally {
    await Promise.all([generator.close(), endpoint.child.stop()]);
  }
}

const codeFlowFigures: readonly Figure[] = throughput.map((each) => ({
  ...each,
  title: each.title.replace('requests', 'flows'),
}));

function codeFlowCase(id: string, title: string, start: Start): Case {
  return { id, title, figures: codeFlowFigures, run: (bench) => measureCodeFlows(bench, start) };
}

function throughputCase(id: string, title: string, start: Start, prepare: Prepare): Case {
  return { id, title, figures: throughput, run: (bench) => measureThroughput(bench, start, prepare) };
}

function opaqueCases(id: string, title: string, prepare: Prepare): readonly Case[] {
  return [
    throughputCase(`${id}-bare`, `${title}, floor without writes`, floor('opaque', 'bare'), prepare),
    throughputCase(`${id}-floor`, `${title}, floor`, floor(), prepare),
    throughputCase(`${id}-gatehouse`, `${title}, gatehouse`, gatehouse(), prepare),
  ];
}

const signed = (['RS256', 'ES256', 'EdDSA'] as const satisfies readonly TokenForm[]).map((algorithm) => ({
  algorithm,
  id: `jwt-${algorithm.toLowerCase()}`,
}));

const jwtCases = signed.flatMap(({ algorithm, id }) => [
  throughputCase(`${id}-floor`, `JWT ${algorithm}, floor`, floor(algorithm), clientCredentials),
  throughputCase(`${id}-gatehouse`, `JWT ${algorithm}, gatehouse`, gatehouse(algorithm), clientCredentials),
]);

const latencyFigures: readonly Figure[] = [
  { id: 'pace', title: 'requests sent', unit: '/s', digits: 0 },
  { id: 'p50', title: 'time to the answer, p50', unit: 'ms', digits: 2 },
  { id: 'p99', title: 'time to the answer, p99', unit: 'ms', digits: 2 },
];

/** Half of what the floor answers at full speed, found once for all rounds: both can hold it. */
const paceOfLatency = (bench: Bench): Promise<number> =>
  bench.once('pace of latency', async () => {
    const { rate = 0 } = await measureThroughput(bench, floor(), clientCredentials);
    return Math.floor(rate / 2);
  });

async function measureLatency(bench: Bench, start: Start): Promise<Sample> {
  const pace = await paceOfLatency(bench);
  return withEndpoint(bench, start, async (endpoint, generator) => {
    const load = await loadOf(endpoint, clientCredentials);
    await generator.run({ ...load, durationMillis: warmMillis });
    await untilIdle(endpoint.child.pid);
    const paced = { ...load, requestsPerSecond: pace, durationMillis: loadMillis };
    const { requests, elapsedMillis, p50Millis, p99Millis } = await generator.run(paced);
    return { pace: (requests / elapsedMillis) * 1_000, p50: p50Millis, p99: p99Millis };
  });
}

function measureMemory(bench: Bench, start: Start): Promise<Sample> {
  return withEndpoint(bench, start, async (endpoint, generator) => {
    const { pid } = endpoint.child;
    const load = await loadOf(endpoint, clientCredentials);
    const atRest = readResidentBytes(pid) / bytesPerMegabyte;
    await generator.run({ ...load, durationMillis: longEnoughMillis, maxRequests: liveTokens });
    await untilIdle(pid);
    await setTimeout(restMillis);
    return { atRest, full: readResidentBytes(pid) / bytesPerMegabyte };
  });
}

const memoryFigures: readonly Figure[] = [
  { id: 'atRest', title: 'resident memory before', unit: 'MB', digits: 0 },
  {
    id: 'full',
    title: `resident memory with ${liveTokens.toLocaleString('en-GB')} live tokens`,
    unit: 'MB',
    digits: 0,
  },
];

function latencyCase(id: string, title: string, start: Start): Case {
  return { id, title, figures: latencyFigures, run: (bench) => measureLatency(bench, start) };
}

function memoryCase(id: string, title: string, start: Start): Case {
  return { id, title, figures: memoryFigures, run: (bench) => measureMemory(bench, start) };
}

const shareOfFloor = (title: string, id: string, atLeast: number): Target =>
  ratio(`${title} against the floor`, [`${id}-gatehouse`, 'whole'], [`${id}-floor`, 'whole'], {
    unit: '',
    atLeast,
  });

/** Token requests against a floor that does only what it must, and against a peer. */
export const authorizationServer: Area = {
  area: 'as',
  title: 'token requests for each second of CPU',
  rounds: 3,
  notes: [
    `${connections} connections as fast as the answers come; every exchange is recorded. Opaque access tokens where nothing else is said.`,
    'The floor stands on bare `node:http`: it parses the form, checks HTTP Basic by SHA-256, makes a random token (or signs a JWT with `node:crypto`, RS256 beside the answering thread) or finds one in a map by its hash. It makes the durable writes of the product through the same storage: the record of the token, and a recorded exchange of the same size in the same sealed blocks, its bodies sampled at the same rate. That exchange is prepared once and gets a new id, time and port with every request: the floor pays for writing and not for recording, tracing or redaction.',
    'With DPoP each request brings a proof of its own by one ES256 key. The floor checks what RFC 9449 §4.3 demands: one field, `typ`, `alg`, the key (imported once), signature, `htm`, `htu`, `iat`, and `jti` in a map that forgets.',
    'The floor without writes does the same and keeps tokens in memory alone; it starts no storage.',
    'A code flow is a pushed request, a redirect by the authorization endpoint and a token request with PKCE, for a user who has signed in and agreed before. Both servers issue an access token and a refresh token.',
    'oidc-provider is 9.13.3 with an adapter over a `Map`: nothing of it is written or recorded.',
    'All threads: the storage worker, the compiler and the garbage collector count, also for what is written after the last answer.',
    'The time to the answer is taken by the load generator from the sending of a request, at half of the rate that the floor reaches; the same rate for both.',
    `Resident memory is taken ${restMillis / 1_000} s after the server came to rest, of both: what is garbage by then may have been given back. It is VmRSS of the serving process, all threads and shared libraries included; for gatehouse that is every service, its screens and the activity log.`,
  ],
  cases: [
    ...opaqueCases('cc', 'client_credentials', clientCredentials),
    throughputCase('cc-peer', 'client_credentials, oidc-provider', peer, clientCredentials),
    ...opaqueCases('dpop', 'client_credentials with DPoP', boundCredentials),
    codeFlowCase('code-gatehouse', 'pushed request and code flow, gatehouse', gatehouse()),
    codeFlowCase('code-peer', 'pushed request and code flow, oidc-provider', peer),
    ...opaqueCases('vb', 'validate_bearer', validation),
    ...opaqueCases('in', 'introspection', introspection),
    ...jwtCases,
    latencyCase('p99-floor', 'client_credentials at half speed, floor', floor()),
    latencyCase('p99-gatehouse', 'client_credentials at half speed, gatehouse', gatehouse()),
    memoryCase('memory-floor', 'tokens in memory, floor', floor()),
    memoryCase('memory-gatehouse', 'tokens in memory, gatehouse', gatehouse()),
  ],
  targets: [
    shareOfFloor('client_credentials', 'cc', minShareOfFloor),
    shareOfFloor('client_credentials with DPoP', 'dpop', minShareOfFloor),
    {
      ...shareOfFloor('validate_bearer', 'vb', minShareOfFloor),
      whenMissed:
        'The answering thread alone keeps 0.87 of the floor with its fifteen rules, checked and traced; the threads of V8 that collect beside it take twice as much of a request as those of the floor.',
    },
    {
      ...shareOfFloor('introspection', 'in', minShareOfFloor),
      whenMissed:
        'The answering thread alone keeps 0.86 of the floor; the threads of V8 that collect beside it take twice as much of a request as those of the floor.',
    },
    ratio('client_credentials against oidc-provider', ['cc-gatehouse', 'whole'], ['cc-peer', 'whole'], {
      unit: '',
      atLeast: minTimesPeer,
    }),
    {
      ...ratio(
        'pushed request and code flow against oidc-provider',
        ['code-gatehouse', 'whole'],
        ['code-peer', 'whole'],
        { unit: '', atLeast: minTimesPeerCodeFlows },
      ),
      whenMissed:
        'A third of a flow is the thread that writes: six durable records and three recorded exchanges. oidc-provider writes nothing here; with all six records in groups, written as one row a kind, the ratio is 1.7.',
    },
    ...signed.map(({ algorithm, id }) => shareOfFloor(`JWT ${algorithm}`, id, minShareOfFloorJwt)),
    ratio('p99 of client_credentials against the floor', ['p99-gatehouse', 'p99'], ['p99-floor', 'p99'], {
      unit: '',
      atMost: maxTimesFloorLatency,
    }),
    limit('resident memory with 200,000 live tokens', ['memory-gatehouse', 'full'], {
      unit: 'MB',
      atMost: maxMegabytes,
    }),
  ],
};
