import { expect, test } from 'vitest';
import { HeaderMemory } from '#main/platform/exchanger.ts';

const sent = (...rawHeaders: string[]) => ({ rawHeaders, headers: { authorization: rawHeaders[1] ?? '' } });

test('the same header fields are read once, and any that differ by themselves', () => {
  const memory = new HeaderMemory();
  const first = memory.of(sent('Authorization', 'Basic one', 'Host', 'a'));
  expect(memory.of(sent('Authorization', 'Basic one', 'Host', 'a'))).toBe(first);
  for (const other of [
    sent('Authorization', 'Basic two', 'Host', 'a'),
    sent('authorization', 'Basic one', 'Host', 'a'),
    sent('Authorization', 'Basic one'),
    sent('Host', 'a', 'Authorization', 'Basic one'),
    sent(),
  ])
    expect(memory.of(other)).toEqual({ ...other, repeated: null });
  // The first has made room for those since.
  expect(memory.of(sent('Authorization', 'Basic one', 'Host', 'a'))).not.toBe(first);
});
