import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadAttackFiles } from '#main/services/attacks/load-cases.ts';
import { paletteGroups } from '#renderer/app/palette/palette-items.ts';
import { emptyFilter } from '#renderer/features/flows/attack/attack-view.ts';
import { caseIds, filterCatalogue } from '#renderer/features/flows/attack/catalogue.ts';
import type { AttackGroup } from '#shared/api/index.ts';

const folder = join(import.meta.dirname, '../../../../../../resources/attacks');
const groups: readonly AttackGroup[] = loadAttackFiles(folder).map((file) => ({
  ...file,
  own: null,
  cases: file.cases.map((attack) => ({ ...attack, variants: attack.variants.map(({ name }) => name) })),
}));
const nothing = { commands: [], tabs: [], environments: [], recent: [], clients: [], users: [], files: [] };

/** Names under which testers search, and cases that each of them has to find. */
const searches: readonly (readonly [typed: string, ...ids: string[]])[] = [
  ['csrf', 'AR-11', 'UI-02'],
  ['session fixation', 'UI-03'],
  ['mix-up', 'AR-16', 'XC-01'],
  ['wrapping', 'SA-09'],
  ['xxe', 'SA-11'],
  ['replay', 'AC-01', 'RT-04', 'SA-08'],
  ['ssrf', 'AR-13'],
  ['open redirect', 'RU-21', 'XC-06'],
  ['clickjacking', 'UI-01'],
  ['dns rebinding', 'XC-04'],
  ['downgrade', 'PK-04'],
  ['injection', 'RU-20', 'AC-10', 'XC-02'],
  ['brute', 'UI-07', 'CA-09', 'PW-02'],
  ['CWE-352', 'AR-11', 'UI-02'],
  ['RFC 9207', 'AR-16'],
];

describe('a case is found under the names that testers use', () => {
  test.each(searches)('%s in the catalogue', (text, ...ids) => {
    const found = caseIds(filterCatalogue(groups, { ...emptyFilter, text }, new Map()));
    expect(found).toEqual(expect.arrayContaining(ids));
    expect(found.length).toBeLessThan(30);
  });

  test.each(searches)('%s in the palette', (typed, ...ids) => {
    const attacks = groups.flatMap(({ cases }) => cases);
    const found = paletteGroups(typed, { ...nothing, exchanges: [], attacks, help: [] });
    const items = found.find(({ head }) => head === 'attack')?.items ?? [];
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.map((id) => `attack ${id}`)));
  });

  test('every case names a weakness of the Common Weakness Enumeration, and other names', () => {
    const bare = groups.flatMap(({ cases }) =>
      cases.filter(({ cwe, aliases }) => cwe.length === 0 || aliases.length === 0),
    );
    expect(bare).toEqual([]);
  });

  test('a weakness is named as one, and not as a clause too', () => {
    const clauses = groups.flatMap(({ cases }) => cases.flatMap((attack) => attack.clauses));
    expect(clauses.filter((clause) => clause.startsWith('CWE-'))).toEqual([]);
  });

  test('no two cases have the same title', () => {
    const titles = groups.flatMap(({ cases }) => cases.map(({ title }) => title));
    expect(new Set(titles).size).toBe(titles.length);
  });
});
