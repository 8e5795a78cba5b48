import { expect, test } from 'vitest';
import { createHeldState } from '#main/services/platform-sandbox/state/held-state.ts';
import type { SandboxState } from '#main/services/platform-sandbox/state/state.ts';

/** A state that is told from others by its passcodes alone, and a reading that ends when it is told to. */
function heldReadings() {
  const readings: PromiseWithResolvers<SandboxState>[] = [];
  const held = createHeldState(() => {
    const reading = Promise.withResolvers<SandboxState>();
    readings.push(reading);
    return reading.promise;
  });
  return { readings, held };
}

const stateOf = () => ({ passcodes: new Map() }) as unknown as SandboxState;

test('a state is read once for all who ask', async () => {
  const { readings, held } = heldReadings();
  const asked = [held.load(), held.load()];
  const state = stateOf();
  readings[0]?.resolve(state);
  expect(await Promise.all(asked)).toEqual([state, state]);
  expect(held.current).toBe(state);
  expect(readings).toHaveLength(1);
});

test('a state that is forgotten while it is read does not come back', async () => {
  const { readings, held } = heldReadings();
  const asked = held.load();
  held.forget();
  readings[0]?.resolve(stateOf());
  await asked;
  expect(held.current).toBeNull();
  const again = held.load();
  const state = stateOf();
  readings[1]?.resolve(state);
  expect(await again).toBe(state);
  expect(held.current).toBe(state);
});

test('what could not be read is read again', async () => {
  const { readings, held } = heldReadings();
  const asked = held.load();
  readings[0]?.reject(new Error('The disk is gone.'));
  await expect(asked).rejects.toThrow('The disk is gone.');
  void held.load();
  expect(readings).toHaveLength(2);
});

test('who asks while everything is removed waits, and finds nothing of it', async () => {
  const { readings, held } = heldReadings();
  const removal = Promise.withResolvers<number>();
  const done = held.reread(() => removal.promise);
  const asked = held.load();
  expect(readings).toHaveLength(0);
  removal.resolve(1);
  await expect.poll(() => readings.length).toBe(1);
  const state = stateOf();
  readings[0]?.resolve(state);
  expect(await asked).toBe(state);
  await done;
});
