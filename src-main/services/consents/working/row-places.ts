import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plainPlace, type RowPlace } from '#shared/consents/index.ts';
import { dataFiles } from './data-files.ts';

/** Places that are written at once. */
const placesPerBlock = 65_536;

/** The places of the rows of an import in its source, by their numbers below the header. */
export type PlaceOf = (row: number) => RowPlace;

/** Collects the places of rows in their order. */
export function createPlaces() {
  const full: Uint32Array[] = [];
  let block = new Uint32Array(placesPerBlock * 2);
  let used = 0;
  return {
    add({ row, line }: RowPlace): void {
      if (used === block.length) {
        full.push(block);
        block = new Uint32Array(placesPerBlock * 2);
        used = 0;
      }
      block[used] = row;
      block[used + 1] = line;
      used += 2;
    },
    *blocks(): Iterable<Uint8Array> {
      for (const each of [...full, block.subarray(0, used)])
        yield new Uint8Array(each.buffer, each.byteOffset, each.byteLength);
    },
  };
}

/** Reads the places of rows; `above` records stand above the first. Files that were read before places were kept have none. */
export async function readPlaces(directory: string, above: number): Promise<PlaceOf> {
  const bytes = await readFile(join(directory, dataFiles.rowPlaces)).catch(() => null);
  if (bytes === null) return (row) => plainPlace(row, above);
  const numbers = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  return (row) => ({ row: numbers[(row - 1) * 2] ?? 0, line: numbers[(row - 1) * 2 + 1] ?? 0 });
}
