import type {
  FactChange,
  FactLocation,
  FactOrigin,
  FactPart,
  TextEdit,
  TextRange,
} from '#shared/contract/facts.ts';
import { applyEdits } from '#shared/contract/text-edits.ts';
import { type JsonPath, toPointer } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { type JsonText, openJsonText } from './json-text.ts';
import { renameStep } from './mapped-body.ts';
import { editFormValue, editQueryValue, effectOf } from './url-edit.ts';

/** Location of a value: in the document, or in the JSON text inside a string of the document. */
export interface JsonSlot {
  readonly path: JsonPath;
  /** Path in the JSON that the string at `path` holds; absent: the value is one of the document. */
  readonly within?: JsonPath;
  /**
   * `target`: the string is the path to the value in the body, as mappings write it. `mention`: the text only
   * mentions the value, and cannot be changed for it.
   */
  readonly as?: 'target' | 'mention';
}

/** Locations of the parts of a fact in a JSON document; a missing part is null. */
export interface JsonLayout {
  readonly whole: JsonPath;
  readonly method?: JsonPath;
  /** A string that holds the URL, or its path. */
  readonly url?: JsonPath;
  readonly header?: (name: string) => JsonPath | null;
  /** A member for a query parameter, if the URL is not their only place. */
  readonly query?: (name: string) => JsonPath | null;
  /** A member for a form field, or `{ text }`: a string that holds the whole form. */
  readonly form?: (name: string) => { readonly path: JsonPath; readonly isText: boolean } | null;
  readonly body?: (path: JsonPath) => JsonSlot | null;
  readonly response?: JsonPath;
  readonly responseHeader?: (name: string) => JsonPath | null;
  readonly responseBody?: (path: JsonPath) => JsonSlot | null;
}

/** Where a document is a part of an artefact: an entry of a HAR document. */
export interface JsonFrame {
  readonly entry: number;
  /** Path of the entry in the artefact. */
  readonly prefix: JsonPath;
  /** Lines and columns in the artefact of a stretch of the entry. */
  rangeOf(at: number, length: number): TextRange;
}

/** The origin of a fact in a JSON document. */
export function jsonOrigin(open: () => JsonText, layout: JsonLayout, frame?: JsonFrame): FactOrigin {
  return {
    locate(part) {
      const { path } = slotOf(layout, part) ?? { path: layout.whole };
      const span = open().spanOf(path);
      return placeOf(path, span, frame);
    },
    edit(changes) {
      const edits: TextEdit[] = [];
      for (const change of changes) {
        const made = editOf(open(), layout, change);
        if (made === null) return null;
        edits.push(...made.map((edit) => shortened(open().text, edit)));
      }
      if (edits.length === 0 || haveOverlap(edits)) return null;
      return frame === undefined ? edits : edits.map((edit) => ({ ...edit, entry: frame.entry }));
    },
  };
}

/** Tests whether edits overlap: text that is changed twice has no single result. */
function haveOverlap(edits: readonly TextEdit[]): boolean {
  const sorted = edits.toSorted((one, other) => one.at - other.at);
  return sorted.some(({ at }, index) => {
    const before = sorted[index - 1];
    return before !== undefined && at < before.at + Math.max(before.length, 1);
  });
}

function placeOf(
  path: JsonPath,
  span: { readonly at: number; readonly length: number },
  frame: JsonFrame | undefined,
): FactLocation {
  return frame === undefined
    ? { pointer: toPointer(path), ...span }
    : {
        pointer: toPointer([...frame.prefix, ...path]),
        ...span,
        entry: frame.entry,
        range: frame.rangeOf(span.at, span.length),
      };
}

function slotOf(layout: JsonLayout, part: FactPart): JsonSlot | null {
  if (part.part === 'body') return layout.body?.(part.path) ?? null;
  if (part.part === 'response-body') return layout.responseBody?.(part.path) ?? slotAt(layout.response);
  return slotAt(pathOf(layout, part));
}

function slotAt(path: JsonPath | null | undefined): JsonSlot | null {
  return path === null || path === undefined ? null : { path };
}

/** Location of a part other than a body. */
function pathOf(layout: JsonLayout, part: FactPart): JsonPath | null | undefined {
  switch (part.part) {
    case 'method':
      return layout.method;
    case 'path':
      return layout.url;
    case 'query':
      return layout.query?.(part.name) ?? layout.url;
    case 'header':
      return layout.header?.(part.name);
    case 'form':
      return layout.form?.(part.name)?.path;
    case 'response':
      return layout.response;
    case 'response-header':
      return layout.responseHeader?.(part.name) ?? layout.response;
    case 'whole':
    case 'text':
    case 'body':
    case 'response-body':
      return null;
  }
}

