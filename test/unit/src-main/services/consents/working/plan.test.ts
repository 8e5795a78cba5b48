import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plan } from '#main/services/consents/working/plan.ts';
import { rows as readRows } from '#main/services/consents/working/rows.ts';
import type { ImportJob, Resolution } from '#shared/consents/index.ts';
import { asyncProperty } from '#test/support/property.ts';
import { quietContext } from '../reading/files.ts';
import { makeImport, makeJob, mapping, now, planImport, readPlan, resolution } from './imports.ts';

const header = 'user,agreement,language,date\n';
const anna = 'anna,Terms,en,2025-01-01\n';
const bert = 'bert,Terms,en,2025-02-01\n';

describe('a plan', () => {
  test('says what is sent for each row, in the order of the file', async () => {
    const made = await makeImport(`${header}${anna}nobody,Terms,en,2025-01-01\n${bert}`);
    const { summary, matches } = await planImport(made, {
      idsOf: (key) => (key === 'nobody' ? [] : [`id-${key}`]),
    });
    expect(readPlan(made.directory)).toEqual({
      head: {
        version: 1,
        hash: summary.hash,
        environmentId: 'environment-1',
        frozenAtMillis: now,
        texts: [{ agreementId: 'agreement-1', languageId: 'language-1', revisionId: 'revision-1' }],
      },
      rows: [
        [1, 'id-anna', 0, Date.UTC(2025, 0, 1), 0],
        [3, 'id-bert', 0, Date.UTC(2025, 1, 1), 0],
      ],
    });
    expect(summary).toMatchObject({ rows: 3, outcomes: { ready: 2, 'unknown-user': 1 }, flags: {} });
    expect(matches.users).toEqual({ matched: 2, ambiguous: 0, missing: 1 });
    expect(matches.unmatchedUsers).toMatchObject([{ value: 'nobody', rows: 1, outcome: 'missing' }]);
  });

  const row = fc.tuple(
    fc.constantFrom('anna', 'bert', 'cleo', ''),
    fc.constantFrom('Terms', 'Imprint'),
    fc.constantFrom('2025-01-01', '2024-01-01', 'soon'),
  );

  asyncProperty([fc.array(row, { minLength: 1, maxLength: 40 })], { numRuns: 25 })(
    'decides on every row exactly once, and sends each ready one once',
    async (rows) => {
      const text = rows.map(([user, agreement, date]) => `${user},${agreement},en,${date}\n`).join('');
      const made = await makeImport(header + text);
      const { summary } = await planImport(made);
      const sum = Object.values(summary.outcomes).reduce((total, count) => total + count, 0);
      expect(sum).toBe(rows.length);
      const sent = readPlan(made.directory).rows.map(([number]) => number);
      expect(sent).toEqual([...new Set(sent)].toSorted((a, b) => a - b));
      expect(sent).toHaveLength(summary.outcomes.ready ?? 0);
    },
  );

  test('finds users by another file, and takes those that a person picked', async () => {
    const text = `${header}${anna}${bert}cleo,Terms,en,2025-01-01\ndora,Terms,en,2025-01-01\n`;
    const through = { fileName: 'who.csv', pairs: { anna: 'a.smith', bert: 'b.jones' } };
    const job: Partial<ImportJob> = {
      mapping: { ...mapping, user: { ...mapping.user, through } },
      fixes: [{ kind: 'pick-user', key: 'cleo', userId: 'picked' }],
    };
    const { directory } = await makeImport(text);
    const { matches } = await planImport({ directory, job: makeJob(job) });
    expect(readPlan(directory).rows.map(([, user]) => user)).toEqual(['id-a.smith', 'id-b.jones', 'picked']);
    expect(matches.unmatchedUsers.map(({ value }) => value)).toEqual(['dora']);
  });

  test('does not choose among several users, and shows whom it found', async () => {
    const made = await makeImport(header + anna);
    const { summary, matches } = await planImport(made, { idsOf: () => ['id-1', 'id-2'] });
    expect(summary.outcomes).toEqual({ 'ambiguous-user': 1 });
    expect(matches.unmatchedUsers[0]?.candidates.map(({ id }) => id)).toEqual(['id-1', 'id-2']);
  });

  test('takes two keys of one user for one user', async () => {
    const made = await makeImport(header + anna + bert);
    const { summary } = await planImport(made, { idsOf: () => ['same'] });
    expect(summary.outcomes).toEqual({ superseded: 1, ready: 1 });
  });

  test('is refused where a mapped column is not in the file', async () => {
    const { directory } = await makeImport('user,date\nanna,2020-01-01\n');
    await expect(planImport({ directory, job: makeJob() })).rejects.toMatchObject({
      code: 'import.column-missing',
      message: 'The file has no column “agreement”, “language”.',
    });
    await expect(planImport({ directory, job: makeJob({ mapping: null }) })).rejects.toMatchObject({
      code: 'import.column-missing',
    });
  });

  test('is refused where users were not looked for, and where times can never be read', async () => {
    const { directory, job } = await makeImport(header + anna);
    await expect(plan({ directory, job, resolution, nowMillis: now }, quietContext)).rejects.toMatchObject({
      code: 'import.not-now',
      message: 'The users of this import are not matched yet.',
    });
    for (const change of [
      { dates: { format: 'iso', zone: 'Europe/Nowhere' } },
      { dates: { format: 'dd.MM', zone: 'UTC' } },
      { mapping: { ...mapping, consentedAt: { constant: 'yesterday' } } },
    ])
      await expect(planImport({ directory, job: makeJob(change) })).rejects.toMatchObject({
        code: 'import.dates-invalid',
      });
    const constant = { ...mapping, consentedAt: { constant: '2025-01-01T00:00:00Z' } };
    const { summary } = await planImport({
      directory,
      job: makeJob({ mapping: constant, dates: { format: 'dd.MM', zone: 'UTC' } }),
    });
    expect(summary.outcomes).toEqual({ ready: 1 });
  });

  test('offers for a missing user one of the file that differs in case or spaces alone', async () => {
    const rows = `${anna}ANNA,Terms,en,2025-01-01\nan na,Terms,en,2025-01-01\nHanna,Terms,en,2025-01-01\n`;
    const { directory, job } = await makeImport(header + rows);
    const { matches } = await planImport(
      { directory, job },
      { idsOf: (key) => (key === 'anna' ? ['id-anna'] : []) },
    );
    expect(matches.unmatchedUsers.map(({ value, candidates }) => [value, candidates])).toEqual([
      ['ANNA', [{ id: 'id-anna', label: 'anna' }]],
      ['an na', [{ id: 'id-anna', label: 'anna' }]],
      ['Hanna', []],
    ]);
    const page = { directory, fixes: [], filter: 'unknown-user', offset: 0, limit: 9 } as const;
    const shown = (await readRows(page)).rows;
    expect(shown.map(({ suggestion }) => suggestion)).toEqual(['anna', 'anna', null]);
  });
});

