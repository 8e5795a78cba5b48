// Its build for Node declares a `require` of its own, which a bundle has already.
import { type Zippable, zipSync } from 'fflate/browser';
import type { Problem } from '#shared/errors/index.ts';
import { toPointer } from '#shared/workspace/index.ts';
import { findClearSecrets, referToStored } from './clear-secrets.ts';
import { parseJsonDocument, readTextFile } from './json-file.ts';
import { listStrangers, listWorkspaceFiles } from './list-files.ts';

/** A workspace in a zip. */
export interface PackedWorkspace {
  readonly zip: Uint8Array;
  readonly files: readonly string[];
  /** Members whose clear secrets were replaced by references, as `file pointer`. */
  readonly redacted: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/** A file that is not in the zip. */
export interface LeftOut {
  readonly file: string;
  readonly reason: string;
}

/** Packs the files of a workspace without their clear-text secrets; the same files give the same bytes. */
export function packWorkspace(directory: string): PackedWorkspace {
  const entries: Zippable = {};
  // The beginning of what a zip can tell. It tells local time, so the date is one of the zone.
  const mtime = new Date(1980, 0, 1);
  const redacted: string[] = [];
  const leftOut: LeftOut[] = listStrangers(directory).map((file) => ({
    file,
    reason: 'The name does not match any file of a workspace.',
  }));
  for (const file of listWorkspaceFiles(directory)) {
    const text = soundText(directory, file);
    if (typeof text !== 'string') {
      leftOut.push({ file, reason: text.message });
      continue;
    }
    const clear = findClearSecrets(file, text);
    redacted.push(...clear.map(({ path }) => `${file} ${toPointer(path)}`));
    entries[file] = [Buffer.from(referToStored(file, text, clear), 'utf8'), { mtime, level: 9 }];
  }
  return { zip: zipSync(entries), files: Object.keys(entries), redacted, leftOut };
}

/** Which members of a broken file are secrets cannot be told. */
function soundText(directory: string, file: string): string | Problem {
  const text = readTextFile(directory, file);
  if ('problem' in text) return text.problem;
  const parsed = parseJsonDocument(text.value, file);
  return 'problem' in parsed ? parsed.problem : text.value;
}
