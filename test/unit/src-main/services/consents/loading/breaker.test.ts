import { describe, expect, test } from 'vitest';
import { createBreaker } from '#main/services/consents/loading/breaker.ts';

const failure = (httpStatus: number | null, code = 'X') => ({
  httpStatus,
  code,
  errorId: '',
  message: 'No.',
});

describe('a target that fails', () => {
  test('is left alone for a while, twice as long each time, and at most a minute', () => {
    const breaker = createBreaker();
    for (let count = 1; count < 20; count += 1)
      expect(breaker.failed(failure(503), true, 0)).toEqual({ kind: 'go-on' });
    expect(breaker.isOpen).toBe(false);
    const waits: number[] = [];
    let nowMillis = 0;
    for (let pause = 0; pause < 8; pause += 1) {
      const advice = breaker.failed(failure(503), true, nowMillis);
      if (advice.kind !== 'wait') throw new Error(advice.kind);
      waits.push(advice.millis);
      nowMillis += advice.millis;
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(breaker.isOpen).toBe(true);
  });

  test('is waited for once by all that were under way together', () => {
    const breaker = createBreaker();
    for (let count = 1; count < 20; count += 1) breaker.failed(failure(503), true, 0);
    const advices = Array.from({ length: 16 }, () => breaker.failed(failure(503), true, 100));
    expect(advices).toEqual(Array.from({ length: 16 }, () => ({ kind: 'wait', millis: 2_000 })));
  });

  test('may fail in many ways: that is one failure', () => {
    const breaker = createBreaker();
    const kinds = [
      failure(503),
      failure(502),
      failure(null, 'upstream.timeout'),
      failure(null, 'ECONNRESET'),
    ];
    for (let count = 0; count < 19; count += 1)
      breaker.failed(kinds[count % kinds.length] ?? failure(500), true, 0);
    expect(breaker.failed(failure(500), true, 0)).toMatchObject({ kind: 'wait' });
  });

  test('for a quarter of an hour without any success stops the load; one success begins anew', () => {
    const breaker = createBreaker();
    for (let count = 1; count <= 20; count += 1) breaker.failed(failure(503), true, 0);
    expect(breaker.failed(failure(503), true, 14 * 60_000)).toMatchObject({ kind: 'wait' });
    expect(breaker.failed(failure(503), true, 15 * 60_000 + 1)).toEqual({ kind: 'halt' });
    breaker.succeeded(0);
    expect(breaker.isOpen).toBe(false);
    expect(breaker.failed(failure(503), true, 16 * 60_000)).toEqual({ kind: 'go-on' });
  });
});

describe('rows that are refused', () => {
  test('twenty times over for the same reason stop the load once; a person who has seen it lets it go on', () => {
    const breaker = createBreaker();
    const advices = Array.from({ length: 20 }, () => breaker.failed(failure(404), false, 0).kind);
    expect(advices.indexOf('halt')).toBe(19);
    const resumed = createBreaker(breaker.tolerated);
    for (let count = 0; count < 100; count += 1)
      expect(resumed.failed(failure(404), false, 0)).toEqual({ kind: 'go-on' });
    expect(Array.from({ length: 20 }, () => resumed.failed(failure(400), false, 0).kind)).toContain('halt');
  });

  test('for different reasons, or with successes between them, stop nothing', () => {
    const breaker = createBreaker();
    for (let count = 0; count < 100; count += 1) {
      expect(breaker.failed(failure(404, `C${count % 3}`), false, 0)).toEqual({ kind: 'go-on' });
      if (count % 10 === 0) breaker.succeeded(0);
    }
  });
});
