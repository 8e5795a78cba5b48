export interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'punctuation' | 'space';
  readonly text: string;
}

const pattern = /"(?:[^"\\]|\\.)*"|-?\d[-+0-9.eE]*|true|false|null|[{}[\]:,]|\s+|[^\s{}[\]:,"]+|"/gy;

function split(text: string): string[] {
  return [...text.matchAll(pattern)].map((match) => match[0]);
}

function isPunctuation(text: string | undefined): boolean {
  return text !== undefined && /^[{}[\]:,]$/.test(text);
}

/** Line break and indent before the next token, two spaces a level. */
function breakAt(depth: number): JsonToken {
  return { kind: 'space', text: `\n${'  '.repeat(Math.max(0, depth))}` };
}

function kindOf(text: string, next: string | undefined): JsonToken['kind'] {
  if (isPunctuation(text)) return 'punctuation';
  if (!text.startsWith('"')) return 'number';
  return next === ':' ? 'key' : 'string';
}

/**
 * Cuts JSON into coloured tokens, laid out one member a line. Every token keeps its spelling: numbers are not
 * rounded, doubled keys are not merged, and text that is not JSON comes through whole.
 */
export function jsonTokens(text: string): readonly JsonToken[] {
  const parts = split(text).filter((part) => part.trim() !== '');
  const tokens: JsonToken[] = [];
  let depth = 0;
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    const closes = part === '}' || part === ']';
    if (closes) depth -= 1;
    if (closes && parts[index - 1] !== '{' && parts[index - 1] !== '[') tokens.push(breakAt(depth));
    tokens.push({ kind: kindOf(part, next), text: part });
    const opens = part === '{' || part === '[';
    if (opens) depth += 1;
    if (opens && next !== '}' && next !== ']') tokens.push(breakAt(depth));
    else if (part === ',') tokens.push(breakAt(depth));
    else if (part === ':') tokens.push({ kind: 'space', text: ' ' });
    else if (!opens && !isPunctuation(part) && next !== undefined && !isPunctuation(next))
      tokens.push({ kind: 'space', text: ' ' });
  }
  return tokens;
}

/** True if a body of this media type is JSON. RFC 6839 §3.1. */
export function isJsonType(mediaType: string): boolean {
  return /^(?:application\/(?:[\w.+-]+\+)?json|text\/json)\b/i.test(mediaType);
}
