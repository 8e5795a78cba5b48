import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StreamedExchange } from '#main/platform/streamed-exchange.ts';
import { GatewayContext } from '#main/services/gateway/context.ts';
import { ThrottlingFilter } from '#main/services/gateway/filters/throttling.ts';
import { Run } from '#main/services/gateway/run.ts';
import { rate, routeOf, throttlingOf } from '#test/unit/src-main/services/gateway/pure/documents.ts';

let nowMillis = 0;
let filter: ThrottlingFilter;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setImmediate'] });
  const node = throttlingOf(
    routeOf({
      requestGroupingPolicy: '${request.uri.path}',
      rate,
      cleaningInterval: '5 s',
    }),
  );
  filter = new ThrottlingFilter(node, { clock: { nowMillis: () => nowMillis } });
});
afterEach(() => {
  filter.close();
  vi.useRealTimers();
});

function ask(paths: number): void {
  for (let index = 0; index < paths; index += 1) {
    const exchange = { method: 'GET', target: `/${index}` } as StreamedExchange;
    void filter.filter(new GatewayContext(exchange, new Run([]), { env: {}, system: {} }), 0);
  }
}

const groups = () => filter.throttling(0).groupCount;

test('more full buckets than are looked through in one go are forgotten bit by bit, others served in between', () => {
  ask(45_000);
  expect(groups()).toBe(45_000);
  nowMillis += 60_000;
  vi.advanceTimersByTime(5_000);
  const left = [groups()];
  while (vi.getTimerCount() > 1) {
    vi.advanceTimersToNextTimer();
    left.push(groups());
  }
  expect(left).toEqual([25_000, 5_000, 0]);
});

test('as many as are looked through in one go need no second one', () => {
  ask(20_000);
  nowMillis += 60_000;
  vi.advanceTimersByTime(5_000);
  expect([groups(), vi.getTimerCount()]).toEqual([0, 1]);
});
