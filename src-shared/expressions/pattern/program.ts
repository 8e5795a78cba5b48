import { assertNever } from '../../errors/index.ts';
import { type CharacterRange, type ParsedPattern, type PatternNode, PatternRefusal } from './ast.ts';

export type Instruction =
  | { readonly op: 'set'; readonly ranges: readonly CharacterRange[] }
  | { readonly op: 'assert'; readonly at: 'start' | 'end' | 'word' | 'no-word' }
  /** Goes on at both, at the first one rather. */
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'match' };

const maxInstructions = 2_000;

class Assembler {
  readonly program: Instruction[] = [];

  add<I extends Instruction>(instruction: I): I {
    if (this.program.length >= maxInstructions)
      throw new PatternRefusal('The repeats of this regular expression are too many.', 0, 1);
    this.program.push(instruction);
    return instruction;
  }

  node(node: PatternNode): void {
    switch (node.kind) {
      case 'empty':
        return;
      case 'set':
        this.add({ op: 'set', ranges: node.ranges });
        return;
      case 'assert':
        this.add({ op: 'assert', at: node.at });
        return;
      case 'group':
        this.#group(node.node, node.index);
        return;
      case 'sequence':
        for (const each of node.nodes) this.node(each);
        return;
      case 'alternatives':
        this.#alternatives(node.nodes);
        return;
      case 'repeat':
        this.#repeat(node);
        return;
      default:
        assertNever(node);
    }
  }

  #group(node: PatternNode, index: number | null): void {
    if (index !== null) this.add({ op: 'save', slot: index * 2 });
    this.node(node);
    if (index !== null) this.add({ op: 'save', slot: index * 2 + 1 });
  }

  #alternatives(nodes: readonly PatternNode[]): void {
    const jumps = nodes.slice(0, -1).map((node) => {
      const split = this.add({ op: 'split', first: this.program.length + 1, second: 0 });
      this.node(node);
      const jump = this.add({ op: 'jump', to: 0 });
      split.second = this.program.length;
      return jump;
    });
    const last = nodes.at(-1);
    if (last !== undefined) this.node(last);
    for (const jump of jumps) jump.to = this.program.length;
  }

  #repeat({ node, min, max, isGreedy }: Extract<PatternNode, { kind: 'repeat' }>): void {
    for (let time = 0; time < min; time += 1) this.node(node);
    if (max === Number.POSITIVE_INFINITY) {
      const start = this.program.length;
      this.#optional(isGreedy, () => {
        this.node(node);
        this.add({ op: 'jump', to: start });
      });
      return;
    }
    for (let time = min; time < max; time += 1) this.#optional(isGreedy, () => this.node(node));
  }

  #optional(isGreedy: boolean, body: () => void): void {
    const split = this.add({ op: 'split', first: 0, second: 0 });
    const inside = this.program.length;
    body();
    const after = this.program.length;
    [split.first, split.second] = isGreedy ? [inside, after] : [after, inside];
  }
}

/** Makes the instructions of a pattern; slots 0 and 1 hold where the whole match begins and ends. @throws PatternRefusal */
export function assemble({ node }: ParsedPattern): readonly Instruction[] {
  const assembler = new Assembler();
  assembler.add({ op: 'save', slot: 0 });
  assembler.node(node);
  assembler.add({ op: 'save', slot: 1 });
  assembler.add({ op: 'match' });
  return assembler.program;
}
