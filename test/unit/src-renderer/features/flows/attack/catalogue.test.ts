import { describe, expect, test } from 'vitest';
import { emptyFilter } from '#renderer/features/flows/attack/attack-view.ts';
import {
  areOpenAtFirst,
  attackSettings,
  caseIds,
  catalogueRows,
  checkedState,
  countVerdicts,
  filterCatalogue,
  toggled,
} from '#renderer/features/flows/attack/catalogue.ts';
import type { AttackGroup } from '#shared/api/index.ts';
import type { Verdict } from '#shared/attacks/index.ts';

const attack = (id: string, severity: 'critical' | 'high', clauses: string[]) => ({
  id,
  title: `Title of ${id}`,
  severity,
  clauses,
  cwe: [],
  aliases: [],
  about: 'authorization-server' as const,
  isShould: false,
  explain: '',
  fix: '',
  variants: [''],
});
const groups: AttackGroup[] = [
  {
    group: 'A',
    title: 'Redirect URI',
    own: null,
    cases: [attack('RU-01', 'critical', ['RFC 6749 §3.1.2']), attack('RU-02', 'high', ['RFC 9700 §4.1'])],
  },
  {
    group: 'D',
    title: 'Authorization code',
    own: null,
    cases: [attack('AC-01', 'critical', ['RFC 6749 §4.1.2'])],
  },
];
const found = new Map<string, Verdict>([
  ['RU-01', 'PASSED'],
  ['AC-01', 'FAILED'],
]);

describe('the filter of the catalogue', () => {
  const shown = (filter: Partial<typeof emptyFilter>) =>
    caseIds(filterCatalogue(groups, { ...emptyFilter, ...filter }, found));

  test('takes words from id, title and clause, all of which have to be there', () => {
    expect(shown({ text: 'ru-0' })).toEqual(['RU-01', 'RU-02']);
    expect(shown({ text: '6749 title' })).toEqual(['RU-01', 'AC-01']);
    expect(shown({ text: ' 9700 ac ' })).toEqual([]);
  });

  test('takes group, severity and verdict, and knows what was not run', () => {
    expect(shown({ group: 'D' })).toEqual(['AC-01']);
    expect(shown({ severity: 'high' })).toEqual(['RU-02']);
    expect(shown({ verdicts: ['FAILED'] })).toEqual(['AC-01']);
    expect(shown({ verdicts: ['not-run', 'FAILED'] })).toEqual(['RU-02', 'AC-01']);
  });

  test('leaves out groups that have nothing to show', () => {
    expect(filterCatalogue(groups, { ...emptyFilter, verdicts: ['FAILED'] }, found)).toHaveLength(1);
  });
});

describe('the lines of the catalogue', () => {
  test('say their place among their likes, and leave out what a closed group holds', () => {
    const rows = catalogueRows(groups, ({ group }) => group !== 'A');
    expect(rows.map(({ id, position, size }) => [id, position, size])).toEqual([
      ['group-A', 1, 2],
      ['group-D', 2, 2],
      ['AC-01', 1, 1],
    ]);
  });

  test('of a catalogue that was played whole are closed at first, unless cases are sought or still being played', () => {
    const whole = new Map<string, Verdict>([...found, ['RU-02', 'PASSED']]);
    const open = (filter = {}, isRunning = false, played = whole) =>
      areOpenAtFirst(groups, { filter: { ...emptyFilter, ...filter }, found: played, isRunning });
    expect([open(), open({}, false, found), open({}, true)]).toEqual([false, true, true]);
    for (const filter of [{ text: 'ac' }, { verdicts: ['FAILED'] }, { severity: 'critical' }, { group: 'D' }])
      expect(open(filter)).toBe(true);
  });

  test('count the verdicts of a group', () => {
    expect(countVerdicts(['RU-01', 'RU-02', 'AC-01'], found)).toEqual(
      new Map<Verdict, number>([
        ['PASSED', 1],
        ['FAILED', 1],
      ]),
    );
  });
});

describe('the ticks', () => {
  test('of a group fill it first, and empty it only when it is full', () => {
    const some = toggled(new Set(['RU-01']), ['RU-01', 'RU-02']);
    expect([...some]).toEqual(['RU-01', 'RU-02']);
    expect([...toggled(some, ['RU-01', 'RU-02'])]).toEqual([]);
  });

  test('of a group say whether all, some or none of it is ticked', () => {
    const states = [[], ['RU-01'], ['RU-01', 'RU-02']].map((ids) =>
      checkedState(new Set(ids), ['RU-01', 'RU-02']),
    );
    expect(states).toEqual([false, 'mixed', true]);
  });
});

describe('what a run is asked for', () => {
  const weaknesses = ['code-reusable'];
  const isDisruptive = true;

  test('has weaknesses in the profile training alone', () => {
    expect(attackSettings({ target: null, profile: 'strict', weaknesses, isDisruptive })).toMatchObject({
      weaknesses: [],
    });
    expect(attackSettings({ target: null, profile: 'training', weaknesses, isDisruptive })).toMatchObject({
      weaknesses,
    });
  });

  test('has leave to lock and load, but neither profile nor weaknesses, for a server that is not hosted here', () => {
    expect(attackSettings({ target: 'staging', profile: 'training', weaknesses, isDisruptive })).toEqual({
      target: 'staging',
      isDisruptive,
    });
  });
});
