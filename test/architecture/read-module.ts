import { type ESTree, parseSync, Visitor } from 'vite';

/** One way in which a module names another: an import or re-export of values or types, `import()` or `new URL()`. */
export interface Reference {
  /** As written; null where it is not a literal, so that nobody can tell what it names. */
  readonly specifier: string | null;
  /** 1-based. */
  readonly line: number;
  /** A file named by `new URL('…', import.meta.url)`: a worker, an asset, or a file of the build. */
  readonly isUrl: boolean;
  /** Nothing of it is left when the types are stripped. */
  readonly isType: boolean;
}

/** The facts about one module that the architecture tests look at. */
export interface ModuleFacts {
  readonly references: readonly Reference[];
  readonly comments: readonly { readonly text: string; readonly line: number }[];
  readonly anyLines: readonly number[];
  /** Every string literal, with the line of its first occurrence. */
  readonly strings: ReadonlyMap<string, number>;
  /** The codes that `new GatehouseError(…)` is given. */
  readonly errorCodes: readonly string[];
}

/** Parses a TypeScript or JavaScript module; throws when it is not one. */
export function readModule(path: string, text: string): ModuleFacts {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors.map(({ message }) => message).join('; ')}`);

  const lineAt = lineFinder(text);
  const references: Reference[] = [];
  const anyLines: number[] = [];
  const strings = new Map<string, number>();
  const errorCodes: string[] = [];
  const refer = (node: ESTree.Node | null | undefined, { isUrl = false, isType = false } = {}) => {
    if (node) references.push({ specifier: literalText(node), line: lineAt(node.start), isUrl, isType });
  };

  new Visitor({
    ImportDeclaration: ({ source, importKind }) => refer(source, { isType: importKind === 'type' }),
    ExportAllDeclaration: ({ source, exportKind }) => refer(source, { isType: exportKind === 'type' }),
    ExportNamedDeclaration: ({ source, exportKind }) => refer(source, { isType: exportKind === 'type' }),
    ImportExpression: ({ source }) => refer(source),
    TSImportType: ({ source }) => refer(source, { isType: true }),
    TSExternalModuleReference: ({ expression }) => refer(expression),
    CallExpression: ({ callee, arguments: args }) => {
      if (callee.type === 'Identifier' && callee.name === 'require') refer(args[0]);
      if (callee.type === 'MemberExpression' && isImportMeta(callee.object)) refer(args[0]);
    },
    NewExpression: ({ callee, arguments: args }) => {
      if (callee.type !== 'Identifier') return;
      if (callee.name === 'URL' && isImportMetaUrl(args[1])) refer(args[0], { isUrl: true });
      if (callee.name === 'GatehouseError') errorCodes.push(...codesOf(args[0]));
    },
    TSAnyKeyword: ({ start }) => anyLines.push(lineAt(start)),
    Literal: ({ value, start }) => {
      if (typeof value === 'string' && !strings.has(value)) strings.set(value, lineAt(start));
    },
  }).visit(program);

  return {
    references,
    comments: comments.map(({ value, start }) => ({ text: value, line: lineAt(start) })),
    anyLines,
    strings,
    errorCodes,
  };
}

function lineFinder(text: string): (offset: number) => number {
  return (offset) => text.slice(0, offset).split('\n').length;
}

function literalText(node: ESTree.Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return null;
  return node.quasis[0]?.value.cooked ?? null;
}

function isImportMeta(node: ESTree.Node): boolean {
  return node.type === 'MetaProperty' && node.meta.name === 'import';
}

function isImportMetaUrl(node: ESTree.Node | undefined): boolean {
  return node?.type === 'MemberExpression' && isImportMeta(node.object);
}

function codesOf(node: ESTree.Node | undefined): readonly string[] {
  if (node === undefined) return [];
  if (node.type === 'ConditionalExpression') return [...codesOf(node.consequent), ...codesOf(node.alternate)];
  const text = literalText(node);
  return text === null ? [] : [text];
}
