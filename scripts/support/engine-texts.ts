import { type ESTree, parseSync, Visitor } from 'vite';

/** A text that a module of the engine writes for people. */
export interface EngineText {
  /** From 1. */
  readonly line: number;
  /** With N for what it fills in. */
  readonly text: string;
}

// Members that quote a standard.
const quoting = new Set(['clause']);
// Three words in a row: a program, an address or a query has none.
const prose = /(?:^|[\s“"'(`])\p{L}[\p{L}’'-]*[,:;]? (?:\p{Ll}[\p{L}’'-]*|N)[,:;]? (?:\p{L}|N\b)/u;
const program = [
  /=>|;\n|\{\n/,
  /^\s*(?:SELECT|INSERT|PRAGMA|CREATE) |^\s*(?:UPDATE \w+ SET|DELETE FROM) |\bCAST\(| (?:AND|WHERE) /,
  /<\/[a-z]|<[a-z]+ [a-z-]+=/,
  // A list of names, to be split.
  /^[a-z\d-]+(?:\s+[A-Za-z\d-]+){24,}\s*$/,
];

/** Finds the texts of a module that read as prose: literals, templates, and what a plus joins to one text. */
export function engineTexts(path: string, source: string): readonly EngineText[] {
  const found: EngineText[] = [];
  const parts = new Set<ESTree.Node>();
  const see = (node: ESTree.Node) => {
    if (parts.has(node)) return;
    const text = textOf(node);
    if (text === null) return;
    if (node.type === 'BinaryExpression') for (const part of partsOf(node)) parts.add(part);
    if (prose.test(text) && !program.some((mark) => mark.test(text)))
      found.push({ line: lineAt(source, node.start), text });
  };
  new Visitor({
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && quoting.has(key.name)) parts.add(value);
    },
    BinaryExpression: see,
    Literal: see,
    TemplateLiteral: see,
  }).visit(parseSync(path, source).program);
  return found;
}

/** The text of a literal, a template or a sum of them; null for anything else. */
function textOf(node: ESTree.Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral')
    return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('N');
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const texts = [textOf(node.left), textOf(node.right)];
  return texts.every((text) => text === null) ? null : texts.map((text) => text ?? 'N').join('');
}

function partsOf(node: ESTree.Node): readonly ESTree.Node[] {
  if (node.type !== 'BinaryExpression') return [node];
  return [node, ...partsOf(node.left), ...partsOf(node.right)];
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}
