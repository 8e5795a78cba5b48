import { expect, test } from 'vitest';
import { createTimedMap } from '#main/services/authorization-server/stores/timed-map.ts';

test('a value is good for its time, and not before it was set', () => {
  const map = createTimedMap<string>(1_000, 2);
  map.set('a', 'value', 5_000);
  expect(map.get('a', 5_000)).toBe('value');
  expect(map.get('a', 5_999)).toBe('value');
  expect(map.get('a', 6_000)).toBeUndefined();
  // The clock of the service was set back.
  expect(map.get('a', 4_999)).toBeUndefined();
  expect(map.get('b', 5_000)).toBeUndefined();
});

test('a full map lets its oldest go; a value that is set anew is young again', () => {
  const map = createTimedMap<number>(1_000, 2);
  map.set('a', 1, 0);
  map.set('b', 2, 0);
  map.set('a', 3, 0);
  map.set('c', 4, 0);
  expect(['a', 'b', 'c'].map((key) => map.get(key, 0))).toEqual([3, undefined, 4]);
  map.delete('a');
  expect(map.get('a', 0)).toBeUndefined();
});
