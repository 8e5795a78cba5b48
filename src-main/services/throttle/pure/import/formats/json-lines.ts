import type { LogFormat } from '../sink.ts';
import { firstObject, objectLines, plainText } from './json.ts';

const deepest = 4;

/** The texts, numbers and truths in an object, by their paths with dots. */
function walk(
  value: unknown,
  prefix: string,
  depth: number,
  found: (name: string, text: string) => void,
): void {
  const text = plainText(value);
  if (text !== null) return found(prefix, text);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth >= deepest) return;
  for (const [name, member] of Object.entries(value))
    walk(member, prefix === '' ? name : `${prefix}.${name}`, depth + 1, found);
}

/** A log with one JSON object a line, or a list of them. */
export const jsonLines: LogFormat = {
  isLike: (head) => firstObject(head) !== null,
  reader: (sink) => objectLines(sink, (line, found) => walk(line, '', 0, found)),
};
