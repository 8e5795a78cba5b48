import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Area, Bench, Case, Figure, Sample } from '../harness/area.ts';
import type { OwnCpu } from '../programs/own-cpu.ts';
import { ask, type Child, programPath, startNode } from '../support/child.ts';
import { untilIdle } from '../support/cpu.ts';
import { type Load, startLoadGenerator } from '../support/load.ts';

const connections = 32;
const warmMillis = 1_500;
const loadMillis = 3_000;
const maxOfRelay = 1.35;
const minShareOfHttpProxy = 1.5;
const maxOfProxied = 0.5;

const figures: readonly Figure[] = [
  { id: 'thread', title: 'CPU of the serving thread', unit: 'µs/request', digits: 1 },
  { id: 'process', title: 'CPU of all threads', unit: 'µs/request', digits: 1 },
  { id: 'rate', title: 'rate', unit: '/s', digits: 0 },
];

/** Starts a proxy before an upstream. */
type Start = (upstream: string, stateDirectory: string) => Promise<Child>;

async function measure(bench: Bench, start: Start, status: number): Promise<Sample> {
  const upstream = await bench.once(
    'upstream',
    () => startNode([programPath('gateway-upstream.ts')], { hasChannel: true }),
    (child) => child.stop(),
  );
  const state = mkdtempSync(join(bench.directory, 'state-'));
  const proxy = await start(`http://127.0.0.1:${JSON.parse(upstream.line).port}`, state);
  const generator = await startLoadGenerator();
  try {
    const load: Omit<Load, 'durationMillis'> = {
      port: JSON.parse(proxy.line).port,
      method: 'GET',
      path: '/orders?open=true',
      headers: ['Accept: application/json', 'User-Agent: load', 'X-User: ann@example.com'],
      body: '',
      status,
      connections,
      requestsPerSecond: null,
    };
    // The one request that the strictest rate lets pass.
    if (status !== 200)
      await generator.run({ ...load, status: 200, connections: 1, maxRequests: 1, durationMillis: 5_000 });
    await generator.run({ ...load, durationMillis: warmMillis });
    await untilIdle(proxy.pid);
    const before = await ask<OwnCpu>(proxy, 'cpu');
    const { requests, elapsedMillis } = await generator.run({ ...load, durationMillis: loadMillis });
    await untilIdle(proxy.pid);
    const after = await ask<OwnCpu>(proxy, 'cpu');
    return {
      thread: (after.threadMicros - before.threadMicros) / requests,
      process: (after.processMicros - before.processMicros) / requests,
      rate: (requests / elapsedMillis) * 1_000,
    };
  } finally {
    await Promise.all([generator.close(), proxy.stop()]);
  }
}

const program = (name: string, ...args: readonly string[]) =>
  startNode([programPath(name), ...args], { hasChannel: true });

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
    proxyCase('relay', 'bare relay, undici', (upstream) => program('gateway-relay.ts', upstream)),
    proxyCase('gateway', 'gateway, passed on', (upstream, state) =>
      program('gateway-server.ts', upstream, state, '1000000', '1 s'),
    ),
    proxyCase(
      'refused',
      'gateway, answered with 429',
      (upstream, state) => program('gateway-server.ts', upstream, state, '1', '1 day'),
      429,
    ),
    proxyCase('fastify', '@fastify/http-proxy', (upstream) =>
      program('gateway-peer.ts', 'fastify', upstream),
    ),
    proxyCase('http-proxy', 'http-proxy', (upstream) => program('gateway-peer.ts', 'http-proxy', upstream)),
  ],
  targets: [
    {
      title: 'CPU of a request, beside the bare relay',
      unit: '×',
      digits: 2,
      bound: { atMost: maxOfRelay },
      value: (median) => median('gateway', 'thread') / median('relay', 'thread'),
    },
    {
      title: 'CPU of http-proxy, beside the gateway',
      unit: '×',
      digits: 2,
      bound: { atLeast: minShareOfHttpProxy },
      value: (median) => median('http-proxy', 'thread') / median('gateway', 'thread'),
    },
    {
      title: 'CPU of a refusal, beside a request that is passed on',
      unit: '×',
      digits: 2,
      bound: { atMost: maxOfProxied },
      value: (median) => median('refused', 'thread') / median('gateway', 'thread'),
    },
  ],
};
