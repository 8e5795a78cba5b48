import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ambiguousUser,
  createOverlay,
  createPlanner,
  type DateReading,
  type Fix,
  findingsOf,
  flagsOf,
  type Mapping,
  outcomeOf,
  type PlatformAgreement,
  rowMessage,
  unknownUser,
} from '#shared/consents/index.ts';

const now = Date.UTC(2026, 0, 1);
const columns = ['user', 'agreement', 'language', 'date'];
const mapping: Mapping = {
  user: { column: 'user', by: 'username', through: null },
  agreement: { column: 'agreement', by: 'name' },
  language: { column: 'language', by: 'locale' },
  consentedAt: { column: 'date' },
};
const dates = { format: 'iso', zone: 'UTC' };

function language(agreement: string, locale: string, more: object = {}) {
  const id = `${agreement}/${locale}`;
  const revision = (name: string, year: number) => ({
    id: `${id}/${name}`,
    effectiveAtMillis: Date.UTC(year, 0, 1),
    requireReconsent: true,
  });
  return {
    id,
    locale,
    displayName: locale,
    isEnabled: true,
    currentRevisionId: `${id}/present`,
    revisions: [revision('past', 2010), revision('present', 2020)],
    ...more,
  };
}

const future = { id: 'later', effectiveAtMillis: Date.UTC(2027, 0, 1), requireReconsent: true };
const agreements: readonly PlatformAgreement[] = [
  {
    id: 'a-terms',
    name: 'Terms of Service',
    isEnabled: true,
    reconsentPeriodDays: 1_000,
    languages: [
      language('terms', 'en'),
      language('terms', 'de-CH'),
      language('terms', 'fr', { isEnabled: false }),
    ],
  },
  {
    id: 'a-privacy',
    name: 'Privacy',
    isEnabled: true,
    reconsentPeriodDays: null,
    languages: [
      language('privacy', 'en', { revisions: [...language('privacy', 'en').revisions, future] }),
      language('privacy', 'it', { revisions: [future], currentRevisionId: null }),
      language('privacy', 'es', { currentRevisionId: 'another' }),
    ],
  },
  {
    id: 'a-old',
    name: 'Old terms',
    isEnabled: false,
    reconsentPeriodDays: null,
    languages: [language('old', 'en')],
  },
  { id: 'a-twin-1', name: 'Twin', isEnabled: true, reconsentPeriodDays: null, languages: [] },
  { id: 'a-twin-2', name: 'Twin', isEnabled: true, reconsentPeriodDays: null, languages: [] },
];

function findUser(key: string): number {
  if (key.startsWith('twin')) return ambiguousUser;
  return key.startsWith('user-') ? Number(key.slice(5)) : unknownUser;
}

interface Changes {
  readonly fixes?: readonly Fix[];
  readonly mapping?: Mapping;
  readonly dates?: DateReading;
}

function planOf(rows: readonly (readonly string[])[], changes: Changes = {}) {
  const planner = createPlanner({
    columns,
    rows: rows.length,
    mapping: changes.mapping ?? mapping,
    dates: changes.dates ?? dates,
    overlay: createOverlay(changes.fixes ?? [], columns),
    agreements,
    nowMillis: now,
    findUser,
  });
  for (const row of rows) planner.add(row);
  const decided = planner.end();
  const word = (index: number) => decided.records[index * 2] ?? 0;
  return {
    decided,
    outcomes: rows.map((_, index) => outcomeOf(word(index))),
    flags: rows.map((_, index) => flagsOf(word(index))),
    winner: (row: number) => decided.records[(row - 1) * 2 + 1],
    sent() {
      const sent: { row: number; user: number; text: string; at: number | null }[] = [];
      decided.visitReady((row, user, text, at) =>
        sent.push({ row, user, text: decided.targets.texts[text]?.revisionId ?? '', at }),
      );
      return sent;
    },
  };
}

const good = ['user-1', 'Terms of Service', 'en', '2025-06-01'] as const;
const change = (place: number, text: string) => good.map((cell, index) => (index === place ? text : cell));

