import type { TextProblem } from '../expressions/types.ts';

/** A duration, and what in its text the products read otherwise than a person would. */
export type ParsedDuration =
  | { readonly nanos: number | 'unlimited'; readonly warnings: readonly TextProblem[] }
  | { readonly problem: TextProblem };

const nanosPerMilli = 1_000_000;
const nanosPerSecond = 1_000_000_000;
const secondsPerMinute = 60;
const secondsPerHour = 3_600;
const secondsPerDay = 86_400;

const unitNames: readonly (readonly [nanos: number, names: string])[] = [
  [secondsPerDay * nanosPerSecond, 'd day days'],
  [secondsPerHour * nanosPerSecond, 'h hour hours'],
  [secondsPerMinute * nanosPerSecond, 'm min minute minutes'],
  [nanosPerSecond, 's sec second seconds'],
  [nanosPerMilli, 'ms milli millis millisec millisecond milliseconds'],
  [1_000, 'us micro micros microsec microsecond microseconds µs μs'],
  [1, 'ns nano nanos nanosec nanosecond nanoseconds'],
];
const units: ReadonlyMap<string, number> = new Map(
  unitNames.flatMap(([nanos, names]) => names.split(' ').map((name) => [name, nanos] as const)),
);
const zeroWords: ReadonlySet<string> = new Set(['zero', 'disabled']);
const unlimitedWords: ReadonlySet<string> = new Set([
  'unlimited',
  'indefinite',
  'infinity',
  'undefined',
  'none',
]);

const separator = /,| and /gi;
const part = /^(\s*)(\d+)(\s*)([a-zµμ]+)(.*)$/isu;
const example = 'Write numbers with units, such as 10 s, 5 minutes or 2 hours and 30 minutes.';

/**
 * Reads a duration in the grammar of the products: parts that add up, with “,” or “and” between them, or one of the
 * words for zero and for no limit. What they silently ignore is a warning.
 */
export function parseDuration(text: string): ParsedDuration {
  const word = text.trim().toLowerCase();
  if (zeroWords.has(word)) return { nanos: 0, warnings: [] };
  if (unlimitedWords.has(word)) return { nanos: 'unlimited', warnings: [] };
  const warnings: TextProblem[] = [];
  let nanos = 0;
  for (const { piece, offset } of piecesOf(text)) {
    const read = readPart(piece, offset);
    if ('problem' in read) return read;
    nanos += read.nanos;
    if (read.warning !== null) warnings.push(read.warning);
  }
  if (nanos > Number.MAX_SAFE_INTEGER) return refuse('The duration is too long.', 0, text.length);
  return { nanos, warnings };
}

function piecesOf(text: string): readonly { readonly piece: string; readonly offset: number }[] {
  const pieces: { piece: string; offset: number }[] = [];
  let offset = 0;
  for (const match of text.matchAll(separator)) {
    pieces.push({ piece: text.slice(offset, match.index), offset });
    offset = match.index + match[0].length;
  }
  return [...pieces, { piece: text.slice(offset), offset }];
}

type ReadPart =
  | { readonly nanos: number; readonly warning: TextProblem | null }
  | { readonly problem: TextProblem };

function readPart(piece: string, offset: number): ReadPart {
  const match = part.exec(piece);
  if (match === null)
    return refuse(
      piece.trim() === ''
        ? 'The duration is missing.'
        : `“${piece.trim()}” is not a number followed by a unit.`,
      offset,
      piece.length,
    );
  const [, before = '', digits = '', gap = '', unit = '', rest = ''] = match;
  const nanosPerUnit = units.get(unit.toLowerCase());
  const unitAt = offset + before.length + digits.length + gap.length;
  if (nanosPerUnit === undefined) return refuse(`“${unit}” is not a unit of time.`, unitAt, unit.length);
  const nanos = Number(digits) * nanosPerUnit;
  if (rest.trim() === '') return { nanos, warning: null };
  const spaces = rest.length - rest.trimStart().length;
  return {
    nanos,
    warning: {
      code: 'throttling.duration-ignored',
      message: `“${rest.trim()}” is ignored: the duration is only ${digits} ${unit}.`,
      fix: 'Put “,” or “and” between the parts of a duration, or remove the text.',
      offset: unitAt + unit.length + spaces,
      length: rest.trim().length,
    },
  };
}

function refuse(message: string, offset: number, length: number): { readonly problem: TextProblem } {
  return { problem: { code: 'throttling.duration-invalid', message, fix: example, offset, length } };
}
