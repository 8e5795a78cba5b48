import { afterEach, describe, expect, test } from 'vitest';
import { sandboxUserId } from '#main/services/platform-sandbox/index.ts';
import { startPlatform, type TestPlatform } from './platform.ts';

let platform: TestPlatform;
afterEach(() => platform.stop());

const limits = (requestsPerSecond: number, burst: number) => ({
  directoryRead: { requestsPerSecond, burst },
});
const read = () => platform.get(`users/${sandboxUserId(1)}`);

/** Statuses of so many requests, one after the other. */
async function statuses(count: number): Promise<readonly number[]> {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) all.push((await read()).status);
  return all;
}

describe('the limit of a rate group', () => {
  test('lets a burst pass, and then what comes in again', async () => {
    platform = await startPlatform({ rateLimits: limits(0.5, 3) });
    platform.clock.freeze();
    expect(await statuses(5)).toEqual([200, 200, 200, 429, 429]);
    platform.clock.advance(2_000);
    expect(await statuses(2)).toEqual([200, 429]);
    platform.clock.advance(60_000);
    expect(await statuses(4)).toEqual([200, 200, 200, 429]);
  });

  test('answers REQUEST_LIMITED, and how many whole seconds to wait', async () => {
    platform = await startPlatform({ rateLimits: limits(0.4, 1) });
    platform.clock.freeze();
    await read();
    const refused = await read();
    expect(refused.body).toMatchObject({ code: 'REQUEST_LIMITED', id: expect.any(String) });
    expect(refused.headers.get('retry-after')).toBe('3');
    platform.clock.advance(2_100);
    expect((await read()).headers.get('retry-after')).toBe('1');
    // A client that waits as told is let in.
    platform.clock.advance(1_000);
    expect((await read()).status).toBe(200);
  });

  test.each([
    ['fixed', '7'],
    ['none', null],
  ] as const)('Retry-After may be %s', async (retryAfter, seconds) => {
    platform = await startPlatform({ rateLimits: limits(1, 1), retryAfter, retryAfterSeconds: 7 });
    platform.clock.freeze();
    await read();
    const refused = await read();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe(seconds);
  });

  test('is that of its group alone', async () => {
    platform = await startPlatform({ rateLimits: limits(1, 1) });
    platform.clock.freeze();
    expect(await statuses(2)).toEqual([200, 429]);
    expect((await platform.get('agreements')).status).toBe(200);
    expect((await platform.call('POST', 'users', { body: { username: 'zoe' } })).status).toBe(201);
  });

  test('is not used up by who may not call at all', async () => {
    platform = await startPlatform({ rateLimits: limits(1, 1) });
    platform.clock.freeze();
    for (let each = 0; each < 3; each += 1)
      expect((await platform.call('GET', 'users', { token: 'made-up' })).status).toBe(401);
    expect((await read()).status).toBe(200);
  });

  test('there is none where none is set', async () => {
    platform = await startPlatform();
    platform.clock.freeze();
    expect(new Set(await statuses(50))).toEqual(new Set([200]));
  });
});

describe('a fault of the sandbox', () => {
  test('spoils what it answers, as with every other service', async () => {
    platform = await startPlatform();
    const effect = { kind: 'status', status: 503, body: 'down' } as const;
    const path = `/environments/9d4e0b5a-6c1f-4f0e-8a37-2b6d1c0e5f48/users/${sandboxUserId(1)}`;
    platform.engine.faults.add({ id: 'down', service: 'platform', path, effect });
    const response = await fetch(`${platform.platform}${path}`, {
      headers: { authorization: `Bearer ${await platform.token()}` },
    });
    expect(response.status).toBe(503);
    expect(await response.text()).toBe('down');
    platform.engine.faults.remove('down');
    expect((await read()).status).toBe(200);
  });
});