describe('what is decided on a row', () => {
  test.each([
    [good, 'ready'],
    [change(0, ' '), 'missing-user'],
    [change(0, 'nobody'), 'unknown-user'],
    [change(0, 'twins'), 'ambiguous-user'],
    [change(1, ''), 'missing-agreement'],
    [change(1, 'Imprint'), 'unknown-agreement'],
    [change(1, 'Twin'), 'ambiguous-agreement'],
    [change(1, 'Old terms'), 'agreement-disabled'],
    [change(1, ' terms  of service'), 'ready'],
    [change(1, 'a-terms'), 'ready'],
    [change(2, ''), 'missing-language'],
    [change(2, 'nl'), 'unknown-language'],
    [change(2, 'fr'), 'language-disabled'],
    [change(2, 'DE_ch'), 'ready'],
    [change(2, 'de'), 'unknown-language'],
    [['user-1', 'Privacy', 'it', '2025-06-01'], 'no-effective-revision'],
    [change(3, ''), 'date-missing'],
    [change(3, '1.6.2025'), 'date-unreadable'],
    [change(3, '2026-01-01T00:06:00Z'), 'date-future'],
    [change(3, '2026-01-01T00:04:00Z'), 'ready'],
    [[...good, 'more'], 'unreadable-row'],
    [[...good, ''], 'ready'],
    [good.slice(0, 3), 'unreadable-row'],
    [change(1, 'Terms\0of Service'), 'unreadable-row'],
    [['', ' ', '', ''], 'empty-row'],
    [[''], 'empty-row'],
    [['', '', '', '', ''], 'empty-row'],
  ])('%j is %s', (row, outcome) => {
    expect(planOf([row]).outcomes).toEqual([outcome]);
  });

  test('a time that the clocks skip is asked about, and a cell with what they show mends it', () => {
    const changes = { dates: { format: 'dd.MM.yyyy HH:mm', otherFormats: ['iso'], zone: 'Europe/Berlin' } };
    const rows = [
      change(3, '31.03.2024 02:30'),
      change(3, '2024-03-31T02:30'),
      change(3, '2024-03-31T02:30+01:00'),
    ];
    expect(planOf(rows, changes).outcomes).toEqual(['date-skipped', 'date-skipped', 'ready']);
    const context = { columns, mapping, dates: changes.dates, agreements };
    const said = rows.slice(0, 2).map((row) => rowMessage('date-skipped', row, 0, context));
    expect(said[0]?.message).toBe(
      'The time “31.03.2024 02:30” does not exist in Europe/Berlin: a clock change skips it.',
    );
    expect(said.map(({ suggestion }) => suggestion)).toEqual(['31.03.2024 03:30', '2024-03-31T03:30:00']);
    const mended = said.map(({ suggestion }) => change(3, suggestion ?? ''));
    expect(
      planOf(mended, changes)
        .sent()
        .map(({ at }) => at),
    ).toEqual([Date.UTC(2024, 2, 31, 1, 30)]);
  });

  test('the most recent effective revision is consented to', () => {
    expect(planOf([good]).sent()).toEqual([
      { row: 1, user: 1, text: 'terms/en/present', at: Date.UTC(2025, 5, 1) },
    ]);
  });

  test.each([
    [change(2, 'en-GB'), ['language-fallback']],
    [change(3, '2022-01-01'), ['expired-on-load']],
    [
      ['user-1', 'Privacy', 'en', '2015-01-01'],
      ['before-revision', 'reconsent-scheduled'],
    ],
    [
      ['user-1', 'Privacy', 'en', '1985-01-01'],
      ['before-revision', 'date-old', 'reconsent-scheduled'],
    ],
    [good, []],
  ])('%j is sent with %j', (row, flags) => {
    expect(planOf([row]).flags).toEqual([flags]);
  });

  test('a cell that a spreadsheet would run is flagged', () => {
    const byId = { ...mapping, agreement: { constant: 'a-terms' }, language: { constant: 'en' } };
    const { flags } = planOf([['user-7', '', '', '2025-01-01']], {
      mapping: byId,
      fixes: [{ kind: 'cell', row: 1, column: 'user', value: '=user-7' }],
    });
    expect(flags).toEqual([[]]);
    expect(planOf([change(1, '=Terms')]).outcomes).toEqual(['unknown-agreement']);
  });

  test('constants hold for all rows, and now is the time of sending', () => {
    const constant: Mapping = {
      ...mapping,
      agreement: { constant: 'Privacy' },
      language: { constant: 'es' },
      consentedAt: { constant: 'now' },
    };
    expect(planOf([['user-3']], { mapping: constant }).sent()).toEqual([
      { row: 1, user: 3, text: 'privacy/es/present', at: null },
    ]);
  });
});

