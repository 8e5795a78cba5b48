import { describe, expect, test } from 'vitest';
import { ingest } from '#main/services/consents/working/ingest.ts';
import { rows } from '#main/services/consents/working/rows.ts';
import type { RowFilter } from '#main/services/consents/working/tasks.ts';
import type { Fix } from '#shared/consents/index.ts';
import { makeFile, plainReading, quietContext } from '../reading/files.ts';
import { makeImport, planImport } from './imports.ts';

const text = [
  'user,agreement,language,date',
  'anna,Terms,en,2025-01-01',
  'nobody,Terms,en,2025-01-01',
  'anna,Terms,en,2024-01-01',
  'bert,Terms,english,2025-01-01',
  'cleo,Terms,en-GB,1985-01-01',
  'dora,Terms,en,soon',
].join('\n');
const idsOf = (key: string) => (key === 'nobody' ? [] : [`id-${key}`]);

async function pageOf(
  filter: RowFilter,
  more: { offset?: number; limit?: number; fixes?: readonly Fix[] } = {},
) {
  const made = await makeImport(text, undefined, more.fixes);
  await planImport(made, { idsOf });
  const { offset = 0, limit = 10 } = more;
  return rows({
    directory: made.directory,
    fixes: made.job.fixes,
    filter,
    offset,
    limit,
    failedRows: [1, 5],
  });
}

const numbers = ({ rows: page }: Awaited<ReturnType<typeof pageOf>>) => page.map(({ row }) => row);

describe('a page of rows', () => {
  test.each([
    ['all', [1, 2, 3, 4, 5, 6]],
    ['problems', [2, 4, 6]],
    ['failed', [1, 5]],
    ['unknown-user', [2]],
    ['superseded', [3]],
    ['ready', [1, 5]],
    ['date-old', [5]],
    ['language-fallback', [5]],
    ['expired-on-load', []],
  ] as const)('of %s has %j', async (filter, expected) => {
    const page = await pageOf(filter);
    expect(numbers(page)).toEqual(expected);
    expect(page.total).toBe(expected.length);
  });

  test('begins where it is asked to, and knows how many there are', async () => {
    const page = await pageOf('problems', { offset: 1, limit: 1 });
    expect(numbers(page)).toEqual([4]);
    expect(page.total).toBe(3);
    expect(numbers(await pageOf('all', { offset: 5, limit: 10 }))).toEqual([6]);
    expect(numbers(await pageOf('all', { offset: 9, limit: 10 }))).toEqual([]);
  });

  test('says what is wrong with a row, in which column, and what would help', async () => {
    const { rows: page } = await pageOf('problems');
    expect(page.map(({ column, message }) => [column, message])).toEqual([
      ['user', 'No user has the username “nobody”.'],
      ['language', 'The agreement “Terms” has no language “english”.'],
      ['date', '“soon” does not match the format iso.'],
    ]);
    expect(page[1]?.suggestion).toBe('en');
    expect((await pageOf('superseded')).rows[0]?.message).toContain('Row 2 has a newer consent');
  });

  test('are numbered as in the spreadsheet, and as in an editor, and empty ones are told from those without a user', async () => {
    const made = await makeImport(
      'Consents of May,,,\n\nuser,agreement,language,date\nanna,"Terms\n",en,2025-01-01\n,,,\n,Terms,en,2025-01-01\nanna,Terms,en,2024-01-01\n',
      { ...plainReading, headerRow: 2 },
    );
    await planImport(made, { idsOf });
    const { directory } = made;
    const page = await rows({ directory, fixes: [], filter: 'all', offset: 0, limit: 10, failedRows: [] });
    expect(page.rows.map(({ row, place, outcome }) => [row, place.row, place.line, outcome])).toEqual([
      [1, 4, 4, 'ready'],
      [2, 5, 6, 'empty-row'],
      [3, 6, 7, 'missing-user'],
      [4, 7, 8, 'superseded'],
    ]);
    expect(page.rows[3]?.message).toBe('Row 4 has a newer consent of the same user to the same agreement.');
    const problems = await rows({
      directory,
      fixes: [],
      filter: 'problems',
      offset: 0,
      limit: 10,
      failedRows: [],
    });
    expect(problems.rows.map(({ row }) => row)).toEqual([3]);
  });

  test('shows corrections, and which cells have one', async () => {
    const fixes: Fix[] = [{ kind: 'replace', column: 'language', from: 'english', to: 'en' }];
    const { rows: page } = await pageOf('all', { fixes });
    expect(page[3]).toMatchObject({
      cells: ['bert', 'Terms', 'en', '2025-01-01'],
      fixed: ['language'],
      outcome: 'ready',
    });
    expect(page[0]?.fixed).toEqual([]);
  });

  test('forgets the plan when the file is read anew', async () => {
    const made = await makeImport(text);
    await planImport(made, { idsOf });
    const file = makeFile('again.csv', 'user,agreement,language,date\nzoe,Terms,en,2025-01-01\n');
    await ingest({ file, reading: plainReading, directory: made.directory }, quietContext);
    const page = await rows({ directory: made.directory, fixes: [], filter: 'all', offset: 0, limit: 9 });
    expect(page).toMatchObject({
      total: 1,
      rows: [{ cells: ['zoe', 'Terms', 'en', '2025-01-01'], outcome: null }],
    });
  });

  test('is there before a plan is', async () => {
    const { directory } = await makeImport(text);
    const page = await rows({ directory, fixes: [], filter: 'all', offset: 0, limit: 1 });
    expect(page.rows).toMatchObject([{ row: 1, outcome: null, flags: [], message: '' }]);
    expect(await rows({ directory, fixes: [], filter: 'problems', offset: 0, limit: 1 })).toEqual({
      rows: [],
      total: 0,
    });
  });
});
