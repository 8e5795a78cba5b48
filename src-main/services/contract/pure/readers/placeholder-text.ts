import { jsonOf } from './request-fact.ts';

/** A placeholder whose name has room for quotation marks. */
const bareValue = /\$\{([\w.]{2,200})\}|\{\{([\w.$ -]{2,200})\}\}/g;
const anyPlaceholder = /\$\{[^{}]*\}|\{\{[^{}]*\}\}/;

/** A text that is JSON once placeholders for whole values are quoted, `{"a": ${B}}`, as such; else as it is. */
export function readableText(text: string): string {
  const first = anyPlaceholder.exec(text)?.index ?? 0;
  // One at the beginning stands for the whole text.
  if (!/^\s*[[{]/.test(text.slice(0, first)) || jsonOf(text) !== undefined) return text;
  // As long as before, so that places in it stay the same.
  const quoted = text.replace(bareValue, (_all, name?: string, other?: string) =>
    name === undefined ? `"{{${(other ?? '').slice(2)}}}"` : `"\${${name.slice(2)}}"`,
  );
  return jsonOf(quoted) === undefined ? text : quoted;
}

/** True if all members of a body are written; values that are only known when it is sent are placeholders. */
export function isToldText(text: string): boolean {
  const body = text.trim();
  if (!anyPlaceholder.test(body) || jsonOf(body) !== undefined) return true;
  if (/^[[{"]/.test(body) || anyPlaceholder.exec(body)?.index === 0) return false;
  // Rules read JSON and forms only, and every field of a form starts with a name.
  return !/^[\w.~%+-]+=/.test(body) || body.split('&').every((field) => /^[^=${]*(?:=|$)/.test(field));
}
