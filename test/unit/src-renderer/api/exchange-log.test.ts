import { describe, expect, test } from 'vitest';
import { addExchanges, type ExchangeLog } from '#renderer/api/exchange-log.ts';
import type { ExchangeSummary } from '#shared/api/index.ts';

const empty: ExchangeLog = { items: [], skipped: 0, notRecorded: 0, bodiesDropped: 0 };

function exchange(id: string, startedAtMillis: number): ExchangeSummary {
  return {
    id,
    side: 'server',
    service: 'authorizationServer',
    startedAtMillis,
    durationMicros: 900,
    method: 'POST',
    target: '/as/token.oauth2',
    status: 200,
    remark: '',
    rule: '',
    tags: [],
  };
}

describe('the exchange log', () => {
  test('shows the newest first, however the batches arrive', () => {
    const late = addExchanges(empty, { items: [exchange('b', 20), exchange('c', 30)] });
    const log = addExchanges(late, { items: [exchange('a', 10)] });
    expect(log.items.map((item) => item.id)).toEqual(['c', 'b', 'a']);
  });

  test('goes by arrival, not by the clock of a service, which somebody may have moved a day on', () => {
    const moved = addExchanges(empty, { items: [exchange('0a1', 86_400_000)] });
    const log = addExchanges(moved, { items: [exchange('0a2', 10), exchange('h0a3', 5)] });
    expect(log.items.map((item) => item.id)).toEqual(['h0a3', '0a2', '0a1']);
  });

  test('holds an exchange once when the stream and the first page both bring it', () => {
    const log = addExchanges(addExchanges(empty, { items: [exchange('a', 10)] }), {
      items: [exchange('a', 10)],
    });
    expect(log.items).toHaveLength(1);
  });

  test('keeps the newest of many and counts what the engine left out', () => {
    const items = Array.from({ length: 300 }, (_, index) => exchange(`x${1_000 + index}`, index));
    const log = addExchanges(addExchanges(empty, { items, skipped: 5, notRecorded: 1 }), {
      items: [],
      skipped: 7,
      notRecorded: 3,
      bodiesDropped: 2,
    });
    expect(log.items).toHaveLength(200);
    expect(log.items[0]?.id).toBe('x1299');
    // Exchanges that are not recorded are counted by the engine.
    expect([log.skipped, log.notRecorded, log.bodiesDropped]).toEqual([12, 3, 2]);
  });
});