describe('several rows of a user and an agreement', () => {
  test('only the newest is sent, and the others name it', () => {
    const plan = planOf([change(3, '2024-01-01'), good, change(2, 'de-CH'), change(3, '2023-01-01'), good]);
    expect(plan.outcomes).toEqual(['superseded', 'ready', 'superseded', 'superseded', 'duplicate']);
    expect(plan.winner(1)).toBe(2);
    expect(plan.winner(5)).toBe(2);
  });

  test('the newest of each pair is sent for any order of rows, and every row is decided once', () => {
    const row = fc.record({
      user: fc.integer({ min: 0, max: 5 }),
      agreement: fc.constantFrom('Terms of Service', 'Privacy'),
      day: fc.integer({ min: 1, max: 28 }),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
        const plan = planOf(
          rows.map(({ user, agreement, day }) => [
            `user-${user}`,
            agreement,
            'en',
            `2025-01-${String(day).padStart(2, '0')}`,
          ]),
        );
        const newest = new Map<string, number>();
        for (const { user, agreement, day } of rows) {
          const pair = `${user} ${agreement}`;
          newest.set(pair, Math.max(newest.get(pair) ?? 0, day));
        }
        const sent = plan.sent().map(({ row: number, at }) => {
          const { user, agreement } = rows[number - 1] ?? { user: -1, agreement: '' };
          return [`${user} ${agreement}`, new Date(at ?? 0).getUTCDate()] as const;
        });
        expect(new Map(sent)).toEqual(newest);
        expect(sent).toHaveLength(newest.size);
        const counted = Object.values(plan.decided.outcomes).reduce((sum, count) => sum + count, 0);
        expect(counted).toBe(rows.length);
      }),
    );
  });

  test('a row that is left out gives way to no other and to itself', () => {
    const rows = [change(3, '2024-01-01'), good];
    expect(planOf(rows, { fixes: [{ kind: 'exclude-row', row: 2 }] }).outcomes).toEqual([
      'ready',
      'excluded',
    ]);
    const expired = [change(3, '2022-01-01'), change(3, '2021-01-01')];
    expect(planOf(expired, { fixes: [{ kind: 'exclude-flag', flag: 'expired-on-load' }] }).outcomes).toEqual([
      'excluded',
      'excluded',
    ]);
    expect(planOf(rows, { fixes: [{ kind: 'exclude-outcome', outcome: 'superseded' }] }).outcomes).toEqual([
      'excluded',
      'ready',
    ]);
  });
});

describe('corrections', () => {
  test('a replaced value holds for all its rows, a cell for one, and the later of two', () => {
    const overlay = createOverlay(
      [
        { kind: 'replace', column: 'language', from: 'english', to: 'xx' },
        { kind: 'replace', column: 'language', from: 'xx', to: 'en' },
        { kind: 'cell', row: 2, column: 'language', value: 'xx' },
        { kind: 'cell', row: 2, column: 'language', value: 'de-CH' },
        { kind: 'cell', row: 3, column: 'gone', value: 'x' },
        { kind: 'replace', column: 'user', from: 'a', to: 'b' },
        { kind: 'replace', column: 'user', from: 'a', to: 'c' },
      ],
      columns,
    );
    expect(overlay.cell(1, 2, 'english')).toBe('en');
    expect(overlay.cell(2, 2, 'english')).toBe('de-CH');
    expect(overlay.cell(1, 0, 'a')).toBe('c');
    expect(overlay.cells(2, ['u'])).toEqual(['u', '', 'de-CH']);
    expect(overlay.cells(4, ['u', 'v'])).toEqual(['u', 'v']);
  });

  test('make a row ready that was not', () => {
    const fixes: Fix[] = [{ kind: 'replace', column: 'language', from: 'english', to: 'en' }];
    expect(planOf([change(2, 'english')]).outcomes).toEqual(['unknown-language']);
    expect(planOf([change(2, 'english')], { fixes }).outcomes).toEqual(['ready']);
  });
});

