import { expect, test } from 'vitest';
import { createMeter } from '#main/services/consents/loading/meter.ts';

/** A meter whose time the test lets pass. */
function meterAt() {
  let nowMillis = 10_000;
  const meter = createMeter(
    () => nowMillis,
    () => nowMillis,
  );
  return {
    meter,
    second(accepted: number) {
      for (let row = 0; row < accepted; row += 1) meter.accepted();
      nowMillis += 1_000;
      return meter.view(null).acceptedPerSecond;
    },
  };
}

test('the rate is the mean of the first seconds, and then follows slowly', () => {
  const { meter, second } = meterAt();
  meter.begin();
  second(2);
  expect(second(12)).toBeCloseTo(7);
  expect(second(10)).toBeCloseTo(8);
  for (let more = 0; more < 40; more += 1) second(10);
  const steady = meter.view(null).acceptedPerSecond;
  expect(steady).toBeGreaterThan(9.5);
  // One second without any is no stop.
  expect(second(0)).toBeGreaterThan(9);
});

test('what is not loaded takes no time, and has no rate', () => {
  const { meter, second } = meterAt();
  meter.begin();
  second(5);
  meter.end();
  second(0);
  const { elapsedMillis, acceptedPerSecond } = meter.view(null);
  expect(elapsedMillis).toBe(1_000);
  expect(acceptedPerSecond).toBe(0);
});

test('refusals are counted, with what the last one was told', () => {
  const { meter } = meterAt();
  meter.begin();
  meter.refused(2_000);
  meter.failed();
  expect(meter.view(40)).toMatchObject({
    refusals: 1,
    last429: { atMillis: 10_000, waitMillis: 2_000 },
    seconds: [{ accepted: 0, refused: 1, failed: 1, limit: 40 }],
  });
});

test('a load that is resumed in another process counts on, and its rate is of the present run', () => {
  let nowMillis = 10_000;
  const clock = () => nowMillis;
  const first = createMeter(clock, clock);
  first.begin();
  for (let second = 0; second < 3; second += 1) {
    for (let row = 0; row < 100; row += 1) first.accepted();
    first.refused(2_000);
    nowMillis += 1_000;
  }
  first.end();
  const past = JSON.parse(JSON.stringify(first.past()));
  nowMillis += 60_000;
  const later = createMeter(clock, clock, past);
  expect(later.view(null)).toMatchObject({
    elapsedMillis: 3_000,
    refusals: 3,
    last429: { atMillis: 12_000, waitMillis: 2_000 },
    acceptedPerSecond: 0,
  });
  later.begin();
  later.accepted();
  nowMillis += 1_000;
  later.accepted();
  const { seconds, acceptedPerSecond, elapsedMillis } = later.view(null);
  expect(seconds.map(({ accepted }) => accepted)).toEqual([100, 100, 100, 1, 1]);
  expect(acceptedPerSecond).toBe(1);
  expect(elapsedMillis).toBe(4_000);
});
