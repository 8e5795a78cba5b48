import { expect } from 'vitest';
import { type FilterNode, parseFilter } from '#shared/exchange/filter/index.ts';
import {
  flattened,
  type Level,
  minParentheses,
  operatorTrees,
  type Tree,
} from '#test/support/operator-trees.ts';
import { property } from '#test/support/property.ts';

/** Two that stand beside each other have to match both: that is “and” without the word. */
const levels: readonly Level[] = [
  { stand: 'any', operators: ['or', '|'] },
  { stand: 'any', operators: ['and', ''] },
  { stand: 'before', operators: ['-'] },
];
const meanings = new Map([
  ['|', 'or'],
  ['', 'and'],
]);

/** One meaning has one spelling, and not not is nothing. */
function meant(tree: Tree): Tree {
  if (typeof tree === 'string') return tree;
  const parts = tree.parts.map(meant);
  const operator = meanings.get(tree.operator) ?? tree.operator;
  const [inner = ''] = parts;
  const isTwice = operator === '-' && typeof inner !== 'string' && inner.operator === '-';
  return isTwice ? (inner.parts[0] ?? '') : { operator, parts };
}

function treeOf(node: FilterNode): Tree {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { operator: node.kind, parts: node.nodes.map(treeOf) };
    case 'not':
      return { operator: '-', parts: [treeOf(node.node)] };
    case 'text':
      return node.text;
    case 'field':
      return `${node.field}:${node.value}`;
    case 'everything':
      throw new Error('There should be something.');
  }
}

property([operatorTrees(levels, ['a', 'b', 'status:4xx'])], { numRuns: 500 })(
  '“-” binds closest, then what stands beside each other, then “or”',
  (tree) => {
    const parsed = parseFilter(minParentheses(tree, levels));
    expect('filter' in parsed && treeOf(parsed.filter)).toEqual(flattened(meant(tree), ['and', 'or']));
  },
);
