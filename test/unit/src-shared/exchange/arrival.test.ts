import { describe, expect, test } from 'vitest';
import { idStem, importedId } from '#main/platform/exchange-ids.ts';
import { arrivedAtMillis, keptSinceMillis } from '#shared/exchange/arrival.ts';

const nowMillis = Date.UTC(2026, 2, 1, 12);
const kept = (startedAtMillis: number, id = `${idStem(nowMillis)}0001`) =>
  arrivedAtMillis({ id, startedAtMillis, durationMicros: 3_000_000 });

describe('when an exchange arrived', () => {
  test('an id says when the record was kept', () => {
    expect(keptSinceMillis(`${idStem(nowMillis)}0001`)).toBe(nowMillis);
    expect(keptSinceMillis(importedId(`${idStem(nowMillis)}abcdef`, 4))).toBe(nowMillis);
    expect(keptSinceMillis('run-4')).toBeNull();
  });

  test('a clock of the services that was moved does not move the arrival', () => {
    expect(kept(nowMillis + 86_400_000)).toBe(nowMillis - 3_000);
    expect(kept(nowMillis - 86_400_000)).toBe(nowMillis - 3_000);
  });

  test('where the clocks agree it is the time that was recorded, to the millisecond', () => {
    expect(kept(nowMillis - 3_070)).toBe(nowMillis - 3_070);
  });

  test('an imported exchange keeps the time of its recording', () => {
    const recorded = nowMillis - 86_400_000;
    expect(kept(recorded, importedId(`${idStem(nowMillis)}abcdef`, 0))).toBe(recorded);
    expect(kept(recorded, 'run-4')).toBe(recorded);
  });
});
