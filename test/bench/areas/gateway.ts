import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Area, Bench, Case, Sample } from '../harness/area.ts';
import { ratio } from '../harness/targets.ts';
import { type Child, startProgram } from '../support/child.ts';
import { serverCpu, serverCpuFigures } from '../support/server-cpu.ts';

const connections = 32;
const warmMillis = 1_500;
const loadMillis = 3_000;
const maxOfRelay = 1.35;
const minShareOfHttpProxy = 1.5;
const maxOfProxied = 0.5;

const figures = serverCpuFigures('request');

/** Starts a proxy before an upstream. */
type Start = (upstream: string, stateDirectory: string) => Promise<Child>;

async function measure(bench: Bench, start: Start, status: number): Promise<Sample> {
  const upstream = await bench.once(
    'upstream',
    () => startProgram('gateway-upstream.ts'),
    (child) => child.stop(),
  );
  const state = mkdtempSync(join(bench.directory, 'state-'));
  const proxy = await start(`http://127.0.0.1:${JSON.parse(upstream.line).port}`, state);
  return serverCpu(proxy, {
    port: JSON.parse(proxy.line).port,
    method: 'GET',
    path: '/orders?open=true',
    headers: ['Accept: application/json', 'User-Agent: load', 'X-User: ann@example.com'],
    body: '',
    status,
    connections,
    requestsPerSecond: null,
    warmMillis,
    loadMillis,
    // The one request that the strictest rate lets pass.
    ...(status === 200
      ? {}
      : { first: { status: 200, connections: 1, maxRequests: 1, durationMillis: 5_000 } }),
  });
}

function proxyCase(id: string, title: string, start: Start, status = 200): Case {
  return { id, title, figures, run: (bench) => measure(bench, start, status) };
}

/** The cost of the gateway beside simpler programs. */
export const gateway: Area = {
  area: 'gateway',
  title: 'a request through the gateway',
  rounds: 3,
  notes: [
    `${connections} connections ask for a resource as fast as the answers come; all proxies stand before the same upstream, which answers 300 bytes.`,
    'The gateway chooses a route by its condition, throttles by a header, and records every exchange with its decision trace; the others only pass on.',
    'The relay is node:http and undici `Pool.dispatch` with the fields of the connection left out.',
    'The ratios are of the serving thread: what is recorded is written by another one, which counts in the CPU of all threads.',
  ],
  cases: [
    proxyCase('relay', 'bare relay, undici', (upstream) => startProgram('gateway-relay.ts', upstream)),
    proxyCase('gateway', 'gateway, passed on', (upstream, state) =>
      startProgram('gateway-server.ts', upstream, state, '1000000', '1 s'),
    ),
    proxyCase(
      'refused',
      'gateway, answered with 429',
      (upstream, state) => startProgram('gateway-server.ts', upstream, state, '1', '1 day'),
      429,
    ),
    proxyCase('fastify', '@fastify/http-proxy', (upstream) =>
      startProgram('gateway-peer.ts', 'fastify', upstream),
    ),
    proxyCase('http-proxy', 'http-proxy', (upstream) =>
      startProgram('gateway-peer.ts', 'http-proxy', upstream),
    ),
  ],
  targets: [
    ratio('CPU of a request, beside the bare relay', ['gateway', 'thread'], ['relay', 'thread'], {
      atMost: maxOfRelay,
    }),
    ratio('CPU of http-proxy, beside the gateway', ['http-proxy', 'thread'], ['gateway', 'thread'], {
      atLeast: minShareOfHttpProxy,
    }),
    ratio(
      'CPU of a refusal, beside a request that is passed on',
      ['refused', 'thread'],
      ['gateway', 'thread'],
      { atMost: maxOfProxied },
    ),
  ],
};
