import { describe, expect, test } from 'vitest';
import { createPacer } from '#shared/consents/index.ts';
import { simulate } from './simulate.ts';

const learned = { mode: 'learned' } as const;
const seeds = [1, 2, 3];

describe('a limit that was told', () => {
  test.each([
    [10, 10],
    [100, 10],
    [100, 100],
    [1_000, 100],
  ])('%i a second in bursts of %i are used to 97 in 100, and nothing is refused', (perSecond, burst) => {
    for (const seed of seeds) {
      const { efficiency, refused } = simulate({
        pace: { mode: 'told', perSecond, burst },
        limitAt: () => perSecond,
        burst,
        seconds: perSecond < 50 ? 120 : 30,
        seed,
      });
      expect(refused).toBe(0);
      expect(efficiency).toBeGreaterThan(0.97);
    }
  });

  test('that was told too high is lowered by refusals, and never exceeded', () => {
    const { efficiency, refusedShare, limit } = simulate({
      pace: { mode: 'told', perSecond: 100, burst: 10 },
      limitAt: () => 40,
      burst: 10,
      seconds: 60,
      seed: 1,
    });
    expect(efficiency).toBeGreaterThan(0.93);
    expect(refusedShare).toBeLessThan(0.03);
    expect(limit).toBeGreaterThan(38);
    expect(limit).toBeLessThan(42);
  });
});

describe('a limit of which nothing was told', () => {
  test.each([10, 100])(
    'is found with bursts of %i, used to 93 in 100, with 3 in 100 refused at most',
    (burst) => {
      for (const perSecond of [10, 100])
        for (const seed of seeds) {
          const found = simulate({
            pace: learned,
            limitAt: () => perSecond,
            burst,
            seconds: perSecond < 50 ? 120 : 30,
            seed,
          });
          expect(found.efficiency).toBeGreaterThan(0.93);
          expect(found.refusedShare).toBeLessThan(0.03);
          expect(found.limit).toBeCloseTo(perSecond, -1);
        }
    },
  );

  test.each([10, 100])('that falls to 30 in 100 midway is found again, with bursts of %i', (burst) => {
    for (const seed of seeds) {
      const found = simulate({
        pace: learned,
        limitAt: (atMillis) => (atMillis < 15_000 ? 100 : 30),
        burst,
        seconds: 30,
        seed,
      });
      expect(found.efficiency).toBeGreaterThan(0.93);
      expect(found.refusedShare).toBeLessThan(0.03);
    }
  });

  test('that rises is found again', () => {
    const { limit } = simulate({
      pace: learned,
      limitAt: (atMillis) => (atMillis < 20_000 ? 50 : 150),
      burst: 10,
      seconds: 60,
      seed: 1,
    });
    expect(limit).toBeGreaterThan(120);
  });
});

describe('refusals of what was under way', () => {
  test('count once: those that were sent before the pace was lowered do not lower it again', () => {
    const pacer = createPacer({ mode: 'told', perSecond: 100, burst: 10 });
    for (let sent = 0; sent < 10; sent += 1) pacer.sent(sent);
    pacer.refused(3, 20);
    const { limitPerSecond } = pacer;
    for (let sent = 4; sent < 10; sent += 1) pacer.refused(sent, 21 + sent);
    expect(pacer.limitPerSecond).toBe(limitPerSecond);
  });

  test('keep the next request back for a little more than a token takes', () => {
    const pacer = createPacer({ mode: 'told', perSecond: 10, burst: 5 });
    pacer.sent(0);
    pacer.refused(0, 50);
    expect(pacer.nextAt(50) - 50).toBeGreaterThan(100);
  });
});
