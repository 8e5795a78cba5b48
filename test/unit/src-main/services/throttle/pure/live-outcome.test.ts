import { expect, test } from 'vitest';
import { liveOutcome } from '#main/services/throttle/pure/live-outcome.ts';

const orders = 'routes/10-orders.json';
const seen = (outcome: string, filter = 'by-status', file: string | null = orders) => ({
  file,
  throttling: [{ filter, outcome }],
});

test.each([
  ['accepted by the throttle, and the upstream refused it', 403, seen('accepted'), 'allowed'],
  ['accepted by the throttle, and the upstream throttles too', 429, seen('accepted'), 'allowed'],
  ['passed in shadow mode', 200, seen('shadowed'), 'allowed'],
  ['without a rate', 200, seen('unthrottled'), 'allowed'],
  ['refused', 429, seen('refused'), 'refused'],
  ['without a key', 500, seen('failed'), 'failed'],
  ['answered by the filter of tokens', 401, seen('not-reached'), 'before'],
  ['decided by another filter alone', 200, seen('accepted', 'other'), 'before'],
  ['taken by another route', 429, seen('refused', 'by-status', 'routes/20-status.json'), 'notTaken'],
  ['taken by none', 404, { file: null, throttling: [] }, 'notTaken'],
  ['not looked at, and refused', 429, null, 'refused'],
  ['not looked at', 502, null, 'allowed'],
])('a request %s', (_what, status, how, outcome) => {
  expect(liveOutcome({ file: orders, filter: 'by-status' }, { status, seen: how })).toBe(outcome);
});

test('a request without an answer, and the first filter where none is named', () => {
  expect(liveOutcome({ file: orders, filter: null }, null)).toBe('unanswered');
  expect(liveOutcome({ file: orders, filter: null }, { status: 200, seen: seen('accepted', 'any') })).toBe(
    'allowed',
  );
});
