import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGate } from '#main/services/consents/loading/gate.ts';
import { createPatientAsk } from '#main/services/consents/loading/retrying-request.ts';
import type { PlatformResponse } from '#main/services/consents/platform-client/client.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { answered } from './parts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const monotonic = () => performance.now();
const gate = () => createGate({ mode: 'told', perSecond: 1_000, burst: 100 }, monotonic);

async function toItsEnd<T>(running: Promise<T>): Promise<T> {
  const settled = Promise.allSettled([running]);
  await vi.runAllTimersAsync();
  await settled;
  return running;
}

test('a gate whose limit is so low that no timer is long enough does not spin', async () => {
  const slow = createGate({ mode: 'told', perSecond: 1e-7, burst: 1 }, monotonic);
  const stop = new AbortController();
  await slow.pass(stop.signal);
  const second = slow.pass(stop.signal);
  second.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(vi.getTimerCount()).toBe(1);
  stop.abort(new Error('paused'));
  await expect(second).rejects.toThrow('paused');
  expect(vi.getTimerCount()).toBe(0);
});

test('who leaves the gate gives his place to the next', async () => {
  const slow = createGate({ mode: 'told', perSecond: 1, burst: 1 }, monotonic);
  const leaving = new AbortController();
  const { signal } = new AbortController();
  await slow.pass(signal);
  const first = slow.pass(leaving.signal);
  first.catch(() => undefined);
  const second = slow.pass(signal);
  leaving.abort(new Error('left'));
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await second).toBeGreaterThan(0);
});

test('a refusal is waited out, and at most for five minutes whatever the target says', async () => {
  const answers: PlatformResponse[] = [answered(429, {}, 1e15), answered(429), answered(200)];
  let asked = 0;
  const begun = performance.now();
  const ask = createPatientAsk(gate(), new AbortController().signal);
  const answer = await toItsEnd(ask(async () => answers[asked++] ?? answered(500)));
  expect(answer.status).toBe(200);
  expect(asked).toBe(3);
  const tookMillis = performance.now() - begun;
  expect(tookMillis).toBeGreaterThanOrEqual(301_000);
  expect(tookMillis).toBeLessThan(310_000);
});

test('a target that fails is asked ten times, then it has failed', async () => {
  let asked = 0;
  const ask = createPatientAsk(gate(), new AbortController().signal);
  const failed = ask(async () => {
    asked += 1;
    if (asked % 2 === 0) throw new Error('hung up');
    return answered(503, { message: 'Down.' });
  });
  await expect(toItsEnd(failed)).rejects.toMatchObject({ code: 'import.target-failed' });
  expect(asked).toBe(10);
});

test('a client that is refused is told at once', async () => {
  let asked = 0;
  const ask = createPatientAsk(gate(), new AbortController().signal);
  const refused = ask(async () => {
    asked += 1;
    throw new GatehouseError('import.target-refused', 'No.');
  });
  await expect(toItsEnd(refused)).rejects.toMatchObject({ code: 'import.target-refused' });
  expect(asked).toBe(1);
});
