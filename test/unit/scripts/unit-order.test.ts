import { describe, expect, test } from 'vitest';
import { orderBySeed } from '../../../scripts/support/unit-order.ts';

const paths = Array.from({ length: 40 }, (_unused, index) => `test/unit/file-${index}.test.ts`);

describe('the order of the unit tests in continuous integration', () => {
  test('is the same for the same seed, wherever the files were found first', () => {
    expect(orderBySeed(paths.toReversed(), '4711')).toEqual(orderBySeed(paths, '4711'));
  });

  test('is another for another seed, and loses no file', () => {
    const [one, other] = [orderBySeed(paths, '4711'), orderBySeed(paths, '4712')];
    expect(one).not.toEqual(other);
    expect(one).not.toEqual(paths);
    expect(one.toSorted()).toEqual(paths.toSorted());
  });
});
