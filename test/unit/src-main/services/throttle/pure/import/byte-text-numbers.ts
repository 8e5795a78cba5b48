import { ByteTexts } from '#main/services/throttle/pure/import/byte-texts.ts';
import { BatchPart, batchLength } from '#main/services/throttle/pure/import/line-batch.ts';

/** The numbers that a table of parts gives to texts of one length. */
export function numbersOf(texts: readonly string[]): readonly number[] {
  const table = new ByteTexts({ entries: 1_000_000, bytes: 100_000_000 });
  const numbers: number[] = [];
  for (let from = 0; from < texts.length; from += batchLength) {
    const some = texts.slice(from, from + batchLength);
    const bytes = new TextEncoder().encode(some.join(''));
    const batch = new BatchPart();
    for (const [index, { length }] of some.entries()) batch.set(index, index * length, (index + 1) * length);
    table.number(new DataView(bytes.buffer), batch, some.length);
    numbers.push(...batch.numbers.subarray(0, some.length));
  }
  return numbers;
}
