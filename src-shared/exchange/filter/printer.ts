import { assertNever } from '../../errors/assert-never.ts';
import type { FilterNode } from './filter-node.ts';
import { lexFilter } from './lexer.ts';

/** The value in the form of a filter: in quotes if it would read as something else. */
export function quoteFilterValue(value: string): string {
  return /^[^\s()|"<>=-][^\s()|"]*$/.test(value) ? value : inQuotes(value);
}

function inQuotes(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

function printText(text: string): string {
  const [token, ...rest] = lexFilter(text).tokens;
  const isPlain =
    rest.length === 0 &&
    token?.kind === 'word' &&
    token.field === null &&
    !token.isQuoted &&
    token.value === text;
  return isPlain ? text : inQuotes(text);
}

function printPart(node: FilterNode): string {
  return node.kind === 'and' || node.kind === 'or' ? `(${printFilter(node)})` : printFilter(node);
}

/** Writes a filter so that it reads as the same again. */
export function printFilter(node: FilterNode): string {
  switch (node.kind) {
    case 'everything':
      return '';
    case 'text':
      return printText(node.text);
    case 'field':
      return `${node.field}:${node.operator === '=' ? '' : node.operator}${quoteFilterValue(node.value)}`;
    case 'not':
      return `-${printPart(node.node)}`;
    case 'and':
      return node.nodes.map(printPart).join(' ');
    case 'or':
      return node.nodes.map(printPart).join(' | ');
    default:
      return assertNever(node);
  }
}
