import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ledger } from '#main/services/consents/journal/ledger.ts';
import { formatEntry, type JournalEntry, parseEntry } from '#main/services/consents/journal/lines.ts';
import { property } from '#test/support/property.ts';
import { settlementOf } from '../loading/parts.ts';

const row = fc.integer({ min: 1, max: 2_500 });
const before = fc.option(
  fc.record({
    status: fc.constantFrom('ACCEPTED', 'REVOKED', 'PENDING'),
    last: fc.option(fc.record({ atMillis: fc.nat(), languageId: fc.string(), revisionId: fc.string() })),
  }),
);
const settled = (status: 'accepted' | 'already-same' | 'already-newer' | 'failed') =>
  fc.record({ row, code: fc.constantFrom('A', 'B'), message: fc.string() }).map(
    ({ row: number, ...rest }): JournalEntry => ({
      kind: 'done',
      settlement: settlementOf(number, { status, ...rest }),
    }),
  );
const loading: fc.Arbitrary<JournalEntry> = fc.oneof(
  fc.record({ kind: fc.constant('sent' as const), row, attempt: fc.nat(), atMillis: fc.nat(), before }),
  settled('accepted'),
  settled('already-same'),
  settled('already-newer'),
  settled('failed'),
);
const undoing = fc
  .record({
    row,
    status: fc.constantFrom('restored' as const, 'revoked' as const, 'not-restorable' as const),
  })
  .map(
    ({ row: number, status }): JournalEntry => ({
      kind: 'undone',
      settlement: settlementOf(number, { status }),
    }),
  );

property([fc.oneof(loading, undoing)])('every entry is read as it was written', (entry) => {
  expect(parseEntry(formatEntry(entry).trimEnd())).toEqual(entry);
});

property([fc.array(loading, { maxLength: 200 })], { numRuns: 60 })(
  'whatever comes in whatever order, each row counts once, as its last entry says',
  (entries) => {
    const ledger = new Ledger();
    const last = new Map<number, { readonly word: string; readonly offset: number }>();
    entries.forEach((entry, index) => {
      const offset = index * 100;
      ledger.take(entry, offset);
      if (entry.kind === 'sent') last.set(entry.row, { word: 'open', offset });
      if (entry.kind === 'done') last.set(entry.settlement.row, { word: entry.settlement.status, offset });
    });
    const rowsOf = (...words: readonly string[]) =>
      [...last].filter(([, { word }]) => words.includes(word)).map(([number]) => number);
    const failed = rowsOf('failed').toSorted((a, b) => a - b);
    expect(ledger.accepted).toBe(rowsOf('accepted').length);
    expect(ledger.already).toBe(rowsOf('already-same', 'already-newer').length);
    expect(ledger.failed).toBe(failed.length);
    expect(ledger.failedRows(0, 5_000)).toEqual(failed);
    expect(ledger.failedRows(2, 3)).toEqual(failed.slice(2, 5));
    expect(ledger.failures().reduce((sum, { rows }) => sum + rows, 0)).toBe(failed.length);
    expect(new Set(ledger.open.keys())).toEqual(new Set(rowsOf('open')));
    for (const [number, { word, offset }] of last)
      expect(ledger.settledAt(number)).toBe(word === 'open' ? null : offset);
  },
);

property([fc.array(loading, { maxLength: 50 }), fc.array(undoing, { maxLength: 50 })], { numRuns: 60 })(
  'a row that was undone is undone once, whether it was accepted or open',
  (load, undo) => {
    const ledger = new Ledger();
    [...load, ...undo].forEach((entry, index) => ledger.take(entry, index));
    const rows = new Set(undo.map((entry) => (entry.kind === 'undone' ? entry.settlement.row : 0)));
    const { restored, revoked, notRestorable } = ledger.undone;
    expect(restored + revoked + notRestorable).toBe(rows.size);
    for (const number of rows) {
      expect(ledger.isAccepted(number)).toBe(false);
      expect(ledger.open.has(number)).toBe(false);
    }
  },
);

test('a target with another reason for every row is counted whole, and does not fill the memory', () => {
  const ledger = new Ledger();
  for (let number = 1; number <= 5_000; number += 1) {
    const settlement = settlementOf(number, { status: 'failed', code: 'X', message: `id ${number}` });
    ledger.take({ kind: 'done', settlement }, number);
  }
  expect(ledger.failures().length).toBeLessThanOrEqual(101);
  expect(ledger.failures()[0]).toMatchObject({ rows: 4_900 });
});

test('a row that was never sent has no sending, also among the first', () => {
  const ledger = new Ledger();
  ledger.take({ kind: 'done', settlement: settlementOf(7, { status: 'already-same' }) }, 20);
  expect(ledger.sentAt(7)).toBeNull();
});
