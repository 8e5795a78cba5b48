import type { Node } from './ast.ts';
import { expressionFunctions, unavailableFunctions } from './functions/index.ts';
import { getterMember, methodNames } from './methods.ts';
import { nearestName } from './nearest-name.ts';
import { compilePattern, PatternRefusal } from './pattern/index.ts';
import type { ContextNode, ContextTree, NamePath, TextProblem } from './types.ts';

/** The findings on an expression without running it. */
export interface Checked {
  readonly problems: readonly TextProblem[];
  readonly reads: readonly NamePath[];
}

/** Checks names, functions, arguments and regular expressions against what there is. */
export function checkNodes(nodes: readonly Node[], source: string, tree: ContextTree): Checked {
  const checker = new Checker(source, tree);
  for (const node of nodes) checker.visit(node, true);
  return { problems: checker.problems, reads: checker.reads };
}

/** The static knowledge of a value: its place in the tree, or nothing. */
type Known = { readonly node: ContextNode; readonly path: NamePath } | null;

class Checker {
  readonly problems: TextProblem[] = [];
  readonly reads: NamePath[] = [];
  readonly #source: string;
  readonly #tree: ContextTree;

  constructor(source: string, tree: ContextTree) {
    this.#source = source;
    this.#tree = tree;
  }

  /** `isEnd`: nothing is read from its value, so that it is what is read. */
  visit(node: Node, isEnd: boolean): Known {
    const known = this.#visit(node);
    if (isEnd && known !== null) this.reads.push(known.path);
    return known;
  }

  #visit(node: Node): Known {
    switch (node.kind) {
      case 'literal':
        return null;
      case 'name':
        return this.#name(node);
      case 'member':
        return this.#member(node);
      case 'call':
        this.#call(node);
        break;
      case 'method':
        return this.#method(node);
      case 'unary':
        this.visit(node.operand, true);
        break;
      case 'binary':
        this.visit(node.left, true);
        this.visit(node.right, true);
        break;
      case 'choice':
        for (const part of [node.test, node.yes, node.no]) this.visit(part, true);
        break;
    }
    return null;
  }

  #name({ name, offset, length }: Extract<Node, { kind: 'name' }>): Known {
    const node = Object.hasOwn(this.#tree, name) ? this.#tree[name] : undefined;
    if (node !== undefined) return { node, path: [name] };
    const names = Object.keys(this.#tree);
    this.#unknown(name, names, `The name “${name}” does not exist here.`, offset, length);
    return null;
  }

  #unknown(name: string, names: readonly string[], message: string, offset: number, length: number): void {
    const near = nearestName(name, names);
    const fix = near === null ? `Use one of: ${names.slice(0, 12).join(', ')}.` : `Did you mean “${near}”?`;
    this.problems.push({ code: 'expression.unknown-name', message, fix, offset, length });
  }

  #member(member: Extract<Node, { kind: 'member' }>): Known {
    const object = this.visit(member.object, false);
    if (member.key.kind !== 'literal') {
      this.visit(member.key, true);
      if (object === null) return null;
      if (object.node.items !== undefined) return { node: object.node.items, path: object.path };
      // Nobody knows which of its members it is.
      this.reads.push(object.path);
      return null;
    }
    if (object === null) return null;
    const { node, path } = object;
    const name = String(member.key.value);
    const found =
      (node.members !== undefined && Object.hasOwn(node.members, name) ? node.members[name] : undefined) ??
      node.items;
    if (found !== undefined) return { node: found, path: [...path, name] };
    const { offset, length } = member.key;
    const whole = path.join('.');
    if (node.members === undefined)
      this.problems.push({
        code: 'expression.unknown-name',
        message: `“${whole}” has no members.`,
        fix: `Use ${whole} itself.`,
        offset,
        length,
      });
    else this.#unknown(name, Object.keys(node.members), `“${whole}” has no “${name}”.`, offset, length);
    return null;
  }

  #call({ name, args, offset, length }: Extract<Node, { kind: 'call' }>): void {
    for (const arg of args) this.visit(arg, true);
    const called = expressionFunctions.get(name);
    const range = { offset, length: name.length };
    if (called === undefined) {
      this.#unknownFunction(name, range);
      return;
    }
    if (args.length < called.minArguments || args.length > called.maxArguments)
      this.problems.push({
        code: 'expression.arguments',
        message: `${name} does not accept ${args.length === 1 ? 'one argument' : `${args.length} arguments`}.`,
        fix: `Write ${name}(${called.parameters}).`,
        offset,
        length,
      });
    const pattern = called.patternAt === undefined ? undefined : args[called.patternAt];
    if (pattern?.kind === 'literal' && typeof pattern.value === 'string')
      this.#pattern(pattern, pattern.value);
  }

  #unknownFunction(name: string, range: { readonly offset: number; readonly length: number }): void {
    const instead = unavailableFunctions.get(name);
    if (instead !== undefined) {
      const message = `The function ${name} is not available.`;
      this.problems.push({ code: 'expression.unavailable', message, fix: instead, ...range });
      return;
    }
    const near = nearestName(name, expressionFunctions.keys());
    this.problems.push({
      code: 'expression.unknown-function',
      message: `The function ${name} does not exist.`,
      fix: near === null ? 'Completion lists all functions.' : `Did you mean “${near}”?`,
      ...range,
    });
  }

  #method({ object, name, nameOffset, args }: Extract<Node, { kind: 'method' }>): Known {
    const known = this.visit(object, false);
    const member = getterMember(name, args.length);
    const isMethod = methodNames.has(name);
    if (known !== null && (isMethod || member === null)) this.reads.push(known.path);
    for (const arg of args) this.visit(arg, true);
    if (!isMethod && member !== null && known?.node.members !== undefined) {
      const key: Node = { kind: 'literal', value: member, offset: nameOffset, length: name.length };
      return this.#member({ kind: 'member', object, key, isDotted: true, offset: nameOffset, length: 0 });
    }
    const [first] = args;
    if ((name === 'matches' || name === 'split') && first?.kind === 'literal')
      this.#pattern(first, String(first.value));
    if (isMethod || member !== null) return null;
    const near = nearestName(name, methodNames);
    this.problems.push({
      code: 'expression.unknown-function',
      message: `Values have no method ${name}.`,
      fix: near === null ? `Use one of: ${[...methodNames].join(', ')}.` : `Did you mean “${near}”?`,
      offset: nameOffset,
      length: name.length,
    });
    return null;
  }

  #pattern({ offset, length }: Node, pattern: string): void {
    try {
      compilePattern(pattern);
    } catch (refusal) {
      if (!(refusal instanceof PatternRefusal)) throw refusal;
      // Positions in the pattern are positions in the source only if no escape precedes them.
      const isVerbatim = this.#source.slice(offset + 1, offset + length - 1) === pattern;
      this.problems.push({
        code: 'expression.pattern',
        message: refusal.message,
        fix: 'Use characters, sets, groups, |, anchors and repeats.',
        offset: isVerbatim ? offset + 1 + refusal.offset : offset,
        length: isVerbatim ? Math.max(1, refusal.length) : length,
      });
    }
  }
}
