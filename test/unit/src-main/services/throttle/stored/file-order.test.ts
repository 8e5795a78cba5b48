import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inTimeOrder } from '#main/services/throttle/stored/file-order.ts';
import { readingSchema } from '#shared/throttle/traffic/recipe.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const folder = startedOnce(temporaryDirectory);

/** The files by their numbers, in the order in which they are read; each has a name and bytes. */
async function ordered(files: readonly (readonly [name: string, bytes: string | Uint8Array])[]) {
  const inputs = files.map(([name, bytes], at) => {
    const path = join(folder.path, `${at}`);
    writeFileSync(path, bytes);
    return { at, path, name, sizeBytes: bytes.length };
  });
  const reading = readingSchema.parse({});
  const order = (await inTimeOrder(inputs, reading)).map(({ at }) => at);
  const turned = (await inTimeOrder(inputs.toReversed(), reading)).map(({ at }) => at);
  expect(turned).toEqual(order);
  return order;
}

/** Lines of a table whose head is cut within the time of one of them. */
function cutTable(second: number): string {
  const line = `${'x'.repeat(53)},${second}\n`;
  const text = `${'user'.padEnd(17, '_')},time\n${line.repeat(2_000)}`;
  expect(text.slice(0, 65_536)).toMatch(/,1\d{0,8}$/);
  return text;
}

describe('files of one log', () => {
  test('are put in order by the whole lines of their beginnings', async () => {
    const [late, early] = [cutTable(1_760_000_500), cutTable(1_760_000_100)];
    const middle = 'user,time\nx,1760000300\n';
    expect(
      await ordered([
        ['a.csv', late],
        ['b.csv', middle],
        ['c.csv', early],
      ]),
    ).toEqual([2, 1, 0]);
    expect(
      await ordered([
        ['a.csv.gz', gzipSync(late)],
        ['b.csv.gz', gzipSync(middle)],
        ['c.csv.gz', gzipSync(early)],
      ]),
    ).toEqual([2, 1, 0]);
  });

  test('have the time of a last line without an end', async () => {
    expect(
      await ordered([
        ['a.csv', 'user,time\nx,1760000300'],
        ['b.csv', 'user,time\nx,1760000100'],
      ]),
    ).toEqual([1, 0]);
  });

  test('that begin at once are put in order by their names, their sizes and their texts', async () => {
    const [short, long, other] = ['z', 'xx', 'yy'].map((user) => `user,time\n${user},1760000300\n`) as [
      string,
      string,
      string,
    ];
    expect(
      await ordered([
        ['b.csv', short],
        ['a.csv', long],
      ]),
    ).toEqual([1, 0]);
    expect(
      await ordered([
        ['a.csv', other],
        ['a.csv', long],
        ['a.csv', short],
      ]),
    ).toEqual([2, 1, 0]);
  });
});
