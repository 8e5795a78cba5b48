import { expect, test } from 'vitest';
import { reportHtml } from '#main/services/consents/imports/report-html.ts';
import type { ImportReport } from '#shared/api/index.ts';

const hostile = `"><script>alert('x')</script>&amp;`;
const report: ImportReport = {
  name: hostile,
  state: 'loaded',
  target: hostile,
  environmentId: hostile,
  fileName: hostile,
  sha256: 'ab',
  planHash: 'cd',
  appVersion: '1',
  startedAtMillis: 0,
  endedAtMillis: null,
  startedBy: hostile,
  rows: 1_234_567,
  counts: { total: 3, accepted: 1, already: 1, failed: 1, inFlight: 0, retrying: 0, pending: 0 },
  notSent: [{ outcome: 'unknown-user', rows: 2 }],
  failures: [{ code: hostile, message: hostile, rows: 1 }],
  undone: { restored: 1, revoked: 2, notRestorable: 3 },
};

test('whatever a file, a target or a person says is text in the report, and no script runs in it', () => {
  const html = reportHtml(report);
  expect(html).not.toContain('<script');
  expect(html).not.toContain(`'x'`);
  expect(html.split('&#60;script&#62;')).toHaveLength(9);
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
});

test('the report says what was accepted, refused, left out and undone', () => {
  const html = reportHtml(report);
  for (const words of ['1,234,567', 'Not sent: unknown-user', 'Not restorable', '1970-01-01T00:00:00.000Z'])
    expect(html).toContain(words);
});
