import type { FactChange, FactOrigin, ScriptFact, TextEdit } from '#shared/contract/facts.ts';
import { allEdits } from './all-edits.ts';
import { plainText, replaceIn } from './script-text.ts';
import type { ScriptToken } from './tokenizer.ts';

/** The fact of a script: its text, and what in it rules look at. */
export function scriptFact(
  text: string,
  language: ScriptFact['language'],
  tokens: readonly ScriptToken[],
): ScriptFact {
  return {
    kind: 'script',
    language,
    text,
    members: membersOf(tokens),
    comparisons: comparisonsOf(tokens),
    ...originOf(text),
  };
}

function originOf(text: string): FactOrigin {
  return {
    locate: (part) =>
      part.part === 'text' ? { at: part.at, length: part.length } : { at: 0, length: text.length },
    edit: (changes) => allEdits(changes, (change) => editOf(text, change)),
  };
}

function editOf(text: string, { of, ...change }: FactChange): readonly TextEdit[] | null {
  if (of.part !== 'text') return null;
  const { at, length } = of;
  switch (change.kind) {
    case 'replace':
      return replaceIn(plainText(text.slice(at, at + length), at), change);
    case 'set':
      return typeof change.value === 'string' ? [{ at, length, text: change.value }] : null;
    case 'rename':
      return [{ at, length, text: change.name }];
    case 'remove':
      return [{ at, length, text: '' }];
  }
}

const isMark = (token: ScriptToken | undefined, source: string) =>
  token?.kind === 'mark' && token.source === source;

/** The member whose access ends with this token: `a.name`, `a['name']`; null: there is none. */
function memberEndingAt(tokens: readonly ScriptToken[], index: number): ScriptToken | null {
  const token = tokens[index];
  const before = tokens[index - 1];
  if (token?.kind === 'name') return isMark(before, '.') || isMark(before, '?.') ? token : null;
  const isIndex = isMark(token, ']') && before?.written && isMark(tokens[index - 2], '[');
  const of = tokens[index - 3];
  return isIndex && (of?.kind === 'name' || isMark(of, ')') || isMark(of, ']') || isMark(of, '?.'))
    ? (before ?? null)
    : null;
}

function nameOf({ written, source }: ScriptToken): string {
  return written?.text ?? source;
}

function membersOf(tokens: readonly ScriptToken[]): ScriptFact['members'] {
  return tokens.flatMap((_token, index) => {
    const member = memberEndingAt(tokens, index);
    return member === null ? [] : [{ name: nameOf(member), at: member.at, length: member.length }];
  });
}

const operators: ReadonlySet<string> = new Set(['==', '===', '!=', '!==']);
const matchers = /^(?:equals|equalsIgnoreCase|is|toBe|toEqual|toStrictEqual|equal|strictEqual|deepEqual|eq)$/;

function comparisonsOf(tokens: readonly ScriptToken[]): ScriptFact['comparisons'] {
  return tokens.flatMap((token, index) => {
    if (token.kind === 'mark' && operators.has(token.source)) return besides(tokens, index);
    const isCalled = token.kind === 'name' && matchers.test(token.source) && isMark(tokens[index + 1], '(');
    return isCalled ? calledAt(tokens, index) : [];
  });
}

type Comparison = ScriptFact['comparisons'][number];

function comparison(member: ScriptToken, literal: ScriptToken): Comparison {
  const at = Math.min(member.at, literal.at);
  const end = Math.max(member.at + member.length, literal.at + literal.length);
  return { member: nameOf(member), literal: nameOf(literal), at, length: end - at };
}

/** `a.message === '…'`, in either order. */
function besides(tokens: readonly ScriptToken[], index: number): readonly Comparison[] {
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  if (after?.written) {
    const member = memberEndingAt(tokens, index - 1);
    return member === null ? [] : [comparison(member, after)];
  }
  if (!before?.written) return [];
  const end = chainEnd(tokens, index + 1);
  const member = memberEndingAt(tokens, end);
  return member === null ? [] : [comparison(member, before)];
}

function chainEnd(tokens: readonly ScriptToken[], start: number): number {
  let end = start;
  for (;;) {
    if (isMark(tokens[end + 1], '.') || isMark(tokens[end + 1], '?.')) end += 2;
    else if (isMark(tokens[end + 1], '[') && isMark(tokens[end + 3], ']')) end += 3;
    else return end;
  }
}

/** `a.message.equals('…')`, `expect(a.message).toBe('…')`, `assert.equal(a.message, '…')`. */
function calledAt(tokens: readonly ScriptToken[], index: number): readonly Comparison[] {
  const first = tokens[index + 2];
  if (first?.written) {
    const isExpected = isMark(tokens[index - 2], ')');
    const member = memberEndingAt(tokens, index - (isExpected ? 3 : 2));
    return member === null ? [] : [comparison(member, first)];
  }
  const end = chainEnd(tokens, index + 2);
  const second = isMark(tokens[end + 1], ',') ? tokens[end + 2] : undefined;
  const member = memberEndingAt(tokens, end);
  return member === null || !second?.written ? [] : [comparison(member, second)];
}
