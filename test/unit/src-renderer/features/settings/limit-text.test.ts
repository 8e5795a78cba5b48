import { expect, test } from 'vitest';
import { limitText, parseLimit } from '#renderer/features/settings/limit-text.ts';

test.each([
  ['40', { requestsPerSecond: 40 }],
  ['0.5/3', { requestsPerSecond: 0.5, burst: 3 }],
  ['40 / 10', { requestsPerSecond: 40, burst: 10 }],
  ['', null],
])('%s is read as a limit', (text, limit) => {
  expect(parseLimit(text)).toEqual(limit);
  expect(limitText(limit)).toBe(text.replaceAll(' ', ''));
});

test.each(['0', '-1', '40/', '40/0', 'many', '1e3'])('%s is none', (text) => {
  expect(parseLimit(text)).toBeUndefined();
});
