import { describe, expect, test } from 'vitest';
import type { ResolvedToken } from '#main/services/gateway/tokens/resolver.ts';
import { TokenCache } from '#main/services/gateway/tokens/token-cache.ts';

const kept = { isEnabled: true, defaultTimeoutMillis: 1_000, maxTimeoutMillis: null };
const resolved = (token: string, expiresAtMillis: number | null = null): ResolvedToken => ({
  token,
  info: {},
  boundTo: null,
  scopes: new Set(),
  expiresAtMillis,
});
const give = (token: string) => Promise.resolve(resolved(token));

describe('what is known of tokens', () => {
  test('a clock that is set back shows nothing to be fresh', async () => {
    const cache = new TokenCache(kept);
    await cache.resolve('t', 10_000, give);
    expect(cache.find('t', 10_999)?.token).toBe('t');
    expect(cache.find('t', 11_000)).toBeNull();
    expect(cache.find('t', 9_999)).toBeNull();
  });

  test('a token that is not valid, or has ended, is not kept: the next request asks again', async () => {
    const cache = new TokenCache(kept);
    let asked = 0;
    const refuse = () => {
      asked += 1;
      return Promise.resolve(null);
    };
    await cache.resolve('t', 0, refuse);
    await cache.resolve('t', 0, refuse);
    expect(asked).toBe(2);
    await cache.resolve('u', 5_000, (token) => Promise.resolve(resolved(token, 5_000)));
    expect(cache.find('u', 5_000)).toBeNull();
  });

  test('a failure is everybody’s who waits for it, and nobody’s after it', async () => {
    const cache = new TokenCache(kept);
    const fail = () => Promise.reject(new Error('planted'));
    const both = await Promise.allSettled([cache.resolve('t', 0, fail), cache.resolve('t', 0, give)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await cache.resolve('t', 0, give))?.token).toBe('t');
  });

  test('there are 10,000 of them at most, the oldest goes first', async () => {
    const cache = new TokenCache(kept);
    for (let index = 0; index <= 10_000; index += 1) await cache.resolve(`t${index}`, 0, give);
    expect(cache.find('t0', 0)).toBeNull();
    expect(cache.find('t1', 0)).not.toBeNull();
    expect(cache.find('t10000', 0)).not.toBeNull();
  });

  test('nothing is kept where the route does not say so', async () => {
    const cache = new TokenCache({ ...kept, isEnabled: false });
    await cache.resolve('t', 0, give);
    expect(cache.find('t', 0)).toBeNull();
  });
});
