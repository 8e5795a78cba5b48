import type { Area, Case, Target } from '#test/bench/harness/area.ts';
import type { AreaResult } from '#test/bench/harness/result.ts';

/** A case whose samples are given. */
export function caseOf(id: string, samples: readonly number[], more: Partial<Case> = {}): Case {
  const left = [...samples];
  return {
    id,
    title: `Case ${id}`,
    figures: [{ id: 'cpu', title: 'CPU', unit: 'ms', digits: 1 }],
    run: async () => ({ cpu: left.shift() ?? Number.NaN }),
    ...more,
  };
}

/** The ratio of two cases, which may be at most `atMost`. */
export function ratioTarget(over: string, under: string, atMost: number, more: Partial<Target> = {}): Target {
  return {
    title: `${over} against ${under}`,
    unit: '×',
    digits: 1,
    bound: { atMost },
    value: (median) => median(over, 'cpu') / median(under, 'cpu'),
    ...more,
  };
}

/** An area of cases and targets. */
export function areaOf(cases: readonly Case[], targets: readonly Target[] = []): Area {
  return { area: 'sample', title: 'a sample area', rounds: 3, notes: [], cases, targets };
}

/** The result of an area with one figure and one target. */
export function resultOf(area: string, target: Partial<AreaResult['targets'][number]> = {}): AreaResult {
  const figure = {
    id: 'cpu',
    title: 'CPU',
    unit: 'µs',
    digits: 1,
    median: 1_234.56,
    lowest: 1_000,
    highest: 2_000,
  };
  return {
    area,
    title: `the area ${area}`,
    notes: ['A note.'],
    date: '2026-01-02T03:04:05.000Z',
    command: `npm run bench -- ${area}`,
    machine: { cores: 2, processor: 'Some processor', platform: 'linux x64', node: '24.0.0' },
    rounds: 3,
    cases: [{ id: 'a', title: 'Case a', figures: [{ ...figure, samples: [1_000, 1_234.56, 2_000] }] }],
    targets: [
      {
        title: 'fast enough',
        unit: 'µs',
        digits: 1,
        value: 3,
        bound: { atMost: 8 },
        isGoal: false,
        holds: true,
        ...target,
      },
    ],
  };
}
