import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { mappingCases, mappingTargets } from '../connector-mapping.ts';
import type { Area, Bench, Case, Sample } from '../harness/area.ts';
import { limit, ratio } from '../harness/targets.ts';
import { programPath, startNode, startProgram } from '../support/child.ts';
import { serverCpu, serverCpuFigures } from '../support/server-cpu.ts';

const connections = 32;
const warmMillis = 1_500;
const loadMillis = 3_000;
const maxByHand = { get: 1.45, page: 1.25 } as const;
/** Of the rate by hand, for a walk through a long list. */
const minWalkRate = 0.8;
/** The uids of nine thousand records, by which a walk sees that a page brings nothing new. */
const maxGrowthMebibytes = 2;
const maxLongGrowthMebibytes = 20;

const figures = serverCpuFigures('request');

const people = '/openidm/system/hr/__ACCOUNT__';
const paths = {
  get: `${people}/1`,
  page: `${people}?_queryFilter=true&_pageSize=100&_pagedResultsOffset=0`,
};

async function upstreamOf(bench: Bench): Promise<string> {
  const upstream = await bench.once(
    'connector-upstream',
    () => startProgram('connector-upstream.ts'),
    (child) => child.stop(),
  );
  return `http://127.0.0.1:${JSON.parse(upstream.line).port}`;
}

async function measure(bench: Bench, program: string, path: string): Promise<Sample> {
  const remote = await upstreamOf(bench);
  const state = mkdtempSync(join(bench.directory, 'state-'));
  const host = await startProgram(program, remote, state);
  return serverCpu(host, {
    port: JSON.parse(host.line).port,
    method: 'GET',
    path,
    headers: ['Accept: application/json', 'X-Gatehouse-Username: admin', 'X-Gatehouse-Password: password'],
    body: '',
    status: 200,
    connections,
    requestsPerSecond: null,
    warmMillis,
    loadMillis,
  });
}

const hostCase = (id: string, title: string, program: string, path: string): Case => ({
  id,
  title,
  figures,
  run: (bench) => measure(bench, program, path),
});

/** A list of a hundred thousand, page by page. */
const walkCase: Case = {
  id: 'walk',
  title: 'a hundred thousand records, page by page',
  figures: [
    { id: 'growth', title: 'held after 10,000 beyond what is after 1,000', unit: 'MiB', digits: 2 },
    { id: 'growthLong', title: 'held after 100,000 beyond what is after 10,000', unit: 'MiB', digits: 2 },
    { id: 'rate', title: 'rate', unit: 'records/s', digits: 0 },
    { id: 'rateByHand', title: 'rate by hand', unit: 'records/s', digits: 0 },
  ],
  isFixed: true,
  async run(bench) {
    const remote = await upstreamOf(bench);
    const child = await startNode(['--expose-gc', programPath('connector-walk.ts'), remote]);
    return JSON.parse(child.line);
  },
};

const besideByHand = (title: string, id: keyof typeof maxByHand) =>
  ratio(title, [id, 'thread'], [`${id}-by-hand`, 'thread'], { atMost: maxByHand[id] });

/** The cost of the management interface beside a connector that was written for one remote. */
export const connector: Area = {
  area: 'connector',
  title: 'objects through the management interface',
  rounds: 9,
  notes: [
    `${connections} callers read as fast as the answers come; both stand before the same remote, and answer the same.`,
    'By hand: node:http, undici, and code for these eight attributes; nothing is configurable, recorded or traced.',
    'The connector host checks credentials and parameters by its pipeline, maps by its configuration, and records both sides of every request.',
  ],
  cases: [
    hostCase('get-by-hand', 'by hand, one object', 'connector-by-hand.ts', paths.get),
    hostCase('get', 'connector host, one object', 'connector-host.ts', paths.get),
    hostCase('page-by-hand', 'by hand, a page of 100', 'connector-by-hand.ts', paths.page),
    hostCase('page', 'connector host, a page of 100', 'connector-host.ts', paths.page),
    ...mappingCases,
    walkCase,
  ],
  targets: [
    besideByHand('CPU of one object, beside the one by hand', 'get'),
    besideByHand('CPU of a page of 100, beside the one by hand', 'page'),
    ...mappingTargets,
    limit('memory that grows with the length of a list', ['walk', 'growth'], {
      unit: 'MiB',
      digits: 2,
      atMost: maxGrowthMebibytes,
    }),
    limit('memory that grows from 10,000 records to 100,000', ['walk', 'growthLong'], {
      unit: 'MiB',
      digits: 2,
      atMost: maxLongGrowthMebibytes,
    }),
    {
      ...ratio(
        'rate of a walk through 100,000 records, beside the one by hand',
        ['walk', 'rate'],
        ['walk', 'rateByHand'],
        { atLeast: minWalkRate },
      ),
      whenMissed:
        'One page is read after the other, so that the time between two answers counts, and not the CPU alone: mapping, conversion and the comparison of uids lie in it.',
    },
  ],
};
