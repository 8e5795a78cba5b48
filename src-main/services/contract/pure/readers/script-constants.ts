import type { Literal, ValueReader } from './script-values.ts';

/** Variables that are set once, to a value that can be read. */
export function constantsOf(values: ValueReader): ReadonlyMap<string, Literal> {
  const found = new Map<string, Literal>();
  const times = new Map<string, number>();
  for (const [index, { kind, source }] of values.tokens.entries()) {
    if (kind !== 'mark' || source !== '=') continue;
    const name = nameBefore(values, index);
    if (name === null) continue;
    times.set(name, (times.get(name) ?? 0) + 1);
    const [literal] = values.expression(index + 1);
    if (literal.kind === 'text' || literal.kind === 'object' || literal.kind === 'call')
      found.set(name, literal);
  }
  for (const [name, count] of times) if (count > 1) found.delete(name);
  return found;
}

/** `const name =`, `def name =`, `const name: type =`, and `name +=`, which sets it once more. */
function nameBefore(values: ValueReader, index: number): string | null {
  const { tokens } = values;
  const end = values.isMark(index - 1, '+') ? index - 2 : index - 1;
  const before = tokens[end];
  if (before?.kind !== 'name') return null;
  const isTyped = values.isMark(end - 1, ':') && tokens[end - 2]?.kind === 'name';
  return (isTyped ? tokens[end - 2]?.source : before.source) ?? null;
}
