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
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return null;
  }
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