const wordCharacter = /[\p{L}\p{N}_-]/u;

/** The edit without the unchanged words at its beginning and end. */
function shortened(text: string, edit: TextEdit): TextEdit {
  const before = text.slice(edit.at, edit.at + edit.length);
  const max = Math.min(before.length, edit.text.length);
  let start = 0;
  while (start < max && before[start] === edit.text[start]) start += 1;
  let end = 0;
  while (end < max - start && before.at(-1 - end) === edit.text.at(-1 - end)) end += 1;
  while (start > 0 && wordCharacter.test(before[start - 1] ?? '')) start -= 1;
  while (end > 0 && wordCharacter.test(before.at(-end) ?? '')) end -= 1;
  return {
    ...edit,
    at: edit.at + start,
    length: before.length - start - end,
    text: edit.text.slice(start, edit.text.length - end),
  };
}

function editOf(text: JsonText, layout: JsonLayout, change: FactChange): readonly TextEdit[] | null {
  const { of } = change;
  if (of.part === 'query' && (layout.query?.(of.name) ?? null) === null)
    return editText(text, layout.url, effectOf(change), (url, edit) => editQueryValue(url, of.name, edit));
  const form = of.part === 'form' ? (layout.form?.(of.name) ?? null) : null;
  if (of.part === 'form' && form?.isText === true)
    return editText(text, form.path, effectOf(change), (fields, edit) =>
      editFormValue(fields, of.name, edit),
    );
  if (of.part === 'path' && change.kind === 'replace')
    return editText(text, layout.url, effectOf(change), editPath);
  const slot = slotOf(layout, of);
  if (slot === null || slot.as === 'mention') return null;
  if (slot.as === 'target') return editTarget(text, slot.path, change);
  return slot.within === undefined
    ? editValue(text, slot.path, change)
    : editWithin(text, slot.path, slot.within, change);
}

function editText(
  text: JsonText,
  path: JsonPath | undefined,
  change: ((value: string) => string | null) | undefined,
  edit: (whole: string, change: (value: string) => string | null) => string | null,
): readonly TextEdit[] | null {
  const whole = path === undefined ? null : text.stringAt(path);
  if (path === undefined || whole === null || change === undefined) return null;
  const edited = edit(whole, change);
  return edited === null || edited === whole ? null : text.set(path, edited);
}

/** A URL with the part before its query changed. */
function editPath(url: string, change: (value: string) => string | null): string | null {
  const end = url.search(/[?#]/);
  const path = change(end < 0 ? url : url.slice(0, end));
  return path === null ? null : `${path}${end < 0 ? '' : url.slice(end)}`;
}

/** A mapping whose target is called otherwise, or that is left out. */
function editTarget(text: JsonText, path: JsonPath, change: FactChange): readonly TextEdit[] | null {
  if (change.kind === 'remove') return text.set(path, undefined);
  const way = text.stringAt(path);
  if (change.kind !== 'rename' || change.of.part !== 'body' || way === null) return null;
  const renamed = renameStep(way, change.of.path, change.name);
  return renamed === null ? null : text.set(path, renamed);
}

function editValue(text: JsonText, path: JsonPath, change: FactChange): readonly TextEdit[] | null {
  switch (change.kind) {
    case 'replace': {
      const now = text.stringAt(path);
      const next = now?.replaceAll(change.from, () => change.to);
      return next === undefined || next === now ? null : text.set(path, next);
    }
    case 'set':
      // A value that a reference brought in is located elsewhere.
      return text.isThere(path) ? text.set(path, change.value) : null;
    case 'rename':
      return text.rename(path, change.name);
    case 'remove':
      return text.set(path, undefined);
  }
}

/** Edits the JSON that a string holds, and puts the string back. */
function editWithin(
  text: JsonText,
  path: JsonPath,
  within: JsonPath,
  change: FactChange,
): readonly TextEdit[] | null {
  const held = text.stringAt(path);
  if (held === null) return null;
  const edits = editValue(openJsonText(held), within, change);
  return edits === null || edits.length === 0
    ? null
    : text.set(path, applyEdits(held, edits) satisfies JsonValue);
}
