import { LogCollector, readLog } from '#main/services/throttle/pure/import/index.ts';
import { timeMillis } from '#main/services/throttle/pure/import/times.ts';
import type { LogReading } from '#shared/throttle/traffic/recipe.ts';
import type { LogFileInput } from './log-bytes.ts';
import { formatOfName, headOfFile } from './log-head.ts';

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
    const { text } = await headOfFile(file);
    return { text, millis: firstMillis(text, file.name, reading) };
  } catch {
    return { text: '', millis: Number.POSITIVE_INFINITY };
  }
}

function firstMillis(text: string, name: string, reading: LogReading): number {
  let first = Number.POSITIVE_INFINITY;
  const store = { add: (atMillis: number) => void (first = Math.min(first, atMillis)) };
  const all = { ...reading, dropRefused: false, dropRepeats: false };
  const collector = new LogCollector({ ...all, hash: (secret) => secret }, store);
  try {
    const log = readLog(reading.format, collector.sink(), formatOfName(name));
    // A line that is cut has no time of its own.
    for (const line of text.split('\n', maxLines)) {
      log.push(`${line}\n`);
      if (Number.isFinite(first)) return first;
    }
    log.finish();
  } catch {
    // A document has to be whole to be read.
  }
  if (Number.isFinite(first)) return first;
  const time = firstHarTime.exec(text)?.[1];
  return (time === undefined ? null : timeMillis(time, '')) ?? Number.POSITIVE_INFINITY;
}

const maxLines = 1_000;
