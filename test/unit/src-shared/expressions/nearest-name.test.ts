import { expect, test } from 'vitest';
import { nearestName } from '#shared/expressions/index.ts';

test.each([
  ['reqest', 'request'],
  ['REQUEST', 'request'],
  ['requets', 'request'],
  ['find', 'find'],
  ['fnid', 'find'],
  ['contxets', 'contexts'],
  ['something', null],
  ['', null],
  ['x', null],
])('“%s” is nearest to %s', (word, nearest) => {
  expect(nearestName(word, ['request', 'contexts', 'find', 'session'])).toBe(nearest);
});
