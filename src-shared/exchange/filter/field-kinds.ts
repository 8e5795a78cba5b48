import { arrivedAtMillis } from '../arrival.ts';
import type { FieldTerm, FilterOperator, FilterRow, RowTest } from './filter-node.ts';
import { compareToFilterTime, parseFilterTime } from './times.ts';

/** One field of the language. */
export interface FilterField {
  /** A short description of the field, for the list of suggestions. */
  readonly hint: string;
  /** Values that can be suggested without looking at any exchange. */
  readonly values: readonly string[];
  /** True if `>`, `>=`, `<` and `<=` may precede the value. */
  readonly isCompared: boolean;
  /** The values allowed after the colon, to end the sentence “Expected …”. */
  readonly expected: string;
  /** Values by which it looks at what people noted, and not at exchanges alone. */
  readonly noteValues?: readonly string[];
  /** The test for a term; null where the value is none of this field. */
  compile(term: FieldTerm): RowTest | null;
}

const has = (text: string, lower: string): boolean => text.toLowerCase().includes(lower);

const comparisons: Readonly<Record<FilterOperator, (difference: number) => boolean>> = {
  '=': (difference) => difference === 0,
  '>': (difference) => difference > 0,
  '>=': (difference) => difference >= 0,
  '<': (difference) => difference < 0,
  '<=': (difference) => difference <= 0,
};

/** Any text that is contained, whatever its case. */
export function textField(hint: string, get: (row: FilterRow) => string): FilterField {
  return {
    hint,
    values: [],
    isCompared: false,
    expected: 'a text',
    compile({ value }) {
      const lower = value.toLowerCase();
      return (row) => has(get(row), lower);
    },
  };
}

/** A tag of the form `kind:value`, by a part of its value; without a kind, by a part of the whole tag. */
export function tagField(hint: string, kind: string | null): FilterField {
  const prefix = kind === null ? '' : `${kind}:`;
  return {
    hint,
    values: [],
    isCompared: false,
    expected: 'a name',
    compile({ value }) {
      const lower = value.toLowerCase();
      return ({ tags }) =>
        tags.some((tag) => tag.startsWith(prefix) && tag.toLowerCase().includes(lower, prefix.length));
    },
  };
}

/** One of a few words, each with its test. */
export function wordField(
  hint: string,
  words: Readonly<Record<string, RowTest>>,
  noteValues: readonly string[] = [],
): FilterField {
  const values = Object.keys(words);
  return {
    hint,
    values,
    isCompared: false,
    expected: `one of ${values.join(', ')}`,
    noteValues,
    compile: ({ value }) => new Map(Object.entries(words)).get(value.toLowerCase()) ?? null,
  };
}

/** The method, whole. */
export function methodField(hint: string): FilterField {
  return {
    hint,
    values: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
    isCompared: false,
    expected: 'a method such as GET',
    compile({ value }) {
      const upper = value.toUpperCase();
      return ({ method }) => method.toUpperCase() === upper;
    },
  };
}

/** A number of milliseconds. */
export function durationField(hint: string): FilterField {
  return {
    hint,
    values: ['>100', '>1000'],
    isCompared: true,
    expected: 'milliseconds such as 250, or a comparison such as >250',
    compile({ operator, value }) {
      if (!/^\d{1,9}(\.\d{1,6})?$/.test(value)) return null;
      const millis = Number(value);
      const holds = comparisons[operator];
      // `ms:12` means the twelve that the list shows, not twelve to the microsecond.
      if (operator === '=')
        return ({ durationMicros }) => Math.round(durationMicros / 1_000) === Math.round(millis);
      return ({ durationMicros }) => holds(durationMicros / 1_000 - millis);
    },
  };
}

/** A status: a number, a comparison, or a class such as 4xx. */
export function statusField(hint: string): FilterField {
  return {
    hint,
    values: ['2xx', '3xx', '4xx', '5xx', '>=400'],
    isCompared: true,
    expected: 'a status such as 404, a class such as 4xx, or a comparison such as >=400',
    compile({ operator, value }) {
      const holds = comparisons[operator];
      const hundreds = /^([1-5])xx$/i.exec(value)?.[1];
      if (hundreds !== undefined && operator === '=')
        return ({ status }) => status !== null && Math.floor(status / 100) === Number(hundreds);
      if (!/^\d{1,3}$/.test(value)) return null;
      const wanted = Number(value);
      return ({ status }) => status !== null && holds(status - wanted);
    },
  };
}

/** A bound in time; `side` says on which side of it an exchange arrived. At the bound itself counts as after. */
export function timeField(hint: string, side: 'after' | 'before'): FilterField {
  return {
    hint,
    values: [],
    isCompared: false,
    expected: 'a time such as 14:05, 14:05:30 or 2026-03-01T14:05',
    compile({ value }) {
      const time = parseFilterTime(value);
      if (time === null) return null;
      return (row, { zoneOffsetMinutes }) =>
        compareToFilterTime(arrivedAtMillis(row), time, zoneOffsetMinutes) >= 0 === (side === 'after');
    },
  };
}

/** A service by its short name, or by the beginning of its key. */
export function serviceField(hint: string, shortNames: Readonly<Record<string, string>>): FilterField {
  const byName = new Map(Object.entries(shortNames));
  return {
    hint,
    values: [...byName.keys()],
    isCompared: false,
    expected: `a service: ${[...byName.keys()].join(', ')}`,
    compile({ value }) {
      const lower = value.toLowerCase();
      const named = byName.get(lower);
      const keys = new Set(
        named === undefined
          ? [...byName.values()].filter((key) => lower !== '' && key.toLowerCase().startsWith(lower))
          : [named],
      );
      return keys.size === 0
        ? null
        : ({ service, peer }) => keys.has(service) || (peer !== undefined && keys.has(peer.service));
    },
  };
}
