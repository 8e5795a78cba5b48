import { describe, expect, test } from 'vitest';
import { areas } from '#test/bench/areas/index.ts';
import { readCommandLine } from '#test/bench/harness/command-line.ts';

const names = areas.map(({ area }) => area);

describe('the registry', () => {
  test('names each area once', () => {
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(areas)('$area: its targets look at figures that its cases promise', ({ cases, targets }) => {
    const promised = cases.flatMap(({ id, figures }) => figures.map((figure) => `${id} ${figure.id}`));
    const asked = new Set<string>();
    for (const { value } of targets) value((caseId, figureId) => asked.add(`${caseId} ${figureId}`).size);
    expect(new Set(promised).size).toBe(promised.length);
    expect([...asked].filter((figure) => !promised.includes(figure))).toEqual([]);
    expect(asked.size).toBeGreaterThan(0);
  });
});

describe('the command line', () => {
  test('without arguments means every area, with as many rounds as it wants', () => {
    expect(readCommandLine([], areas)).toEqual({ areas, rounds: null, isJson: false });
  });

  test('names areas, rounds and the form of the output', () => {
    const choice = readCommandLine(['loop', '--rounds', '7', 'startup', '--json'], areas);
    expect(choice).toMatchObject({ rounds: 7, isJson: true });
    expect(choice.areas.map(({ area }) => area)).toEqual(['loop', 'startup']);
  });

  test.each([
    [['nowhere'], 'There is no area nowhere: startup, '],
    [['--rounds', '0'], '--rounds takes a number'],
    [['--rounds', '1.5'], '--rounds takes a number'],
    [['--rounds', 'many'], '--rounds takes a number'],
    [['--fast'], '--fast'],
  ])('refuses %j and says why', (args, message) => {
    expect(() => readCommandLine(args, areas)).toThrow(message);
  });
});
