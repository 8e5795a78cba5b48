import { type ESTree, parseSync, Visitor } from 'vite';

// A box to tick carries a statement, which may be longer.
const named = /(?:Field|Select|Input|Choice)$/;

/** Finds the paths in the catalogues of the texts that a module of the screens shows on buttons and before fields. */
export function labelPaths(path: string, source: string): readonly string[] {
  const base = /const messages = \w*[mM]essages\.([\w.]+);/.exec(source)?.[1];
  const found: string[] = [];
  const add = (expression: ESTree.Node) => {
    const chain = chainOf(expression.type === 'CallExpression' ? expression.callee : expression);
    const [root, ...rest] = chain;
    if (root === undefined || !/[mM]essages$/.test(root) || rest.length === 0) return;
    found.push([...(root === 'messages' && base !== undefined ? [base] : []), ...rest].join('.'));
  };
  new Visitor({
    JSXElement({ openingElement: { name, attributes }, children }) {
      const element = name.type === 'JSXIdentifier' ? name.name : '';
      const shown = element.endsWith('Button') ? children : [];
      for (const child of shown) if (child.type === 'JSXExpressionContainer') add(child.expression);
      if (!named.test(element)) return;
      for (const attribute of attributes)
        if (
          attribute.type === 'JSXAttribute' &&
          attribute.name.name === 'label' &&
          attribute.value?.type === 'JSXExpressionContainer'
        )
          add(attribute.value.expression);
    },
  }).visit(parseSync(path, source).program);
  return found;
}

/** The names of `a.b.c`; empty for any other expression. */
function chainOf(node: ESTree.Node): readonly string[] {
  if (node.type === 'Identifier') return [node.name];
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier' || node.computed) return [];
  const before = chainOf(node.object);
  return before.length === 0 ? [] : [...before, node.property.name];
}
