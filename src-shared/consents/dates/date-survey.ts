import type { DateReading } from '../job.ts';
import type { DateCandidate, DateSurvey } from '../types.ts';
import { createDateReader, formatsOf, type ReadInstant } from './date-reader.ts';
import { inferFormats } from './infer-formats.ts';
import { readIso, readOffset } from './read-iso.ts';

/** Formats that are counted at once; a column of times has one or two. */
const maxCandidates = 40;
/** Looks of values that are told apart; the rest counts as unread. */
const maxShapes = 500;
const maxExamples = 3;
const maxUnread = 20;
/** Clocks of two machines are this far apart at most: until then a consent is not of the future. */
export const futureToleranceMillis = 300_000;
/** Before that consents were on paper. */
export const oldMillis = Date.UTC(1990, 0, 1);

interface Tally {
  readonly format: string;
  /** A power of two of its own: sums of these say which formats read a value. */
  readonly bit: number;
  /** Formats that read some cell as another time. */
  readonly rivals: Set<Tally>;
  readonly read: ReadInstant;
  reads: number;
  deciding: number;
  min: number;
  max: number;
  future: number;
  old: number;
  readonly examples: { text: string; iso: string }[];
  readonly refused: { row: number; text: string }[];
}

interface Shape {
  readonly tallies: readonly Tally[];
  readonly first: { row: number; text: string }[];
}

/** How many values are read by just these formats; the key is the sum of their bits. */
type Signatures = Map<number, number>;

/** Takes in every value of a column, and says in the end how its times are written. */
export interface DateSurveyor {
  add(row: number, text: string): void;
  /** With a chosen reading it comes first, and the bounds are those that it gives. */
  end(): DateSurvey;
}

/** Makes a survey of a column; values that name no zone are read in that of the chosen reading, or UTC. */
export function createDateSurvey(chosen: DateReading | null, nowMillis: number): DateSurveyor {
  const { tallies, shapes, shapeOf } = createShapes(chosen);
  const signatures: Signatures = new Map();
  const combined = combinedTally(chosen);
  let [values, empty, zoneless] = [0, 0, 0];
  return {
    add(row, raw) {
      const text = raw.trim();
      if (text === '') {
        empty += 1;
        return;
      }
      values += 1;
      const shape = shapeOf(text);
      if (shape === undefined) return;
      if (shape.first.length < maxUnread) shape.first.push({ row, text });
      if (combined !== null) readBy(combined, row, text, nowMillis);
      const signature = countValue(shape.tallies, row, text, nowMillis);
      if (signature === 0) return;
      signatures.set(signature, (signatures.get(signature) ?? 0) + 1);
      if (!namesZone(text)) zoneless += 1;
    },
    end() {
      const ranked = [...tallies.values()].filter(({ reads }) => reads > 0).toSorted(byWorth);
      const together = coverOf(ranked, signatures);
      const doubtful = doubtfulOf(together);
      const [best] = ranked;
      const named = chosen === null ? best : (combined ?? tallies.get(chosen.format));
      const hasRead = named !== undefined && named.reads > 0;
      const read = together.reduce((sum, { reads }) => sum + reads, 0);
      return {
        values,
        empty,
        candidates: ranked.map(candidateOf),
        inDoubt: ranked.filter((each) => doubtful.has(each)).map(({ format }) => format),
        together: together.map(({ tally, reads }) => ({ format: tally.format, reads })),
        unreadable: values - read,
        zoneless,
        minMillis: hasRead ? named.min : null,
        maxMillis: hasRead ? named.max : null,
        future: named?.future ?? 0,
        before1990: named?.old ?? 0,
        unread: named === combined && combined !== null ? combined.refused : unreadBy(named, shapes.values()),
      };
    },
  };
}

function newTally(format: string, bit: number, read: ReadInstant): Tally {
  const counts = { reads: 0, deciding: 0, future: 0, old: 0 };
  const bounds = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
  return { format, bit, read, rivals: new Set(), ...counts, ...bounds, examples: [], refused: [] };
}

/** Counts what several chosen formats read together; null where there are not several. */
function combinedTally(chosen: DateReading | null): Tally | null {
  if (chosen?.otherFormats === undefined) return null;
  const read = createDateReader(chosen);
  return read === null ? null : newTally(formatsOf(chosen).join(', '), 0, read);
}

/** Keeps the counts of formats, and which of them the values of a look could be of. */
function createShapes(chosen: DateReading | null) {
  const tallies = new Map<string, Tally>();
  const shapes = new Map<string, Shape>();
  // A zone that there is not takes no candidate away.
  const zone =
    chosen !== null && createDateReader({ ...chosen, format: 'iso' }) !== null ? chosen.zone : 'UTC';

  function tallyOf(format: string): Tally | null {
    const known = tallies.get(format);
    if (known !== undefined) return known;
    const read = createDateReader({ format, zone });
    if (read === null || tallies.size >= maxCandidates) return null;
    const counts = { reads: 0, deciding: 0, future: 0, old: 0 };
    const bounds = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
    const bit = 2 ** tallies.size;
    const tally: Tally = {
      format,
      bit,
      read,
      rivals: new Set(),
      ...counts,
      ...bounds,
      examples: [],
      refused: [],
    };
    tallies.set(format, tally);
    return tally;
  }

  return {
    tallies,
    shapes,
    shapeOf(text: string): Shape | undefined {
      const key = shapeKey(text);
      const known = shapes.get(key);
      if (known !== undefined || shapes.size >= maxShapes) return known;
      const formats = new Set([...(chosen === null ? [] : formatsOf(chosen)), ...inferFormats(text)]);
      const shape = { tallies: [...formats].map(tallyOf).filter((tally) => tally !== null), first: [] };
      shapes.set(key, shape);
      return shape;
    },
  };
}

