import { percentDecoded } from '../text/decoding.ts';

const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Takes a `scope` value apart, each token once, in order; null where it is malformed. RFC 6749 §3.3. */
export function parseScope(text: string): readonly string[] | null {
  if (text === '') return [];
  if (!scopePattern.test(text)) return null;
  return [...new Set(text.split(' '))];
}

/** Joins scope tokens as the wire has them. RFC 6749 §3.3. */
export function formatScope(scopes: readonly string[]): string {
  return scopes.join(' ');
}

/** True if every scope of `inner` is one of `outer`, in any order. RFC 6749 §3.3 and §6. */
export function isScopeSubset(inner: readonly string[], outer: readonly string[]): boolean {
  for (const scope of inner) if (!outer.includes(scope)) return false;
  return true;
}

/** Those of `inner` that `outer` does not hold. */
export function scopesOutside(inner: readonly string[], outer: readonly string[]): readonly string[] {
  return inner.filter((scope) => !outer.includes(scope));
}

/** Percent-encodes everything but the unreserved characters; lone surrogates become U+FFFD. RFC 3986 §2.1. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Encodes a form or query from ordered pairs; spaces become `+`. RFC 6749 Appendix B. */
export function formatForm(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs.map(([name, value]) => `${formEncode(name)}=${formEncode(value)}`).join('&');
}

/** Encodes one name or value of a form; a space becomes `+`. RFC 6749 Appendix B. */
export function formEncode(text: string): string {
  return percentEncode(text).replaceAll('%20', '+');
}

/**
 * A value in the encoding in which it arrived, made safe to stand in a query: what decodes, decodes to the same bytes,
 * and nothing can end the value or the header line. RFC 6749 §4.1.2 (`state` comes back exactly as it was sent).
 */
export function echoEncoded(raw: string): string {
  return raw
    .toWellFormed()
    .replace(/%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~%+]/gu, (character) => percentEncode(character));
}

/** One `name=value` of a form or query, with the value also as it stood on the wire. */
export interface FormField {
  readonly name: string;
  readonly value: string;
  /** The value before decoding. */
  readonly raw: string;
}

/** A decoded form or query: its fields in order, and what is wrong with it. */
export interface Form {
  readonly fields: readonly FormField[];
  /** Names that occur more than once, each named once. */
  readonly duplicates: readonly string[];
  /** Names of fields whose percent-encoding is broken or is not UTF-8; they keep the text of the wire. */
  readonly malformed: readonly string[];
}

const nothing: readonly never[] = [];

/** A form without fields. */
export const emptyForm: Form = { fields: nothing, duplicates: nothing, malformed: nothing };

/** Up to this many fields, looking through a list is cheaper than building a set. */
const smallForm = 24;

/** Decodes `application/x-www-form-urlencoded` text without failing; faults are listed. RFC 6749 Appendix B. */
export function parseForm(text: string): Form {
  if (text === '') return emptyForm;
  const fields: FormField[] = [];
  let malformed: string[] | null = null;
  let start = 0;
  while (start <= text.length) {
    let end = text.indexOf('&', start);
    if (end === -1) end = text.length;
    if (end > start) {
      let equals = text.indexOf('=', start);
      if (equals === -1 || equals > end) equals = end;
      const rawName = text.slice(start, equals);
      const raw = equals === end ? '' : text.slice(equals + 1, end);
      const name = decodeFormComponent(rawName);
      const value = decodeFormComponent(raw);
      fields.push({ name: name ?? rawName, value: value ?? raw, raw });
      if (name === null || value === null) (malformed ??= []).push(name ?? rawName);
    }
    start = end + 1;
  }
  return { fields, duplicates: findDuplicates(fields), malformed: malformed ?? nothing };
}

/** Decodes one name or value (`+` is a space), or null where its encoding is broken. RFC 6749 Appendix B. */
export function decodeFormComponent(text: string): string | null {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? percentDecoded(spaced) : spaced;
}

/** The value of the field with this name; undefined where it is absent or empty, which is the same. RFC 6749 §3.1. */
export function formValue(form: Form, name: string): string | undefined {
  const value = formField(form, name)?.value;
  return value === '' ? undefined : value;
}

/** The first field with this name. */
export function formField(form: Form, name: string): FormField | undefined {
  const { fields } = form;
  for (let index = 0; index < fields.length; index += 1) {
    if (fields[index]?.name === name) return fields[index];
  }
  return undefined;
}

function findDuplicates(fields: readonly FormField[]): readonly string[] {
  const found = fields.length <= smallForm ? duplicatesOfFew(fields) : duplicatesOfMany(fields);
  return found === null ? nothing : [...found];
}

function duplicatesOfFew(fields: readonly FormField[]): Set<string> | null {
  let found: Set<string> | null = null;
  for (let index = 1; index < fields.length; index += 1) {
    const name = fields[index]?.name;
    for (let before = 0; before < index; before += 1) {
      if (name !== undefined && fields[before]?.name === name) (found ??= new Set()).add(name);
    }
  }
  return found;
}

function duplicatesOfMany(fields: readonly FormField[]): Set<string> {
  const seen = new Set<string>();
  const found = new Set<string>();
  for (const { name } of fields) (seen.has(name) ? found : seen).add(name);
  return found;
}
