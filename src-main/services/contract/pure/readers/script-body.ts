import type { FactChange, TextEdit } from '#shared/contract/facts.ts';
import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { openJsonText } from './json-text.ts';
import { areNamesTold, isToldText, readableText, sentText } from './placeholder-text.ts';
import { jsonOf } from './request-fact.ts';
import { changeTo, mapEdits, type Span, spanOf, type WrittenText } from './script-text.ts';

/** The body of a request in a script: a text, or the literal that it is made of. */
export interface WrittenBody {
  /** The body as text; null where a literal is its value. */
  readonly text: WrittenText | null;
  readonly value: JsonValue | undefined;
  /** False if it has members that are only known when the script runs, or all of it is. */
  readonly isTold: boolean;
  /** The text as it is sent, of the same length, with placeholders for values in it; absent: as it is written. */
  readonly readAs?: string;
  spanOf(path: JsonPath): Span;
  edit(path: JsonPath, change: FactChange): readonly TextEdit[] | null;
  /** Fields of a form that are written one by one, and not as the text that they make. */
  readonly fields?: {
    spanOf(name: string): Span | null;
    edit(name: string, change: FactChange): readonly TextEdit[] | null;
  };
}

/** A body of which only its place is known. */
export function untoldBody({ at, length }: Span): WrittenBody {
  return { text: null, value: undefined, isTold: false, spanOf: () => ({ at, length }), edit: () => null };
}

/** A body that is written as text; `isWhole`: nothing was left out of it. */
export function textBody(written: WrittenText, isWhole = true): WrittenBody {
  const readAs = readableText(sentText(written, true));
  const value = jsonOf(readAs);
  const json = openJsonText(readAs);
  return {
    text: written,
    value,
    isTold: isWhole && (value === undefined ? isToldText(written.text) : areNamesTold(value)),
    ...(readAs === written.text ? {} : { readAs }),
    spanOf(path) {
      if (value === undefined) return spanOf(written);
      const { at, length } = json.spanOf(path);
      return spanOf(written, at, at + length);
    },
    edit(path, change) {
      if (value === undefined) return null;
      switch (change.kind) {
        case 'replace': {
          const text = json.stringAt(path);
          if (text === null) return null;
          const { at, length } = json.spanOf(path);
          const changed = JSON.stringify(text.replaceAll(change.from, () => change.to));
          return changeTo(written, written.text.slice(0, at) + changed + written.text.slice(at + length));
        }
        case 'set':
          return mapEdits(written, json.set(path, change.value));
        case 'remove':
          return mapEdits(written, json.set(path, undefined));
        case 'rename': {
          const edits = json.rename(path, change.name);
          return edits === null ? null : mapEdits(written, edits);
        }
      }
    },
  };
}