describe('the hash of a plan', () => {
  async function hashOf(more: {
    readonly text?: string;
    readonly job?: Partial<ImportJob>;
    readonly resolution?: Resolution;
    readonly nowMillis?: number;
    readonly idsOf?: (key: string) => readonly string[];
  }): Promise<string> {
    const made = await makeImport(more.text ?? header + anna + bert);
    const job = makeJob(more.job);
    const { summary } = await planImport({ directory: made.directory, job }, more);
    return summary.hash;
  }

  test('is the same for the same inputs, whenever it is made and wherever the file lies', async () => {
    const hash = await hashOf({});
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashOf({ nowMillis: now + 60_000 })).toBe(hash);
    expect(await hashOf({ resolution: { ...resolution, resolvedAtMillis: 99 } })).toBe(hash);
    expect(await hashOf({ job: { name: 'Another', id: 'other' } })).toBe(hash);
  });

  const [agreement] = resolution.agreements;
  const [language] = agreement?.languages ?? [];
  const withLanguage = (change: object): Resolution => ({
    ...resolution,
    agreements: [{ ...agreement, languages: [{ ...language, ...change }] }] as Resolution['agreements'],
  });

  test.each([
    ['the file', { text: `${header}${anna}${bert.replace('2025', '2024')}` }],
    ['a passed-through text', { text: `${header}${anna}${bert}\n,,,\n` }],
    ['the mapping', { job: { mapping: { ...mapping, language: { constant: 'en' } } } }],
    ['the dates', { job: { dates: { format: 'iso', zone: 'Europe/Zurich' } } }],
    ['a correction', { job: { fixes: [{ kind: 'exclude-row', row: 9 }] } }],
    ['the environment', { resolution: { ...resolution, environmentId: 'environment-2' } }],
    ['a user that was found', { idsOf: (key: string) => [`another-${key}`] }],
    ['a user that is gone', { idsOf: (key: string) => (key === 'bert' ? [] : [`id-${key}`]) }],
    [
      'a newer revision',
      {
        resolution: withLanguage({
          revisions: [{ id: 'revision-2', effectiveAtMillis: 5, requireReconsent: false }],
        }),
      },
    ],
    ['what the platform says is current', { resolution: withLanguage({ currentRevisionId: 'other' }) }],
  ])('changes with %s', async (_, change) => {
    expect(await hashOf(change as Parameters<typeof hashOf>[0])).not.toBe(await hashOf({}));
  });
});
