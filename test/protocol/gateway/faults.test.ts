import { describe, expect, test } from 'vitest';
import type { FaultEffect } from '#shared/api/index.ts';
import { eventually } from '#test/support/eventually.ts';
import { proxyRoute, type RunningGateway, startGateway, startUpstream, type Upstream } from './parties.ts';

let upstream: Upstream;
let gateway: RunningGateway;

async function startSpoilt(effect: FaultEffect): Promise<RunningGateway> {
  upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { 'X-Own': '1' });
    response.write('one ');
    setTimeout(() => response.end('two'), 30);
  });
  gateway = await startGateway({ '01-all': proxyRoute(upstream.origin) });
  gateway.faults.add({ id: 'rule', service: 'gateway', path: '/orders', effect });
  return gateway;
}

describe('answers of the gateway that are spoilt on purpose', () => {
  test('a delay holds the whole answer back; another path is not touched', async () => {
    const { origin, records } = await startSpoilt({ kind: 'delay', millis: 250 });
    const started = performance.now();
    expect(await (await fetch(`${origin}/orders?x`)).text()).toBe('one two');
    expect(performance.now() - started).toBeGreaterThan(240);
    expect(records[0]).toMatchObject({ faults: ['rule'], status: 200 });
    expect(await (await fetch(`${origin}/other`)).text()).toBe('one two');
    expect(records[1]?.faults).toEqual([]);
  });

  test('a status takes the place of the upstream’s answer', async () => {
    const { origin, records } = await startSpoilt({ kind: 'status', status: 503, body: 'spoilt' });
    const response = await fetch(`${origin}/orders`);
    expect([response.status, await response.text(), response.headers.get('x-own')]).toEqual([
      503,
      'spoilt',
      null,
    ]);
    expect(records[0]).toMatchObject({ status: 503, failure: null });
  });

  test('a cut ends the answer after so many bytes', async () => {
    const { origin } = await startSpoilt({ kind: 'truncate', bytes: 5 });
    const response = await fetch(`${origin}/orders`);
    await expect(response.text()).rejects.toThrow();
    const record = await eventually(() => gateway.records[0] ?? null);
    expect(record).toMatchObject({ failure: 'truncated by a fault rule' });
    expect(Buffer.from(record.responseBody).toString()).toBe('one t');
  });

  test('a drop hangs up without a word', async () => {
    const { origin, records } = await startSpoilt({ kind: 'drop' });
    await expect(fetch(`${origin}/orders`)).rejects.toThrow();
    expect(records[0]).toMatchObject({ status: null, failure: 'dropped by a fault rule' });
  });
});
