import type { FactChange, TextEdit } from '#shared/contract/facts.ts';
import { isJsonObject, type JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { allEdits } from './all-edits.ts';
import { type HttpiePlace, putField } from './httpie-paths.ts';
import { areNamesTold, readableText, sentText } from './placeholder-text.ts';
import { jsonOf } from './request-fact.ts';
import { textBody, type WrittenBody } from './script-body.ts';
import {
  changeTo,
  partOf,
  replaceIn,
  type Span,
  spanOf,
  type WrittenText,
  WrittenTextBuilder,
} from './script-text.ts';
import type { ShellCommand } from './shell-command.ts';

/** An item of an HTTPie command, such as `name=value`. */
export interface HttpieItem {
  readonly word: WrittenText;
  /** `=`, `:=`, `=@`, `:=@`, `@`, `:` or `==` */
  readonly separator: string;
  readonly name: string;
  /** Units of the word before the separator. */
  readonly nameEnd: number;
  readonly value: WrittenText;
}

/** A field of the body with its position. */
interface Field extends HttpieItem {
  readonly place: HttpiePlace;
}

type Change = Exclude<FactChange, { readonly kind: 'rename' }>;

/** Words that a shell reads as they are. */
const plainWord = /^[\w./:=@%+,[\]-]+$/;

/** The fields of a command as the body that they make. */
export function fieldsBody(
  command: ShellCommand,
  items: readonly HttpieItem[],
  isForm: boolean,
): WrittenBody {
  const value: Record<string, JsonValue> = {};
  const fields = items.map((item) => ({ ...item, place: putField(value, item.name, valueOf(item)) }));
  const editor = new FieldsEditor(command, fields);
  const first = fields[0] === undefined ? { at: 0, length: 0 } : spanOf(fields[0].value);
  const common = {
    isTold: areNamesTold(value),
    spanOf: (path: JsonPath) => nearest(fields, path) ?? first,
    edit: (path: JsonPath, change: FactChange) => (isForm ? null : editor.edit(path, change)),
  };
  if (!isForm) return { ...common, text: null, value };
  return {
    ...common,
    text: formText(items),
    value: undefined,
    fields: {
      spanOf: (name) => nearest(fields, [name]) ?? null,
      edit: (name, change) =>
        change.kind === 'set' && typeof change.value !== 'string' ? null : editor.edit([name], change),
    },
  };
}

/** The fields as a form writes them. RFC 1866 §8.2.1 */
function formText(items: readonly HttpieItem[]): WrittenText {
  const built = new WrittenTextBuilder();
  for (const { name, value } of items)
    built.addUnwritten(
      `${built.length === 0 ? '' : '&'}${encodeURIComponent(name)}=${encodeURIComponent(value.text)}`,
      value.starts[0] ?? 0,
    );
  return built.build();
}

/** The field at a path, or the nearest one above; else the first below. */
function nearest(fields: readonly Field[], path: JsonPath): Span | undefined {
  const above = fields.filter(({ place }) => isBelow(path, place.path));
  const longest = above.toSorted((one, other) => other.place.path.length - one.place.path.length)[0];
  if (longest !== undefined) {
    const rest = path.slice(longest.place.path.length);
    return rest.length === 0 ? spanOf(longest.value) : jsonIn(longest).spanOf(rest);
  }
  for (let length = path.length; length > 0; length -= 1) {
    const found = fields.find(({ place }) => isBelow(place.path, path.slice(0, length)));
    if (found !== undefined) return spanOf(found.value);
  }
  return undefined;
}

/** True if one path is the other, or leads on from it. */
function isBelow(path: JsonPath, top: JsonPath): boolean {
  return path.length >= top.length && top.every((step, index) => String(path[index]) === String(step));
}

/** Contents of files are not known. */
function valueOf({ separator: mark, value }: HttpieItem): JsonValue {
  if (mark.endsWith('@')) return '{{file}}';
  const text = sentText(value);
  if (mark !== ':=') return text;
  const isPlain = /^\s*(?:-?\d+(?:\.\d+)?|true|false|null)\s*$/.test(text);
  return isPlain ? (JSON.parse(text) as JsonValue) : (jsonOf(readableText(text)) ?? '{{value}}');
}

/** The JSON that a field writes with `:=`. */
function jsonIn({ value }: Field): WrittenBody {
  return textBody(value);
}

class FieldsEditor {
  readonly #command: ShellCommand;
  readonly #fields: readonly Field[];

  constructor(command: ShellCommand, fields: readonly Field[]) {
    this.#command = command;
    this.#fields = fields;
  }

  /** The edits that make a change in the fields; null: it cannot be made in them. */
  edit(path: JsonPath, change: FactChange): readonly TextEdit[] | null {
    const holder = this.#fields.find(
      ({ place, separator }) =>
        separator === ':=' && place.path.length < path.length && isBelow(path, place.path),
    );
    if (holder !== undefined) return jsonIn(holder).edit(path.slice(holder.place.path.length), change);
    const touched = this.#fields.filter(({ place }) => isBelow(place.path, path));
    if (change.kind === 'rename') return this.#rename(touched, path.length - 1, change.name);
    if (change.kind === 'remove') return this.#remove(touched);
    const [only, ...more] = touched;
    if (only === undefined) return change.kind === 'set' ? this.#add(path, change.value) : null;
    return more.length === 0 && only.place.path.length === path.length ? changeField(only, change) : null;
  }

  /** Another name for a step on the way to all fields below it. */
  #rename(touched: readonly Field[], step: number, name: string): readonly TextEdit[] | null {
    const edits = allEdits(touched, ({ word, nameEnd, place }) => {
      const steps = place.written.map((each, index) => (index === step ? name : each));
      return changeTo(partOf(word, 0, nameEnd), escaped(nameOf(steps)));
    });
    return edits?.length === 0 ? null : edits;
  }

  /** Takes words out; without any field nothing would be sent, and the method may be implied by one. */
  #remove(touched: readonly Field[]): readonly TextEdit[] | null {
    if (touched.length === 0 || touched.length === this.#fields.length) return null;
    const { words, places } = this.#command;
    const edits = touched.flatMap(({ word }) => {
      const index = words.indexOf(word);
      const [before, own] = [places[index - 1], places[index]];
      if (before === undefined || own === undefined) return [];
      const at = before.at + before.length;
      return [{ at, length: own.at + own.length - at, text: '' }];
    });
    return edits.length === touched.length ? edits : null;
  }

  /** A further field behind the last one. */
  #add(path: JsonPath, value: JsonValue): readonly TextEdit[] | null {
    const last = this.#fields.at(-1);
    const place =
      last === undefined ? undefined : this.#command.places[this.#command.words.indexOf(last.word)];
    if (place === undefined || path.length === 0 || path.some((step) => typeof step === 'number'))
      return null;
    const isText = typeof value === 'string';
    const word = `${escaped(nameOf(path.map(String)))}${isText ? '=' : ':='}${isText ? value : JSON.stringify(value)}`;
    const quoted = plainWord.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
    return [{ at: place.at + place.length, length: 0, text: ` ${quoted}` }];
  }
}

/** Returns the edits that give a field a new value. A value other than a string is written as JSON. */
function changeField(field: Field, change: Change): readonly TextEdit[] | null {
  const { word, nameEnd, separator, value } = field;
  if (separator.endsWith('@') || change.kind === 'remove') return null;
  if (separator === ':=') {
    if (change.kind === 'set' && !isJsonObject(change.value))
      return changeTo(value, JSON.stringify(change.value));
    return jsonIn(field).edit([], change);
  }
  if (change.kind === 'replace') return replaceIn(value, change);
  if (typeof change.value === 'string') return changeTo(value, change.value);
  return changeTo(partOf(word, nameEnd, word.text.length), `:=${JSON.stringify(change.value)}`);
}

function nameOf([head = '', ...rest]: readonly string[]): string {
  return head + rest.map((step) => `[${step}]`).join('');
}

/** A separator within a name is escaped. */
function escaped(name: string): string {
  return name.replace(/[:=@]/g, String.raw`\$&`);
}
