import { expect } from 'vitest';
import type { Expression } from '#main/services/scripting/pure/groovy/ast.ts';
import { parseScript } from '#main/services/scripting/pure/groovy/parse.ts';
import {
  choice,
  type Level,
  minParentheses,
  operatorTrees,
  type Tree,
} from '#test/support/operator-trees.ts';
import { property } from '#test/support/property.ts';

/** As the reference of Groovy has them, “Operator precedence”; the loosest first. */
const levels: readonly Level[] = [
  { stand: 'right', operators: ['=', '+=', '-=', '*=', '/=', '%='], takesName: true },
  { stand: 'right', operators: [choice, '?:'] },
  { stand: 'left', operators: ['||'] },
  { stand: 'left', operators: ['&&'] },
  { stand: 'left', operators: ['==', '!='] },
  { stand: 'left', operators: ['<', '<=', '>', '>='] },
  { stand: 'left', operators: ['+', '-'] },
  { stand: 'left', operators: ['*', '/', '%'] },
  { stand: 'before', operators: ['!', '-', '+'] },
  { stand: 'behind', operators: ['.m', '?.m', '.f()', '[0]'] },
];

function treeOf(expression: Expression): Tree {
  const node = (operator: string, ...parts: readonly Expression[]): Tree => ({
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
    case 'conditional':
      return node(choice, expression.test, expression.yes, expression.no);
    case 'assignment':
      return node(expression.operator, expression.target, expression.value);
    case 'member':
      return node(`${expression.isSafe ? '?' : ''}.${expression.name}`, expression.object);
    case 'call':
      return node(`.${expression.method}()`, expression.object);
    case 'index':
      return node('[0]', expression.object);
    case 'literal':
    case 'template':
    case 'new':
    case 'list':
    case 'map':
    case 'closure':
      throw new Error(`There should be no ${expression.kind}.`);
  }
}

property([operatorTrees(levels, ['a', 'b', 'c'])], { numRuns: 1_000 })(
  'operators of Groovy bind as its reference says, and group to the side that it says',
  (tree) => {
    const [statement] = parseScript(minParentheses(tree, levels)).statements;
    expect(statement?.kind === 'expression' && treeOf(statement.expression)).toEqual(tree);
  },
);