describe('what a person is told', () => {
  test('of agreements, languages, texts and periods', () => {
    const { decided } = planOf([
      good,
      ['user-2', 'Terms of Servise', 'en', '2025-01-01'],
      ['user-3', 'Terms of Service', 'en-GB', '2021-01-01'],
      ['user-4', 'Privacy', 'es', '2025-01-01'],
      ['user-5', 'Privacy', 'en', '2025-01-01'],
      ['user-6', 'Twin', 'en', '2025-01-01'],
    ]);
    const found = findingsOf(decided, now);
    expect(found.agreements.map(({ value, rows, outcome }) => [value, rows, outcome])).toEqual([
      ['Terms of Service', 2, 'matched'],
      ['Privacy', 2, 'matched'],
      ['Terms of Servise', 1, 'missing'],
      ['Twin', 1, 'ambiguous'],
    ]);
    expect(found.agreements[2]?.candidates).toEqual([{ id: 'a-terms', label: 'Terms of Service' }]);
    expect(found.languages.map(({ value, outcome }) => [value, outcome])).toEqual([
      ['en', 'matched'],
      ['en-GB', 'fallback'],
      ['es', 'matched'],
    ]);
    expect(found.texts.map(({ nextReconsentAtMillis }) => nextReconsentAtMillis)).toContain(
      future.effectiveAtMillis,
    );
    expect(found.texts.filter(({ isMismatch }) => isMismatch)).toHaveLength(
      found.warnings.filter(({ code }) => code === 'import.revision-mismatch').length,
    );
    expect(found.texts.map(({ revisionId, rows }) => [revisionId, rows])).toEqual([
      ['terms/en/present', 2],
      ['privacy/es/present', 1],
      ['privacy/en/present', 1],
    ]);
    expect(found.reconsent).toMatchObject([{ agreementId: 'a-terms', days: 1_000, expired: 1 }]);
    const days = found.reconsent[0]?.adviseDays ?? 0;
    expect(Date.UTC(2021, 0, 1) + days * 86_400_000).toBeGreaterThan(now);
    expect(found.warnings.map(({ code }) => code)).toEqual([
      'import.revision-mismatch',
      'import.reconsent-scheduled',
    ]);
  });

  test('of a row: what is wrong, where, and what would help', () => {
    const context = { columns, mapping, dates: { format: 'dd/MM/yyyy', zone: 'UTC' }, agreements };
    expect(rowMessage('unknown-user', good, 0, context)).toEqual({
      message: 'No user has the username “user-1”.',
      column: 'user',
      suggestion: null,
    });
    expect(rowMessage('unknown-agreement', change(1, 'Privcy'), 0, context).suggestion).toBe('Privacy');
    expect(rowMessage('unknown-language', change(2, 'de'), 0, context).suggestion).toBe('de-CH');
    expect(rowMessage('date-unreadable', change(3, '2025-06-01'), 0, context).suggestion).toBe('01/06/2025');
    expect(rowMessage('superseded', good, 7, context).message).toContain('Row 7');
    expect(rowMessage('unreadable-row', [...good, 'x'], 0, context).message).toBe(
      'Expected 4 cells, received 5.',
    );
    expect(rowMessage('ready', good, 0, context).message).toBe('');
  });
});

describe('a correction', () => {
  test('mends a row of which mapped cells are missing, or that holds a NUL character', () => {
    const short = good.slice(0, 3);
    const fix = (value: string): Fix => ({ kind: 'cell', row: 1, column: 'date', value });
    expect(planOf([short]).outcomes).toEqual(['unreadable-row']);
    expect(planOf([short], { fixes: [fix('2025-01-01')] }).sent()).toMatchObject([
      { row: 1, at: Date.UTC(2025, 0, 1) },
    ]);
    expect(planOf([change(3, '2025-\0')]).outcomes).toEqual(['unreadable-row']);
    expect(planOf([change(3, '2025-\0')], { fixes: [fix('2025-01-01')] }).outcomes).toEqual(['ready']);
    expect(planOf([[...good, 'more']], { fixes: [fix('2025-01-01')] }).outcomes).toEqual(['unreadable-row']);
  });

  test('of a value is one of it with spaces around it as well, unless another is for that', () => {
    const rule = (from: string, to: string): Fix => ({ kind: 'replace', column: 'agreement', from, to });
    const rows = [change(1, 'ToS'), change(1, ' ToS '), change(1, 'ToS\u00a0')];
    expect(planOf(rows, { fixes: [rule('ToS', 'Terms of Service')] }).outcomes).toEqual([
      'ready',
      'duplicate',
      'duplicate',
    ]);
    const own = [rule('ToS', 'Terms of Service'), rule(' ToS ', 'Imprint')];
    expect(planOf(rows, { fixes: own }).outcomes).toEqual(['ready', 'unknown-agreement', 'duplicate']);
  });
});