/**
 * Lets every format that a value could be of read it; one that reads it alone is decided for. Gives the sum of the bits
 * of those that read it.
 */
function countValue(tallies: readonly Tally[], row: number, text: string, nowMillis: number): number {
  let signature = 0;
  const readers: Tally[] = [];
  const times: number[] = [];
  for (const tally of tallies) {
    const millis = readBy(tally, row, text, nowMillis);
    if (millis === null) continue;
    signature += tally.bit;
    readers.forEach((other, index) => {
      if (times[index] === millis) return;
      other.rivals.add(tally);
      tally.rivals.add(other);
    });
    readers.push(tally);
    times.push(millis);
  }
  const [only] = readers;
  if (only !== undefined && readers.length === 1) only.deciding += 1;
  return signature;
}

/** Lets a format read a value, and counts it; null: it does not read it. */
function readBy(tally: Tally, row: number, text: string, nowMillis: number): number | null {
  const millis = tally.read(text);
  if (millis !== null) take(tally, text, millis, nowMillis);
  else if (tally.refused.length < maxUnread) tally.refused.push({ row, text });
  return millis;
}

function take(tally: Tally, text: string, millis: number, nowMillis: number): void {
  tally.reads += 1;
  if (millis < tally.min) tally.min = millis;
  if (millis > tally.max) tally.max = millis;
  if (millis > nowMillis + futureToleranceMillis) tally.future += 1;
  if (millis < oldMillis) tally.old += 1;
  if (tally.examples.length < maxExamples) tally.examples.push({ text, iso: new Date(millis).toISOString() });
}

function byWorth(a: Tally, b: Tally): number {
  return b.reads - a.reads || b.deciding - a.deciding || a.future - b.future;
}

/** The fewest formats that together read the most: the best first, and then whichever reads the most of the rest. */
function coverOf(
  ranked: readonly Tally[],
  signatures: Signatures,
): readonly { readonly tally: Tally; readonly reads: number }[] {
  const left = new Map(signatures);
  const cover: { tally: Tally; reads: number }[] = [];
  for (;;) {
    let best: { tally: Tally; reads: number } | null = null;
    for (const tally of ranked) {
      const reads = readsOf(tally, left);
      if (reads > (best?.reads ?? 0)) best = { tally, reads };
    }
    if (best === null) return cover;
    cover.push(best);
    for (const signature of left.keys()) if (isRead(signature, best.tally)) left.delete(signature);
  }
}

function readsOf(tally: Tally, signatures: Signatures): number {
  let reads = 0;
  for (const [signature, count] of signatures) if (isRead(signature, tally)) reads += count;
  return reads;
}

/** The bits go beyond those that operators on bits can tell apart. */
function isRead(signature: number, { bit }: Tally): boolean {
  return Math.floor(signature / bit) % 2 === 1;
}

/** Formats that could be meant instead of each other, of those that read the column and their rivals. */
function doubtfulOf(together: readonly { readonly tally: Tally }[]): ReadonlySet<Tally> {
  const doubtful = new Set<Tally>();
  for (const { tally } of together)
    for (const other of tally.rivals) if (isInDoubt(tally, other)) doubtful.add(tally).add(other);
  return doubtful;
}

/** True if two formats read some cell as different times, and no cell rules the other one out. */
function isInDoubt(tally: Tally, other: Tally): boolean {
  return other.reads === tally.reads || other.deciding > 0;
}

function candidateOf({ format, reads, deciding, examples }: Tally): DateCandidate {
  return { format, reads, deciding, examples };
}

function unreadBy(tally: Tally | undefined, shapes: Iterable<Shape>): DateSurvey['unread'] {
  const others = [...shapes].filter(({ tallies }) => tally === undefined || !tallies.includes(tally));
  return [...(tally?.refused ?? []), ...others.flatMap(({ first }) => first)]
    .toSorted((a, b) => a.row - b.row)
    .slice(0, maxUnread);
}

/** Shape of a text: its marks, the positions of letters, and the lengths of its digit groups. */
function shapeKey(text: string): string {
  let key = '';
  let run = 0;
  for (let index = 0; index <= Math.min(text.length, 40); index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) {
      run += 1;
      continue;
    }
    if (run > 0) key += run;
    run = 0;
    if (Number.isNaN(code)) break;
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
    key += isLetter ? 'x' : text.charAt(index);
  }
  return key;
}

/** True if a text identifies its instant by itself. */
function namesZone(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  // Z, z
  if (last === 90 || last === 122) return true;
  const at = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
  if (at > text.indexOf(':') && text.includes(':')) return !Number.isNaN(readOffset(text, at));
  return /^\d{9,13}$/.test(text);
}

/** Writes the time of a text that a column does not read, found by how it looks, as ISO 8601; null where it has none. */
export function guessIso(text: string): string | null {
  if (readIso(text) !== null) return text;
  const found = inferFormats(text.trim()).flatMap((format) => {
    const millis = createDateReader({ format, zone: 'UTC' })?.(text.trim()) ?? null;
    return millis === null ? [] : [millis];
  });
  const [only] = found;
  return only === undefined || found.some((millis) => millis !== only)
    ? null
    : new Date(only).toISOString().replace(/\.000Z$/, 'Z');
}
