import { assertNever } from '../../errors/assert-never.ts';
import { filterFields } from './fields.ts';
import type { FieldTerm, FilterContext, FilterNode, FilterRow, RowTest } from './filter-node.ts';

/** A filter that is ready to look at many exchanges. */
export interface CompiledFilter {
  readonly test: RowTest;
  /** True if every exchange matches, so that none has to be tested. */
  readonly isEverything: boolean;
  /** True if a note on an exchange can change the result. */
  readonly usesNotes: boolean;
}

function textTest(text: string): RowTest {
  const lower = text.toLowerCase();
  const has = (part: string): boolean => part.toLowerCase().includes(lower);
  return ({ method, target, remark, rule = '', tags }) =>
    has(target) || has(method) || has(remark) || has(rule) || tags.some(has);
}

function fieldTest(term: FieldTerm): RowTest {
  // A tree that did not come from the parser may name what there is not: it matches nothing.
  return filterFields.get(term.field)?.compile(term) ?? (() => false);
}

function nodeTest(node: FilterNode): RowTest {
  switch (node.kind) {
    case 'everything':
      return () => true;
    case 'text':
      return textTest(node.text);
    case 'field':
      return fieldTest(node);
    case 'not': {
      const test = nodeTest(node.node);
      return (row, context) => !test(row, context);
    }
    case 'and': {
      const tests = node.nodes.map(nodeTest);
      return (row, context) => tests.every((test) => test(row, context));
    }
    case 'or': {
      const tests = node.nodes.map(nodeTest);
      return (row, context) => tests.some((test) => test(row, context));
    }
    default:
      return assertNever(node);
  }
}

function usesNotes(node: FilterNode): boolean {
  switch (node.kind) {
    case 'everything':
    case 'text':
      return false;
    case 'field':
      return filterFields.get(node.field)?.noteValues?.includes(node.value.toLowerCase()) === true;
    case 'not':
      return usesNotes(node.node);
    case 'and':
    case 'or':
      return node.nodes.some(usesNotes);
    default:
      return assertNever(node);
  }
}

/** Makes a filter ready; what takes time is done here and not at each exchange. */
export function compileFilter(filter: FilterNode): CompiledFilter {
  return { test: nodeTest(filter), isEverything: filter.kind === 'everything', usesNotes: usesNotes(filter) };
}

/** Tests whether an exchange matches. */
export function matchFilter({ test }: CompiledFilter, row: FilterRow, context: FilterContext): boolean {
  return test(row, context);
}
