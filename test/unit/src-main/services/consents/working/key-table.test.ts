import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeyTable } from '#main/services/consents/working/key-table.ts';
import { property } from '#test/support/property.ts';

property([fc.array(fc.string({ unit: 'grapheme', maxLength: 5 }), { maxLength: 300 })])(
  'a table of keys numbers texts as a Map would',
  (texts) => {
    const table = createKeyTable();
    const map = new Map<string, number>();
    for (const text of texts) {
      expect(table.find(text)).toBe(map.get(text) ?? -1);
      if (!map.has(text)) map.set(text, map.size);
      expect(table.intern(text)).toBe(map.get(text));
    }
    expect(table.size).toBe(map.size);
    for (const [text, index] of map) expect(table.text(index)).toBe(text);
  },
);

test('it grows, over many blocks, and keeps texts that are longer than one', () => {
  const table = createKeyTable();
  const keyOf = (index: number) =>
    index === 40_000 ? 'é'.repeat(2_000_000) : `key-${index}-${'x'.repeat(40)}`;
  for (let index = 0; index < 80_000; index += 1) table.intern(keyOf(index));
  expect(table.size).toBe(80_000);
  for (const index of [0, 39_999, 40_000, 40_001, 79_999]) {
    expect(table.find(keyOf(index))).toBe(index);
    expect(table.text(index)).toBe(keyOf(index));
  }
  expect(table.find('key-80000')).toBe(-1);
});
