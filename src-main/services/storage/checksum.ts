import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';

/** A number as a row holds it: one that was damaged can be larger than a number in JavaScript. */
type Whole = number | bigint | string | null;

/** The checksum of a record. Texts come with their lengths, so that no field runs into the next. */
export function recordChecksum(
  kind: string,
  id: string,
  sealed: Whole,
  expiresAtMillis: Whole,
  value: Uint8Array,
): number {
  return crc32(value, crc32(`${kind.length}:${kind}${id.length}:${id}${sealed}:${expiresAtMillis}:`));
}

/** The checksum of records that were written together. */
export function groupChecksum(
  kind: string,
  count: Whole,
  expiresAtMillis: Whole,
  entries: Uint8Array,
): number {
  return crc32(entries, crc32(`${kind.length}:${kind}${count}:${expiresAtMillis}:`));
}

/** The parts of a block of exchanges outside of its sealed parts. */
export interface BlockHead {
  readonly firstId: string;
  readonly lastId: string;
  readonly count: Whole;
  readonly isNoted: boolean;
}

/** Returns the parts of a block outside of its sealed parts, as one text in which no field runs into the next. */
export function blockHeadText({ firstId, lastId, count, isNoted }: BlockHead): string {
  return `${firstId.length}:${firstId}${lastId.length}:${lastId}${count}:${isNoted ? 'noted' : 'plain'}:`;
}

/** The checksum of a block of exchanges. */
export function blockChecksum(head: BlockHead, summaries: Uint8Array, contents: Uint8Array): number {
  const length = `${blockHeadText(head)}${summaries.length}:`;
  return crc32(contents, crc32(summaries, crc32(length)));
}

const bytesOf = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array());

/** Lets statements over a database compute checksums. */
export function defineChecksums(database: DatabaseSync): void {
  const options = { deterministic: true, directOnly: true, useBigIntArguments: true } as const;
  database.function('record_checksum', options, (kind, id, sealed, expiresAtMillis, value) =>
    recordChecksum(String(kind), String(id), wholeOf(sealed), wholeOf(expiresAtMillis), bytesOf(value)),
  );
  database.function('group_checksum', options, (kind, count, expiresAtMillis, entries) =>
    groupChecksum(String(kind), wholeOf(count), wholeOf(expiresAtMillis), bytesOf(entries)),
  );
}

const wholeOf = (value: SQLOutputValue): Whole => (value === null ? null : String(value));
