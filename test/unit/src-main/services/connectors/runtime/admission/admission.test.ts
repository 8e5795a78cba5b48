import { describe, expect, test } from 'vitest';
import { createPool } from '#main/services/connectors/runtime/admission/pool.ts';
import { createRateLimit } from '#main/services/connectors/runtime/admission/rate-limit.ts';
import { createVirtualTimers } from '#test/support/virtual-timers.ts';

describe('a limit of three operations in a second', () => {
  const limit = { requestLimit: 3, requestPeriod: 1_000, requestTimeout: 2_000 };

  test('lets each period have its three, in the order in which they come', async () => {
    const timers = createVirtualTimers(true);
    const enter = createRateLimit('GET', limit, timers);
    const begun: string[] = [];
    const all = Array.from({ length: 8 }, (_, index) =>
      enter(undefined).then(() => begun.push(`${index} at ${timers.nowMillis() - 1_000}`)),
    );
    await timers.advance(0);
    for (let second = 0; second < 3; second += 1) await timers.advance(1_000);
    await Promise.all(all);
    expect(begun).toEqual([
      '0 at 0',
      '1 at 0',
      '2 at 0',
      '3 at 1000',
      '4 at 1000',
      '5 at 1000',
      '6 at 2000',
      '7 at 2000',
    ]);
  });

  test('refuses what would wait for longer than is allowed, and that takes no turn from others', async () => {
    const timers = createVirtualTimers(true);
    const enter = createRateLimit('GET', limit, timers);
    const nine = Array.from({ length: 9 }, () => enter(undefined));
    await expect(enter(undefined)).rejects.toMatchObject({
      type: 'RETRYABLE',
      message: 'The rate limit for GET is exceeded. The next slot is free in 3000 ms.',
    });
    await timers.advance(2_000);
    await Promise.all(nine);
    const next = enter(undefined);
    await timers.advance(1_000);
    await next;
  });

  test('does not save up what nobody used', async () => {
    const timers = createVirtualTimers(true);
    const enter = createRateLimit('GET', limit, timers);
    await enter(undefined);
    await timers.advance(60_000);
    await Promise.all([enter(undefined), enter(undefined), enter(undefined)]);
    let isBegun = false;
    const fourth = enter(undefined).then(() => void (isBegun = true));
    await timers.advance(0);
    expect(isBegun).toBe(false);
    await timers.advance(1_000);
    await fourth;
  });
});

describe('a pool for two', () => {
  test('lets the next begin when one has ended, in order', async () => {
    const occupy = createPool({ maxObjects: 2, maxWait: -1 }, createVirtualTimers(true));
    const first = await occupy(undefined);
    await occupy(undefined);
    const begun: string[] = [];
    const third = occupy(undefined).then((leave) => (begun.push('third'), leave));
    const fourth = occupy(undefined).then((leave) => (begun.push('fourth'), leave));
    first();
    (await third)();
    (await fourth)();
    expect(begun).toEqual(['third', 'fourth']);
  });

  test('refuses after the longest wait, and keeps no place for who has gone', async () => {
    const timers = createVirtualTimers(true);
    const occupy = createPool({ maxObjects: 1, maxWait: 100 }, timers);
    const leave = await occupy(undefined);
    const impatient = occupy(undefined);
    const refused = expect(impatient).rejects.toMatchObject({
      type: 'RETRYABLE',
      message: 'No operation slot became free within 100 ms.',
    });
    await timers.advance(100);
    await refused;
    const stopping = new AbortController();
    const stopped = expect(occupy(stopping.signal)).rejects.toThrow('enough');
    stopping.abort(new Error('enough'));
    await stopped;
    leave();
    (await occupy(undefined))();
  });
});
