import { expect, test } from 'vitest';
import { crashReport, isRepeated } from '#shared/desktop/index.ts';

const facts = {
  kind: 'page',
  reason: 'crashed (5)',
  atMillis: Date.UTC(2026, 0, 2, 3, 4, 5),
  versions: { gatehouse: '1.2.3', electron: '45.4.1', system: 'linux x64' },
  log: ['one', 'two'],
} as const;

test('the report says what ended, when, in which versions, and what the log said last', () => {
  expect(crashReport(facts).split('\n')).toEqual([
    'what: page',
    'reason: crashed (5)',
    'at: 2026-01-02T03:04:05.000Z',
    'gatehouse: 1.2.3',
    'electron: 45.4.1',
    'system: linux x64',
    '',
    'one',
    'two',
    '',
  ]);
});

test('the report holds no credential, whatever the log or the reason held', () => {
  const secrets = [
    'c2VjcmV0OnNlY3JldA',
    'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln',
    'splxlOBeZQQYbYS6WxSbIA',
    'hunter22',
  ];
  const report = crashReport({
    ...facts,
    reason: `Bearer ${secrets[1]}`,
    log: [
      `Authorization: Basic ${secrets[0]}`,
      `GET /cb?code=${secrets[2]}&state=1`,
      `{"event":"x","client_secret":"${secrets[3]}"}`,
    ],
  });
  for (const secret of secrets) expect(report).not.toContain(secret);
});

test('the report keeps the last lines of a long log, and of a long line its beginning', () => {
  const log = Array.from({ length: 300 }, (_, index) => `line ${index}`);
  const report = crashReport({ ...facts, log: [...log, 'x'.repeat(5_000)] });
  expect(report).not.toContain('line 100\n');
  expect(report).toContain('line 299\n');
  expect(Math.max(...report.split('\n').map(({ length }) => length))).toBe(400);
});

test('three times within a minute is once too often', () => {
  expect(isRepeated([0, 30_000], 30_000)).toBe(false);
  expect(isRepeated([0, 30_000, 59_999], 59_999)).toBe(true);
  expect(isRepeated([0, 30_000, 60_000], 60_000)).toBe(false);
});
