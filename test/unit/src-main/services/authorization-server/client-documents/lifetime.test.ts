import { expect, test } from 'vitest';
import {
  headerLifetimeSeconds,
  lifetimeSeconds,
} from '#main/services/authorization-server/client-documents/lifetime.ts';

const now = Date.UTC(2026, 11, 1);
const at = (seconds: number) => new Date(now + seconds * 1_000).toUTCString();

test.each<readonly [headers: readonly string[], seconds: number]>([
  [[], 0],
  [['Cache-Control', 'max-age=600'], 600],
  [['Cache-Control', 'public, MAX-AGE="600"', 'Age', '100'], 500],
  [['Cache-Control', 'max-age=600, no-store'], 0],
  [['Cache-Control', 'max-age=oops'], 0],
  [['Expires', at(90), 'Date', at(0)], 90],
  [['Expires', at(90)], 90],
  [['Expires', '0'], 0],
  [['Expires', at(-90)], 0],
])('%j: %i s', (headers, seconds) => {
  expect(headerLifetimeSeconds(headers, now)).toBe(seconds);
});

test('the bounds of the server count more', () => {
  const bounds = { minCacheSeconds: 60, maxCacheSeconds: 3_600 };
  expect(lifetimeSeconds([], now, bounds)).toBe(60);
  expect(lifetimeSeconds(['Cache-Control', 'max-age=315360000'], now, bounds)).toBe(3_600);
});
