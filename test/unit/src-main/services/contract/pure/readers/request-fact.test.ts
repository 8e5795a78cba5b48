import { expect, test } from 'vitest';
import { headerMap } from '#main/services/contract/pure/index.ts';

test('of fields that come several times, lists are joined and of others the first counts', () => {
  const headers = headerMap([
    ['Set-Cookie', 'a=1, b'],
    ['set-cookie', 'ST=2'],
    ['cookie', 'a=1'],
    ['Cookie', 'b=2'],
    ['Link', '<a>; rel=next'],
    ['link', '<b>; rel=successor-version'],
    ['Content-Type', 'application/json'],
    ['content-type', 'text/plain'],
    ['__proto__', 'x'],
  ]);
  expect([...headers]).toEqual([
    ['set-cookie', 'a=1, b\nST=2'],
    ['cookie', 'a=1; b=2'],
    ['link', '<a>; rel=next, <b>; rel=successor-version'],
    ['content-type', 'application/json'],
    ['__proto__', 'x'],
  ]);
});

test('however many come, few are joined', () => {
  const headers = headerMap(Array.from({ length: 10_000 }, () => ['set-cookie', 'a=1'] as const));
  expect(headers.get('set-cookie')?.length).toBeLessThan(1_000);
});
