import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runArea } from '#test/bench/harness/run-area.ts';
import { areaOf, caseOf, ratioTarget } from './areas.ts';

describe('the cases of an area', () => {
  test('run in turn, round by round, so that a slow minute of the machine falls on all of them', async () => {
    const order: string[] = [];
    const noted = (id: string) =>
      caseOf(id, [], {
        run: async () => {
          order.push(id);
          return { cpu: 1 };
        },
      });
    await runArea(areaOf([noted('a'), noted('b'), noted('c')]), 2);
    expect(order.join('')).toBe('abcabc');
  });

  test('run once where more rounds would show the same', async () => {
    const { cases } = await runArea(
      areaOf([caseOf('size', [42], { isFixed: true }), caseOf('a', [1, 2, 3])]),
      3,
    );
    expect(cases.map(({ figures }) => figures[0]?.samples)).toEqual([[42], [1, 2, 3]]);
  });

  test('have to yield every figure that they promise', async () => {
    const silent = caseOf('a', [], { run: async () => ({}) });
    await expect(runArea(areaOf([silent]), 1)).rejects.toThrow('The case a did not measure cpu.');
  });

  test('share what is made once; it is closed when the area ends, also when a case fails', async () => {
    const events: string[] = [];
    let directory = '';
    const using = caseOf('a', [], {
      async run(bench) {
        directory = bench.directory;
        const value = await bench.once(
          'server',
          async () => {
            events.push('made');
            return 7;
          },
          async (made) => void events.push(`closed ${made}`),
        );
        if (events.includes('used')) throw new Error('broke');
        events.push('used');
        return { cpu: value };
      },
    });
    await expect(runArea(areaOf([using]), 3)).rejects.toThrow('broke');
    expect(events).toEqual(['made', 'used', 'closed 7']);
    expect(existsSync(directory)).toBe(false);
  });
});

describe('a target', () => {
  const floor = () => caseOf('floor', [10, 10, 1_000]);
  const ours = (...samples: number[]) => caseOf('ours', samples);

  test('is held against medians: one bad round decides nothing', async () => {
    const { targets } = await runArea(
      areaOf([floor(), ours(80, 900, 85)], [ratioTarget('ours', 'floor', 9)]),
      3,
    );
    expect(targets).toEqual([expect.objectContaining({ value: 8.5, holds: true, isGoal: false })]);
  });

  test('holds at its bound and not beyond it', async () => {
    const area = areaOf(
      [floor(), ours(90, 90, 90)],
      [ratioTarget('ours', 'floor', 9), ratioTarget('ours', 'floor', 8.9)],
    );
    expect((await runArea(area, 3)).targets.map(({ holds }) => holds)).toEqual([true, false]);
  });

  test('may be a least instead of a most', async () => {
    const atLeast = (bound: number) => ratioTarget('ours', 'floor', 0, { bound: { atLeast: bound } });
    const area = areaOf([floor(), ours(8, 8, 8)], [atLeast(0.8), atLeast(0.81)]);
    expect((await runArea(area, 3)).targets.map(({ holds }) => holds)).toEqual([true, false]);
  });

  test('that names a figure which nobody measured is an error', async () => {
    const area = areaOf([floor()], [ratioTarget('ours', 'floor', 9)]);
    await expect(runArea(area, 1)).rejects.toThrow('no figure cpu of a case ours');
  });
});
