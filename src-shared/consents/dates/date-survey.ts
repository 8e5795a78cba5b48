import type { DateReading } from '../job.ts';
import type { DateCandidate, DateSurvey } from '../types.ts';
import { createDateReader, type ReadInstant } from './date-reader.ts';
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
  readonly read: ReadInstant;
  reads: number;
  deciding: number;
  /** Of all instants in their order: by it two candidates that say the same are told from two that do not. */
  fingerprint: number;
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

/** Takes in every value of a column, and says in the end how its times are written. */
export interface DateSurveyor {
  add(row: number, text: string): void;
  /** With a chosen reading it comes first, and the bounds are those that it gives. */
  end(): DateSurvey;
}

/** Makes a survey of a column; values that name no zone are read in that of the chosen reading, or UTC. */
export function createDateSurvey(chosen: DateReading | null, nowMillis: number): DateSurveyor {
  const { tallies, shapes, shapeOf } = createShapes(chosen);
  let [values, empty, zoneless] = [0, 0, 0];
  return {
    add(row, raw) {
      const text = raw.trim();
      if (text === '') {
        empty += 1;
        return;
      }
      values += 1;
      if (!namesZone(text)) zoneless += 1;
      const shape = shapeOf(text);
      if (shape === undefined) return;
      if (shape.first.length < maxUnread) shape.first.push({ row, text });
      countValue(shape.tallies, row, text, nowMillis);
    },
    end() {
      const ranked = [...tallies.values()].filter(({ reads }) => reads > 0).toSorted(byWorth);
      const [best] = ranked;
      const named = chosen === null ? best : tallies.get(chosen.format);
      const hasRead = named !== undefined && named.reads > 0;
      return {
        values,
        empty,
        candidates: ranked.map(candidateOf),
        isAmbiguous: ranked.some((each) => best !== undefined && isRival(each, best, shapes.values())),
        zoneless,
        minMillis: hasRead ? named.min : null,
        maxMillis: hasRead ? named.max : null,
        future: named?.future ?? 0,
        before1990: named?.old ?? 0,
        unread: unreadBy(named, shapes.values()),
      };
    },
  };
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
    const counts = { reads: 0, deciding: 0, fingerprint: 0, future: 0, old: 0 };
    const bounds = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
    const tally: Tally = { format, read, ...counts, ...bounds, examples: [], refused: [] };
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
      const formats = new Set([...(chosen === null ? [] : [chosen.format]), ...inferFormats(text)]);
      const shape = { tallies: [...formats].map(tallyOf).filter((tally) => tally !== null), first: [] };
      shapes.set(key, shape);
      return shape;
    },
  };
}

/** Lets every format that a value could be of read it; one that reads it alone is decided for. */
function countValue(tallies: readonly Tally[], row: number, text: string, nowMillis: number): void {
  let readers = 0;
  let last: Tally | null = null;
  let lastMillis = 0;
  for (const tally of tallies) {
    const millis = tally.read(text);
    if (millis === null) {
      if (tally.refused.length < maxUnread) tally.refused.push({ row, text });
      continue;
    }
    if (last !== null) take(last, text, lastMillis, nowMillis);
    readers += 1;
    last = tally;
    lastMillis = millis;
  }
  if (last === null) return;
  take(last, text, lastMillis, nowMillis);
  if (readers === 1) last.deciding += 1;
}

function take(tally: Tally, text: string, millis: number, nowMillis: number): void {
  tally.reads += 1;
  tally.fingerprint = (Math.imul(tally.fingerprint, 31) + millis / 1_000) | 0;
  if (millis < tally.min) tally.min = millis;
  if (millis > tally.max) tally.max = millis;
  if (millis > nowMillis + futureToleranceMillis) tally.future += 1;
  if (millis < oldMillis) tally.old += 1;
  if (tally.examples.length < maxExamples) tally.examples.push({ text, iso: new Date(millis).toISOString() });
}

function byWorth(a: Tally, b: Tally): number {
  return b.reads - a.reads || b.deciding - a.deciding || a.future - b.future;
}

/**
 * True if a format could be meant instead of the best: it reads as many values with different results, or it alone
 * reads some values of a shape that both can read, so that the column holds both formats and the rest cannot be
 * assigned to either.
 */
function isRival(other: Tally, best: Tally, shapes: Iterable<Shape>): boolean {
  if (other.reads === best.reads) return other.fingerprint !== best.fingerprint;
  return (
    other.deciding > 0 && [...shapes].some(({ tallies }) => tallies.includes(other) && tallies.includes(best))
  );
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

/** The reading that a survey speaks for; null where a person has to say which is meant, or nothing reads. */
export function suggestDates({ candidates, isAmbiguous }: DateSurvey): DateReading | null {
  const [best] = candidates;
  return best === undefined || isAmbiguous ? null : { format: best.format, zone: 'UTC' };
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
