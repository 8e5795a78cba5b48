import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requestsParts } from '#renderer/features/throttle/results/chart-parts.ts';
import { csvOf } from '#renderer/features/throttle/results/export-result.ts';
import { readoutsOf } from '#renderer/features/throttle/results/readout-texts.ts';
import { wholeBins } from '#renderer/features/throttle/results/request-bins.ts';
import { requestsTable } from '#renderer/features/throttle/results/tables.ts';
import { whyLines } from '#renderer/features/throttle/why/why-steps.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import { runGatehouse } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { throttledRoute } from '#test/support/throttled-route.ts';

const folder = startedAnew(temporaryDirectory);

function file(name: string, content: unknown): string {
  const path = join(folder.path, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const burst = (atSeconds: number, requests: number) => ({ kind: 'burst', atSeconds, requests });

/** Orders alone, six in ten seconds for all of them together. */
const ordersRoute = (requestGroupingPolicy: string) =>
  throttledRoute(
    { requestGroupingPolicy, rate: { numberOfRequests: 6, duration: '10 s' } },
    { name: 'Orders', condition: "${find(request.uri.path, '^/orders')}" },
  );
const route = ordersRoute('');

/**
 * By hand: two bursts of ten orders, half a minute apart, meet a full bucket of six: 12 of 20 pass, 8 are refused. Twelve
 * looks at /status and eight at /health come besides: the route takes neither.
 */
const traffic = {
  durationSeconds: 60,
  clients: [
    { id: 'shop', uri: '/orders?page=1', patterns: [burst(0, 10), burst(30, 10)] },
    { id: 'monitor', uri: '/status', patterns: [burst(0, 5), burst(20, 7)] },
    { id: 'probe', uri: 'http://gateway.example/health?deep', method: 'HEAD', patterns: [burst(40, 8)] },
  ],
};

describe('requests that the route does not take', () => {
  test('are in no figure of the route: screen, command line, report and assertion say the same', async () => {
    const report = (ending: string) => join(folder.path, `report.${ending}`);
    const run = (...more: readonly string[]) =>
      runGatehouse([
        'simulate',
        file('orders.json', route),
        file('traffic.json', traffic),
        '--assert',
        'offered = 20',
        'accepted = 12',
        'accepted = 60%',
        'refused = 8',
        'refused = 40%',
        'unthrottled = 0',
        'notTaken = 20',
        'notTaken = 50%',
        ...more,
      ]);
    const written = await run('--report', report('md'));
    expect(written.code).toBe(0);
    expect(written.stdout).toContain('offered 20, accepted 12, rejected 8 (40 %), failed 0');
    expect(written.stdout).toContain('not matched by the route 20 of 40: GET /status 12, HEAD /health 8');
    const markdown = readFileSync(report('md'), 'utf8');
    expect(markdown).toContain('| 20 | 12 | 8 | 40 % | 0 |');
    expect(markdown).toContain('The route does not match 20 of 40 requests');
    expect(markdown).toContain('| GET /status | 12 |');

    const { stdout } = await run('--json', '--bins', '6', '--report', report('csv'));
    const { figures, result } = JSON.parse(stdout) as { figures: object; result: SimulationResult };
    expect(figures).toMatchObject({
      offered: 20,
      allowed: 12,
      refused: 8,
      refusedShare: 0.4,
      unthrottled: 0,
      notTaken: 20,
      all: 40,
    });
    expect(readFileSync(report('csv'), 'utf8')).toContain('0,10,6,4,0.6,5');

    const shown = readoutsOf(result).map(({ name, value, more }) => [name, value, more]);
    expect(shown).toContainEqual(['Offered', '20', undefined]);
    expect(shown).toContainEqual(['Allowed', '12', undefined]);
    expect(shown).toContainEqual(['Rejected with 429', '8', '40%']);
    expect(shown).toContainEqual(['Not matched', '20', '50% of 40']);
    expect(csvOf(result)).toContain('0,10,6,4,0.6,5,6,4');
    // Below the line of the chart, and in a column of its own in the table.
    const { scale, series } = requestsParts(wholeBins(result), null, 'simulated');
    expect(series.map(({ values }) => [...values])).toEqual([
      [10, 0, 0, 10, 0, 0],
      [6, 0, 0, 6, 0, 0],
    ]);
    expect(scale.bottom).toBeLessThanOrEqual(-8);
    const column = requestsTable(result, wholeBins(result), null, 'simulated').columns.find(
      ({ id }) => id === 'not-taken',
    );
    expect([0, 1, 2, 3, 4].map((row) => column?.text(row))).toEqual(['5', '0', '7', '0', '8']);
  });

  test('are told from those that fail, which no limit refused: chart, table and legend say so', async () => {
    const keyed = ordersRoute("${request.queryParams['user'][0]}");
    const given = ['simulate', file('keyed.json', keyed), file('traffic.json', traffic), '--json'];
    const { stdout } = await runGatehouse(given);
    const { result } = JSON.parse(stdout) as { readonly result: SimulationResult };
    expect(result.totals).toMatchObject({ offered: 20, accepted: 0, refused: 0, failed: 20 });
    const { series, scale } = requestsParts(wholeBins(result), null, 'simulated');
    // Nothing is hatched as refused; the failed requests have their room.
    expect(series.flatMap(({ values }) => [...values]).every((value) => value === 0)).toBe(true);
    expect(scale.top).toBeGreaterThanOrEqual(10);
    const { columns } = requestsTable(result, wholeBins(result), null, 'simulated');
    const column = (id: string) => columns.find((each) => each.id === id)?.text(0);
    expect([column('refused'), column('failed')]).toEqual(['0', '10']);
  });

  test('hold no expectation of a traffic of which nothing is taken', async () => {
    const elsewhere = { ...traffic, clients: traffic.clients.slice(1) };
    const given = ['simulate', file('orders.json', route), file('traffic.json', elsewhere), '--assert'];
    const { code, stdout } = await runGatehouse([...given, 'refused < 1%']);
    expect(code).toBe(3);
    expect(stdout).toContain('DOES NOT HOLD: refused < 1% (was no requests that the route matches)');
    expect(await runGatehouse([...given, 'notTaken = 100%', 'offered = 0'])).toMatchObject({ code: 0 });
  });

  test('are explained by the condition, and by nothing of the filter', () => {
    const decision = {
      index: 0,
      atSeconds: 0,
      client: 'monitor',
      attempt: 1,
      group: null,
      rateText: '',
      why: 'none',
      mapped: null,
      levelBefore: 0,
      capacity: 0,
      stepSeconds: 0,
      bucket: 'none',
      isTaken: false,
      status: 200,
      waitSeconds: 0,
      retryAfterSeconds: null,
      error: null,
    } as const;
    expect(whyLines(decision, 'Orders').map(({ outcome, title }) => `${outcome}: ${title}`)).toEqual([
      'shut: Orders matches the request',
      'never: Forwarded to Orders',
    ]);
  });
});
