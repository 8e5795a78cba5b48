import { parsedJson } from '../../text/decoding.ts';
import type { ScimProblem } from './types.ts';

/** A piece of the text of a SCIM filter with its place. */
export type ScimToken =
  | { readonly kind: '(' | ')' | '[' | ']'; readonly at: number }
  | { readonly kind: 'word' | 'text'; readonly text: string; readonly at: number };

export type LexedScim = { readonly tokens: readonly ScimToken[] } | { readonly problem: ScimProblem };

const word = /[^\s()[\]"]+/y;
const quoted = /"(?:[^"\\]|\\.)*"/sy;

/** Cuts a SCIM filter into tokens; texts are those of JSON. RFC 7644 §3.4.2.2, RFC 8259 §7 */
export function lexScim(text: string): LexedScim {
  const tokens: ScimToken[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (/\s/.test(character)) at += 1;
    else if (character === '(' || character === ')' || character === '[' || character === ']') {
      tokens.push({ kind: character, at });
      at += 1;
    } else {
      const isText = character === '"';
      const pattern = isText ? quoted : word;
      pattern.lastIndex = at;
      const run = pattern.exec(text)?.[0];
      if (run === undefined) return { problem: { message: 'This text has no closing ".', offset: at } };
      const read = isText ? parsedJson(run) : run;
      if (typeof read !== 'string')
        return { problem: { message: 'This text is not a valid JSON string.', offset: at } };
      tokens.push({ kind: isText ? 'text' : 'word', text: read, at });
      at += run.length;
    }
  }
  return { tokens };
}
