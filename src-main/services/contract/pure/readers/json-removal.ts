import type { Node } from 'jsonc-parser';
import type { TextEdit } from '#shared/contract/facts.ts';

/**
 * The edits that remove a member or an element from its object or list, with its comma. Comments stay. None
 * if it is in nothing, or another member has the same name.
 */
export function removalOf(text: string, node: Node): readonly TextEdit[] {
  const target = node.parent?.type === 'property' ? node.parent : node;
  const siblings = target.parent?.children;
  if (target.parent === undefined || siblings === undefined || isDouble(target, siblings)) return [];
  const end = target.offset + target.length;
  const comma = skipTrivia(text, end);
  if (text[comma] === ',') return withComma(text, target.offset, end, comma);
  const before = siblings[siblings.indexOf(target) - 1];
  if (before === undefined) return [cut(...alone(text, target.offset, end))];
  const former = skipTrivia(text, before.offset + before.length);
  return text.slice(former + 1, target.offset).trim() === ''
    ? [cut(former, end)]
    : [cut(former, former + 1), cut(...lines(text, target.offset, end))];
}

/** Tests whether removal would bring another member of the same name to light. */
function isDouble(target: Node, siblings: readonly Node[]): boolean {
  if (target.type !== 'property') return false;
  const name: unknown = target.children?.[0]?.value;
  return siblings.filter(({ children }) => children?.[0]?.value === name).length > 1;
}

function withComma(text: string, start: number, end: number, comma: number): readonly TextEdit[] {
  if (text.slice(end, comma).trim() !== '') return [cut(start, end), cut(comma, comma + 1)];
  const [from, to] = lines(text, start, comma + 1);
  if (from < start || to > comma + 1) return [cut(from, to)];
  const space = /[ \t]*/y;
  space.lastIndex = to;
  return [cut(from, to + (space.exec(text)?.[0].length ?? 0))];
}

/** All between the brackets, where nothing else is there. */
function alone(text: string, start: number, end: number): readonly [from: number, to: number] {
  const from = text.slice(0, start).trimEnd().length;
  const to = text.length - text.slice(end).trimStart().length;
  return /[[{]/.test(text[from - 1] ?? '') && /[\]}]/.test(text[to] ?? '') ? [from, to] : [start, end];
}

/** Whole lines, if nothing else is in them. */
function lines(text: string, start: number, end: number): readonly [from: number, to: number] {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const isAlone = next >= 0 && text.slice(from, start).trim() === '' && text.slice(end, next).trim() === '';
  return isAlone ? [from, next + 1] : [start, end];
}

/** Offset behind spaces and comments. */
function skipTrivia(text: string, from: number): number {
  const trivia = /(?:\s+|\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/)*/y;
  trivia.lastIndex = from;
  return from + (trivia.exec(text)?.[0].length ?? 0);
}

function cut(from: number, to: number): TextEdit {
  return { at: from, length: to - from, text: '' };
}
