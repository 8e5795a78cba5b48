import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { jsonOf } from './request-fact.ts';
import { isWritten, type WrittenText } from './script-text.ts';

/** A text of JSON, which stays as it is, or a placeholder outside of one. */
const bareValue = /"(?:[^"\\]|\\.)*(?:"|\\?$)|\$\{[\w.]{1,200}\}|\{\{[\w.$ -]{0,200}\}\}/gs;
const dollarValue = /\$\{[^{}]*\}/g;
const anyPlaceholder = /\$\{[^{}]*\}|\{\{[^{}]*\}\}/;

/** A text that is JSON once placeholders for whole values are quoted, `{"a": ${B}}`, as such; else as it is. */
export function readableText(text: string): string {
  const first = anyPlaceholder.exec(text)?.index ?? 0;
  // One at the beginning stands for the whole text.
  if (!/^\s*[[{]/.test(text.slice(0, first)) || jsonOf(text) !== undefined) return text;
  // As long as before, so that places in it stay the same.
  const quoted = text.replace(bareValue, (all) => (all.startsWith('"') ? all : quotedValue(all)));
  return jsonOf(quoted) === undefined ? text : quoted;
}

/** A placeholder as a text of JSON; one of a short name has no room for the marks behind it. */
function quotedValue(placeholder: string): string {
  const name = placeholder.replace(/[${}]/g, '').slice(0, Math.max(0, placeholder.length - 6));
  return `"${`{{${name}}}`.slice(0, placeholder.length - 2)}"`;
}

/** True if all members of a body are written; values that are only known when it is sent are placeholders. */
export function isToldText(text: string): boolean {
  const body = text.trim();
  if (jsonOf(body) !== undefined) return true;
  // A text that looks like JSON and is none is put together elsewhere, or is read by other rules.
  if (/^[[{]/.test(body)) return false;
  const first = anyPlaceholder.exec(body)?.index;
  if (first === undefined) return true;
  if (first === 0 || body.startsWith('"')) return false;
  // Rules read JSON and forms only, and every field of a form starts with a name.
  return !/^[\w.~%+-]+=/.test(body) || body.split('&').every((field) => /^[^=${]*(?:=|$)/.test(field));
}

/**
 * A text as the body of a request: `{{…}}` stands for values that are only known when it is sent, and what begins with a
 * dollar sign is an expression of the platform, which the script writes itself. `isAsLong`: places in it stay the same.
 */
export function sentText(written: WrittenText, isAsLong = false): string {
  if (!written.text.includes('${')) return written.text;
  return written.text.replace(dollarValue, (all, at: number) =>
    isWritten(written, at, at + all.length) ? all : `{{${all.slice(isAsLong ? 3 : 2, -1)}}}`,
  );
}

/** True if the names of all members can be told. */
export function areNamesTold(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.every(areNamesTold);
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([name, each]) => !anyPlaceholder.test(name) && areNamesTold(each));
}
