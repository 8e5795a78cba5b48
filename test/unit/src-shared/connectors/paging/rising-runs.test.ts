import fc from 'fast-check';
import { expect } from 'vitest';
import { RisingRuns } from '#shared/connectors/paging/rising-runs.ts';
import { property } from '#test/support/property.ts';

property([fc.array(fc.nat({ max: 60 }), { maxLength: 60 })])(
  'a run holds what rose, with its gaps, and nothing else',
  (numbers) => {
    const runs = new RisingRuns();
    const taken = new Set<number>();
    for (const number of numbers) {
      const isGreatest = [...taken].every((each) => each < number);
      expect(runs.add(number)).toBe(isGreatest);
      if (isGreatest) taken.add(number);
    }
    expect(runs.size).toBe(taken.size);
    for (let number = 0; number <= 61; number += 1) expect(runs.has(number)).toBe(taken.has(number));
  },
);
