import { expect, test } from 'vitest';
import type { StoredSummary } from '#main/platform/exchange-summary.ts';
import { decodeSummaries, SummaryColumns } from '#main/services/storage/summary-block.ts';

const row: StoredSummary = {
  id: '1',
  side: 'server',
  service: 'authorizationServer',
  startedAtMillis: 1_800_000_000_000,
  durationMicros: 900,
  method: 'POST',
  target: '/as/token.oauth2',
  status: 400,
  remark: 'invalid_grant',
  tags: ['client:portal-web'],
  origin: 'http://127.0.0.1:9031',
  clientPort: 40_000,
};

function encoded(rows: readonly StoredSummary[]): string {
  const columns = new SummaryColumns();
  for (const one of rows) columns.add(one);
  return columns.encode();
}

test('the rule that refused is kept with the rows that have one', () => {
  const rows = [row, { ...row, id: '2', rule: 'code_verifier matches the challenge' }, { ...row, id: '3' }];
  expect(decodeSummaries(encoded(rows))).toEqual(rows);
});

test('a block of an earlier version has no rules, and one without any is as it was', () => {
  const text = encoded([row]);
  expect(text).not.toContain('rules');
  expect(decodeSummaries(text)).toEqual([row]);
});
