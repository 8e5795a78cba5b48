import type { DatabaseSync } from 'node:sqlite';
import { releaseBytes, type Sealer } from '#main/platform/seal.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import { blockForms, openPart } from './block-seal.ts';
import { blockChecksum, groupChecksum, recordChecksum } from './checksum.ts';
import { openRecord, sealForms } from './record-seal.ts';

type Value = string | bigint | Uint8Array | null;
const textOf = (value: Value | undefined): string => String(value);
const wholeOf = (value: Value | undefined) => (value === null || value === undefined ? null : String(value));
const bytesOf = (value: Value | undefined): Uint8Array =>
  value instanceof Uint8Array ? value : new Uint8Array();

/** Says of a row whether it is as it was written, given its columns in the order of `soundnessColumns`. */
export type Soundness = ReturnType<typeof createSoundness>;

export const soundnessColumns = {
  record: ['kind', 'id', 'checksum', 'sealed', 'expires_at_millis', 'value'],
  group: ['kind', 'checksum', 'entry_count', 'expires_at_millis', 'entries'],
  block: [
    'first_id',
    'last_id',
    'exchange_count',
    'is_noted',
    'seal_form',
    'checksum',
    'summaries',
    'contents',
  ],
} as const;

const utf8 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');

/** The checksum that a record should have. */
export function checksumOfRecord([kind, id, , sealed, expires, value]: readonly Value[]): number {
  return recordChecksum(textOf(kind), textOf(id), wholeOf(sealed), wholeOf(expires), bytesOf(value));
}

/** The checksum that records that were written together should have. */
export function checksumOfGroup([kind, , count, expires, entries]: readonly Value[]): number {
  return groupChecksum(textOf(kind), wholeOf(count), wholeOf(expires), bytesOf(entries));
}

/**
 * Makes the judge of a state. What another key sealed cannot be looked at more closely than by its checksum. `mustParse`:
 * the checksums were only just computed, and say nothing of damage from before.
 */
export function createSoundness(sealer: Sealer, mustParse: boolean) {
  function isSoundRecord(row: readonly Value[]): boolean {
    const [kind, id, checksum, sealed, , given] = row;
    const value = bytesOf(given);
    if (String(checksumOfRecord(row)) !== String(checksum)) return false;
    if (mustParse && Number(sealed) === sealForms.plain && parsedJson(utf8(value)) === undefined)
      return false;
    if (Number(sealed) !== sealForms.bound || !sealer.isOwn(value)) return true;
    return openRecord(sealer, textOf(kind), { id: textOf(id), sealed: sealForms.bound, value }) !== null;
  }

  function isSoundGroup(row: readonly Value[]): boolean {
    const [, checksum, , , entries] = row;
    if (String(checksumOfGroup(row)) !== String(checksum)) return false;
    return !mustParse || parsedJson(`[${utf8(bytesOf(entries))}]`) !== undefined;
  }

  /** One of an earlier version has no checksum, and cannot be told. */
  function isSoundBlock(row: readonly Value[], parts: readonly ('summaries' | 'contents')[]): boolean {
    const [firstId, lastId, count, noted, form, checksum, summaries, contents] = row;
    if (checksum === null) return true;
    const head = {
      firstId: textOf(firstId),
      lastId: textOf(lastId),
      count: wholeOf(count),
      isNoted: textOf(noted) === '1',
    };
    const bytes = { summaries: bytesOf(summaries), contents: bytesOf(contents) };
    if (String(blockChecksum(head, bytes.summaries, bytes.contents)) !== String(checksum)) return false;
    if (textOf(form) !== String(blockForms.bound) || !sealer.isOwn(bytes.summaries)) return true;
    const bound = { ...head, form: blockForms.bound };
    return parts.every((part) => openPart(sealer, part, bound, bytes[part]) !== null);
  }

  return { isSoundRecord, isSoundGroup, isSoundBlock };
}

/** Lets statements over a database ask whether a row is as it was written. */
export function defineSoundness(database: DatabaseSync, soundness: Soundness): void {
  const { isSoundRecord, isSoundGroup, isSoundBlock } = soundness;
  const options = { directOnly: true, useBigIntArguments: true, varargs: true } as const;
  const define = (name: string, isSound: (row: readonly Value[]) => boolean) =>
    database.function(name, options, (...row) => {
      const result = isSound(row as Value[]) ? 1 : 0;
      // A state has hundreds of megabytes of them, and nobody else has these bytes.
      for (const value of row) if (value instanceof Uint8Array) releaseBytes(value);
      return result;
    });
  define('record_is_sound', isSoundRecord);
  define('group_is_sound', isSoundGroup);
  define('block_is_sound', (row) => isSoundBlock(row, ['summaries']));
  define('block_is_sound_throughout', (row) => isSoundBlock(row, ['summaries', 'contents']));
}
