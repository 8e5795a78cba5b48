import { expect } from 'vitest';
import type { Node } from '#shared/expressions/ast.ts';
import { parseTemplate } from '#shared/expressions/parser.ts';
import {
  choice,
  type Level,
  minParentheses,
  operatorTrees,
  type Tree,
} from '#test/support/operator-trees.ts';
import { property } from '#test/support/property.ts';

/** Jakarta Expression Language 3.0 §1.14, as far as it is supported; the loosest first. */
const levels: readonly Level[] = [
  { stand: 'right', operators: [choice] },
  { stand: 'left', operators: ['||', 'or'] },
  { stand: 'left', operators: ['&&', 'and'] },
  { stand: 'left', operators: ['==', '!=', 'eq', 'ne'] },
  { stand: 'left', operators: ['<', '>', '<=', '>=', 'lt', 'gt', 'le', 'ge'] },
  { stand: 'left', operators: ['+', '-'] },
  { stand: 'left', operators: ['*', '/', '%', 'div', 'mod'] },
  { stand: 'before', operators: ['-', '!', 'not', 'empty'] },
  { stand: 'behind', operators: ['.m', '.f()', "['m']"] },
];

/** The meanings of words among the operators. */
const meanings = new Map(
  Object.entries({
    or: '||',
    and: '&&',
    eq: '==',
    ne: '!=',
    lt: '<',
    gt: '>',
    le: '<=',
    ge: '>=',
    div: '/',
    mod: '%',
    not: '!',
  }),
);

function meant(tree: Tree): Tree {
  if (typeof tree === 'string') return tree;
  const { operator, parts } = tree;
  return { operator: meanings.get(operator) ?? operator, parts: parts.map(meant) };
}

function treeOf(expression: Node): Tree {
  const node = (operator: string, ...parts: readonly Node[]): Tree => ({
    operator,
    parts: parts.map(treeOf),
  });
  switch (expression.kind) {
    case 'name':
      return expression.name;
    case 'unary':
      return node(expression.operator, expression.operand);
    case 'binary':
      return node(expression.operator, expression.left, expression.right);
    case 'choice':
      return node(choice, expression.test, expression.yes, expression.no);
    case 'member':
      return node(expression.isDotted ? '.m' : "['m']", expression.object);
    case 'method':
      return node(`.${expression.name}()`, expression.object);
    case 'literal':
    case 'call':
      throw new Error(`There should be no ${expression.kind}.`);
  }
}

property([operatorTrees(levels, ['a', 'b', 'c'])], { numRuns: 1_000 })(
  'operators of expressions bind as the specification of the language says, and group to the side that it says',
  (tree) => {
    const [part] = parseTemplate(`\${${minParentheses(tree, levels)}}`);
    expect(part !== undefined && typeof part !== 'string' && treeOf(part)).toEqual(meant(tree));
  },
);
