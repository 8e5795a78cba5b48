import { describe, expect, test } from 'vitest';
import { allWeaknesses } from '#main/services/weaknesses/index.ts';
import { attackHosted } from '#test/support/attacks.ts';
import { attackWith, caseIds, differences, makeTable, readTable, verdictsOf } from './verdict-table.ts';

const table = readTable();
/** `all`: the whole matrix; `make`: the table is made anew; `wide`: what has to fail, and ten others; else two others. */
const scope = process.env['ATTACKS'] ?? 'some';
const others = scope === 'wide' ? 10 : 2;

/** In part of the matrix the command comes to those of the strict profile: command.test.ts. */
const profiles =
  scope === 'some' ? (['product', 'training'] as const) : (['strict', 'product', 'training'] as const);

/** Some cases for a weakness, other ones for each: together they are all. */
function someOthers(index: number, named: ReadonlySet<string>): readonly string[] {
  const rest = caseIds.filter((id) => !named.has(id));
  return Array.from({ length: others }, (_unused, step) => rest[(index * others + step) % rest.length] ?? '');
}

/** A weakness that fails many cases is shown by some of them; `wide` and `all` play the rest. */
function someNamed(index: number, named: readonly string[]): readonly string[] {
  return Array.from(
    { length: Math.min(named.length, 6) },
    (_unused, step) => named[(index + step) % named.length] ?? '',
  );
}

if (scope === 'make')
  describe('the table', () => {
    test('is made from what happens now', { timeout: 3_600_000 }, async () => {
      await makeTable(table, process.env['ATTACKS_ONLY']?.split(','));
    });
  });

describe('the catalogue proves itself', () => {
  test('there are 241 cases, and each is named once', () => {
    expect(caseIds).toHaveLength(241);
    expect(new Set(caseIds).size).toBe(241);
  });

  test.each(profiles)('the %s profile comes to the verdicts of the table', async (profile) => {
    expect(verdictsOf(await attackHosted({ profile }))).toEqual(table.profiles[profile]);
  });

  test('nothing fails in strict, and nothing is left open or out', () => {
    const verdicts = Object.entries(table.profiles.strict);
    expect(verdicts.filter(([, verdict]) => !['PASSED', 'WARNING', 'REVIEW'].includes(verdict))).toEqual([]);
    expect(verdicts.map(([id]) => id)).toEqual(caseIds);
  });

  test('every case is failed by a weakness, or says why none can exist', () => {
    const failed = new Set(
      Object.values(table.weaknesses).flatMap((verdicts) =>
        Object.entries(verdicts).flatMap(([id, verdict]) =>
          verdict === 'FAILED' || verdict === 'WARNING' ? [id] : [],
        ),
      ),
    );
    const unfailable = Object.keys(table.unfailable);
    expect(caseIds.filter((id) => !failed.has(id)).toSorted()).toEqual(unfailable.toSorted());
    expect(Object.values(table.unfailable).every((reason) => reason.length > 20)).toBe(true);
  });

  test('the table knows every weakness', () => {
    expect(Object.keys(table.weaknesses).toSorted()).toEqual(allWeaknesses.map(({ id }) => id).toSorted());
  });

  test.each(allWeaknesses.map(({ id }, index) => [id, index] as const))(
    'with %s fail just those cases that the table names',
    async (weakness, index) => {
      const expected = table.weaknesses[weakness] ?? {};
      const named = Object.keys(expected);
      const played = scope === 'some' ? someNamed(index, named) : named;
      const only = scope === 'all' ? undefined : [...played, ...someOthers(index, new Set(named))];
      const verdicts = verdictsOf(await attackWith(weakness, only));
      const wanted = Object.fromEntries(
        Object.entries(expected).filter(([id]) => only?.includes(id) !== false),
      );
      expect(differences(verdicts, table.profiles.training)).toEqual(wanted);
    },
  );
});
