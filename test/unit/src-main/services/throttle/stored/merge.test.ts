import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mergeParts } from '#main/services/throttle/stored/merge.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { numbers } from '#test/unit/src-main/services/throttle/truth/logs.ts';

const folder = startedOnce(temporaryDirectory);

/** Merges parts that are given by their times; each request is named by its part and its place in it. */
function merged(parts: readonly (readonly number[])[]): readonly string[] {
  const paths = { times: join(folder.path, 'times'), shapes: join(folder.path, 'shapes') };
  const names = parts.flatMap((times, part) => times.map((_, place) => `${part}.${place}`));
  writeFileSync(paths.times, new Uint8Array(Float64Array.from(parts.flat()).buffer));
  writeFileSync(paths.shapes, new Uint8Array(Int32Array.from(names.keys()).buffer));
  const files = { times: openSync(paths.times, 'r'), shapes: openSync(paths.shapes, 'r') };
  const all = parts.flat();
  const ends = parts.map((_, at) => parts.slice(0, at + 1).flat().length);
  const taken: string[] = [];
  try {
    mergeParts(files, ends, (atMillis, shape) => {
      taken.push(atMillis === all[shape] ? (names[shape] ?? '') : 'another time');
    });
  } finally {
    for (const file of [files.times, files.shapes]) closeSync(file);
  }
  return taken;
}

describe('parts that are merged', () => {
  test('give the requests of one time in the order of the parts', () => {
    expect(merged([[1, 2], [2]])).toEqual(['0.0', '0.1', '1.0']);
    expect(merged([[2], [1, 2]])).toEqual(['1.0', '0.0', '1.1']);
    expect(merged([[2, 2], [1, 2, 3], [2]])).toEqual(['1.0', '0.0', '0.1', '1.1', '2.0', '1.2']);
  });

  test('may be empty', () => {
    expect(merged([[], [1], [], [0, 2]])).toEqual(['3.0', '1.0', '3.1']);
    expect(merged([[], []])).toEqual([]);
  });

  test('give what they have where one goes back in time', () => {
    expect(merged([[3, 1, 4], [2]])).toEqual(['1.0', '0.0', '0.1', '0.2']);
  });

  test('are read block by block, however long they are', () => {
    const next = numbers(23);
    const parts = [20_000, 8_192, 8_193, 17].map((length) => {
      let at = 0;
      return Array.from({ length }, () => (at += next(4)));
    });
    const byHand = parts
      .flatMap((times, part) => times.map((millis, place) => ({ millis, name: `${part}.${place}` })))
      // Requests of one time stay in the order in which they are here.
      .toSorted((a, b) => a.millis - b.millis)
      .map(({ name }) => name);
    expect(merged(parts)).toEqual(byHand);
  });
});
