import fc from 'fast-check';
import { expect } from 'vitest';
import { SeenUids } from '#shared/connectors/paging/seen-uids.ts';
import { property } from '#test/support/property.ts';

const uid = fc.oneof(
  fc.nat({ max: 30 }).map(String),
  fc.constantFrom('', '0', '00', '007', '7', '+7', '7.0', '1e1', ' 1', '-1', '999999999', '1000000000', '٣'),
  fc.string({ maxLength: 3 }),
);

property([fc.array(uid, { maxLength: 60 })])('the same uids are new as in a set of their texts', (uids) => {
  const [seen, texts] = [new SeenUids(), new Set<string>()];
  for (const each of uids) {
    expect(seen.add(each)).toBe(!texts.has(each));
    texts.add(each);
  }
  expect(seen.size).toBe(texts.size);
});
