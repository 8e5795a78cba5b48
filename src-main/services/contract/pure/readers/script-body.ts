import type { FactChange, TextEdit } from '#shared/contract/facts.ts';
import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { openJsonText } from './json-text.ts';
import { jsonOf } from './request-fact.ts';
import { changeTo, mapEdits, type Span, spanOf, type WrittenText } from './script-text.ts';

/** The body of a request in a script: a text, or the literal that it is made of. */
export interface WrittenBody {
  /** The body as text; null where a literal is its value. */
  readonly text: WrittenText | null;
  readonly value: JsonValue | undefined;
  spanOf(path: JsonPath): Span;
  edit(path: JsonPath, change: FactChange): readonly TextEdit[] | null;
  /** Fields of a form that are written one by one, and not as the text that they make. */
  readonly fields?: {
    spanOf(name: string): Span | null;
    edit(name: string, change: FactChange): readonly TextEdit[] | null;
  };
}

/** A body that is written as text. */
export function textBody(written: WrittenText): WrittenBody {
  const value = jsonOf(written.text);
  const json = openJsonText(written.text);
  return {
    text: written,
    value,
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
