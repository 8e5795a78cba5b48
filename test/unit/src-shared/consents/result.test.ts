import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLeftOver, type RowSettlement, resultCells } from '#shared/consents/index.ts';
import { createRecordWriter, guardFormula, unguardFormula } from '#shared/sheets/cells.ts';

const settlement: RowSettlement = {
  row: 1,
  status: 'failed',
  httpStatus: 400,
  code: 'INVALID_DATA',
  errorId: 'e-1',
  message: 'The value is wrong.',
  userId: 'u-1',
  revisionId: 'r-1',
  sentAtMillis: Date.UTC(2026, 0, 1),
  attempts: 2,
  exchangeId: null,
};

describe('cells of a result file', () => {
  test.each(['=1+1', '+41 79', '-5', '@name', '\tx', '\rx', "'=1"])('%j does not run', (text) => {
    expect(guardFormula(text)).toBe(`'${text}`);
  });

  test('the guard is taken off again, whatever the text', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^'*[=+@-].*$/));
    fc.assert(fc.property(text, (each) => unguardFormula(guardFormula(each)) === each));
  });

  test('cells are quoted where they have to be', () => {
    const write = createRecordWriter(';', '"');
    expect(write(['a', 'b;c', 'd"e', 'f\ng', ''])).toBe('a;"b;c";"d""e";"f\ng";\r\n');
    expect(createRecordWriter('\t', '')(['a\tb', 'c"d'])).toBe('a b\tc"d\r\n');
  });

  test('say what became of a row, or why it was not sent', () => {
    expect(resultCells({ outcome: 'ready', message: '', settlement })).toEqual([
      'failed',
      'INVALID_DATA',
      'e-1',
      'The value is wrong.',
      'u-1',
      'r-1',
      '2026-01-01T00:00:00.000Z',
      '2',
    ]);
    expect(resultCells({ outcome: 'unknown-user', message: 'Nobody.', settlement: null })).toEqual([
      'unknown-user',
      '',
      '',
      'Nobody.',
      '',
      '',
      '',
      '',
    ]);
    expect(resultCells({ outcome: 'ready', message: '', settlement: null })[0]).toBe('not-sent');
  });
});

test('what has to be done again are refused rows, rows with problems, and those a load did not come to', () => {
  const message = '';
  expect(isLeftOver({ outcome: 'ready', message, settlement }, true)).toBe(true);
  expect(
    isLeftOver({ outcome: 'ready', message, settlement: { ...settlement, status: 'accepted' } }, true),
  ).toBe(false);
  expect(isLeftOver({ outcome: 'ready', message, settlement: null }, true)).toBe(true);
  expect(isLeftOver({ outcome: 'ready', message, settlement: null }, false)).toBe(false);
  expect(isLeftOver({ outcome: 'unknown-user', message, settlement: null }, false)).toBe(true);
  expect(isLeftOver({ outcome: 'superseded', message, settlement: null }, true)).toBe(false);
  expect(isLeftOver({ outcome: 'excluded', message, settlement: null }, true)).toBe(false);
});
