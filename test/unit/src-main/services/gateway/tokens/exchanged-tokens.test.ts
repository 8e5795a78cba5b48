import { expect, test } from 'vitest';
import { ExchangedTokens } from '#main/services/gateway/tokens/exchanged-tokens.ts';

/** An authorization server that counts what it issues; its tokens end after a minute. */
function server() {
  let issued = 0;
  const ask = (nowMillis: number) => () => {
    issued += 1;
    return Promise.resolve({ token: `t${issued}`, expiresAtMillis: nowMillis + 60_000 });
  };
  return { ask, issued: () => issued };
}

test('a token serves until shortly before its end, for the client whose token it came of', async () => {
  const { ask } = server();
  const tokens = new ExchangedTokens();
  const get = (subject: string, nowMillis: number) => tokens.get(subject, nowMillis, ask(nowMillis));
  expect([await get('a', 0), await get('a', 54_999), await get('b', 0)]).toEqual(['t1', 't1', 't2']);
  expect(await get('a', 55_000)).toBe('t3');
  // A clock that was set back shows nothing to be fresh.
  expect(await get('a', 10_000)).toBe('t4');
});

test('requests at the same time are one exchange, and a failure is not kept', async () => {
  const { ask, issued } = server();
  const tokens = new ExchangedTokens();
  await expect(tokens.get('a', 0, () => Promise.reject(new Error('planted')))).rejects.toThrow('planted');
  const both = await Promise.all([tokens.get('a', 0, ask(0)), tokens.get('a', 0, ask(0))]);
  expect([both, issued()]).toEqual([['t1', 't1'], 1]);
});
