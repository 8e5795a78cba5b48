import fc from 'fast-check';

/**
 * Operators that bind equally closely, and where they stand. `left` and `right` say to which side they group; what
 * stands `around` its part ends with the sign that closes it.
 */
export interface Level {
  readonly stand: 'left' | 'right' | 'any' | 'before' | 'behind' | 'around';
  readonly operators: readonly string[];
  /** True if a name alone may stand on the left, as in an assignment. */
  readonly takesName?: boolean;
}

/** The operator with three parts, between which its two signs stand. */
export const choice = '? :';

/** A name, or an operator with its parts in the order in which they are written. */
export type Tree = string | { readonly operator: string; readonly parts: readonly Tree[] };

const hasOnePart = ({ stand }: Level): boolean => ['before', 'behind', 'around'].includes(stand);

/** Any expression of a language; its levels stand from the one that binds loosest. */
export function operatorTrees(levels: readonly Level[], names: readonly string[]): fc.Arbitrary<Tree> {
  const name = fc.constantFrom<Tree>(...names);
  return fc.letrec<{ tree: Tree }>((tie) => {
    const tree = tie('tree');
    const partsFor = (level: Level, operator: string) => {
      if (hasOnePart(level)) return fc.tuple(tree);
      if (operator === choice) return fc.tuple(tree, tree, tree);
      return fc.tuple(level.takesName === true ? name : tree, tree);
    };
    const nodes = levels.flatMap((level) =>
      level.operators.map((operator) =>
        partsFor(level, operator).map((parts): Tree => ({ operator, parts: [...parts] })),
      ),
    );
    return { tree: fc.oneof({ maxDepth: 5, depthSize: 'medium', withCrossShrink: true }, name, ...nodes) };
  }).tree;
}

/** Writes an expression with no more parentheses than its operators need. */
export function minParentheses(
  tree: Tree,
  levels: readonly Level[],
  spelling: (operator: string) => string = (operator) => operator,
): string {
  const write = (part: Tree, minPrecedence: number): string => {
    if (typeof part === 'string') return part;
    const at = levels.findIndex(
      (each) => each.operators.includes(part.operator) && hasOnePart(each) === (part.parts.length === 1),
    );
    const text = writeParts(part.parts, at, spelling(part.operator));
    return at < minPrecedence ? `(${text})` : text;
  };
  const writeParts = (
    [first = '', second = '', third]: readonly Tree[],
    at: number,
    sign: string,
  ): string => {
    const stand = levels[at]?.stand;
    if (stand === 'before') return `${sign} ${write(first, at)}`;
    if (stand === 'behind') return `${write(first, at)}${sign}`;
    if (stand === 'around') return `${sign.slice(0, -1)}${write(first, 0)}${sign.slice(-1)}`;
    const left = write(first, stand === 'right' ? at + 1 : at);
    const right = write(second, stand === 'left' ? at + 1 : at);
    return third === undefined ? `${left} ${sign} ${right}` : `${left} ? ${right} : ${write(third, at)}`;
  };
  return write(tree, 0);
}

/** The same expression where parts of one of these operators that stand in each other are one list. */
export function flattened(tree: Tree, operators: readonly string[]): Tree {
  if (typeof tree === 'string') return tree;
  const { operator } = tree;
  const parts = tree.parts.map((part) => flattened(part, operators));
  if (!operators.includes(operator)) return { operator, parts };
  return {
    operator,
    parts: parts.flatMap((part) =>
      typeof part !== 'string' && part.operator === operator ? part.parts : [part],
    ),
  };
}
