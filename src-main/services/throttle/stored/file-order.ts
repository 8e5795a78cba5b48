import { LogCollector, readLog } from '#main/services/throttle/pure/import/index.ts';
import { timeMillis } from '#main/services/throttle/pure/import/times.ts';
import type { LogReading } from '#shared/throttle/traffic/recipe.ts';
import type { LogFileInput } from './log-bytes.ts';
import { type FileHead, formatOfName, headOfFile } from './log-head.ts';

/** A HAR document can only be read as a whole: its first time is looked for. HAR 1.2 */
const firstHarTime = /"startedDateTime"\s*:\s*"([^"]{1,64})"/;

type SizedFile = LogFileInput & { readonly sizeBytes: number };

/** Puts logs into the order of their first times, so that it does not matter in which order they were named. */
export async function inTimeOrder<F extends SizedFile>(
  files: readonly F[],
  reading: LogReading,
): Promise<readonly F[]> {
  if (files.length < 2) return files;
  const begun = await Promise.all(files.map(async (file) => ({ file, ...(await beginOf(file, reading)) })));
  return begun
    .toSorted(
      (a, b) =>
        compare(a.millis, b.millis) ||
        compare(a.file.name, b.file.name) ||
        compare(a.file.sizeBytes, b.file.sizeBytes) ||
        compare(a.text, b.text),
    )
    .map(({ file }) => file);
}

function compare<T extends number | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The first time of a log, after all others where its beginning has none: reading it says what is wrong. */
async function beginOf(file: SizedFile, reading: LogReading) {
  try {
    const head = await headOfFile(file);
    return { text: head.text, millis: firstMillis(head, file.name, reading) };
  } catch {
    return { text: '', millis: Number.POSITIVE_INFINITY };
  }
}

function firstMillis({ text, isCut }: FileHead, name: string, reading: LogReading): number {
  let first = Number.POSITIVE_INFINITY;
  const store = { add: (atMillis: number) => void (first = Math.min(first, atMillis)) };
  const all = { ...reading, dropRefused: false, dropRepeats: false };
  const collector = new LogCollector({ ...all, hash: (secret) => secret }, store);
  try {
    const log = readLog(reading.format, collector.sink(), formatOfName(name));
    // A line that is cut can have a part of its time.
    log.push(isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text);
    log.finish();
  } catch {
    // A document has to be whole to be read.
  }
  if (Number.isFinite(first)) return first;
  const time = firstHarTime.exec(text)?.[1];
  return (time === undefined ? null : timeMillis(time, '')) ?? Number.POSITIVE_INFINITY;
}
