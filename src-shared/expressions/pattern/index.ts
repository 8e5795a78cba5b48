import { LimitExceeded } from '../values.ts';
import type { PatternNode } from './ast.ts';
import { type Places, runProgram, type StepBudget, slotsPerStep } from './machine.ts';
import { parsePattern } from './parse.ts';
import { assemble, type Instruction } from './program.ts';

export { PatternRefusal } from './ast.ts';
export type { StepBudget } from './machine.ts';

/** Steps that one match may take, instructions times characters: a tenth of a second. */
const maxSteps = 2_000_000;

/** A regular expression whose time is bounded: it is never handed to an engine that could go back and forth. */
export interface Pattern {
  /** With a budget, what it takes is taken from that, and a match that begins without any left fails. */
  isFoundIn(text: string, budget?: StepBudget): boolean;
  matchesWhole(text: string): boolean;
  /** The whole first match and its groups. */
  groupsIn(text: string, budget?: StepBudget): Groups;
  /** The pieces between the matches. */
  split(text: string): readonly string[];
  /**
   * The whole first match and its groups in a long text: counts the steps that it takes instead of those that it could
   * take.
   * @throws LimitExceeded after `most` steps
   */
  groupsWithin(text: string, max: number): Groups;
}

/** A match and its groups, null where a group took no part; null: no match. */
export type Groups = readonly (string | null)[] | null;

/**
 * Reads a regular expression. A text of characters and anchors alone, as conditions of routes are, is compared as it
 * stands; everything else runs on a machine that takes each instruction at most once for each character.
 * @throws PatternRefusal with the place
 */
export function compilePattern(source: string): Pattern {
  const parsed = parsePattern(source);
  const program = assemble(parsed);
  const plain = plainText(parsed.node);
  const stepsPerUnit = stepsOf(program, parsed.groups);
  const run = (text: string, isWhole: boolean, budget: StepBudget | null = null): Places | null => {
    if (stepsPerUnit * text.length > maxSteps)
      throw new LimitExceeded('The text is too long for this regular expression.');
    if (budget !== null && budget.left <= 0)
      throw new LimitExceeded('The texts together are too long for this regular expression.');
    return runProgram(program, parsed.groups, text, { isWhole, budget });
  };
  return {
    isFoundIn: plain ?? ((text, budget) => run(text, false, budget) !== null),
    matchesWhole: (text) => run(text, true) !== null,
    groupsIn: (text, budget) => groupsOf(text, run(text, false, budget), parsed.groups),
    split: (text) => splitBy(text, stepsPerUnit, (rest) => run(rest, false)),
    groupsWithin(text, max) {
      const places = runProgram(program, parsed.groups, text, { isWhole: false, budget: null, max });
      return groupsOf(text, places, parsed.groups);
    },
  };
}

function groupsOf(text: string, places: Places | null, groups: number): Groups {
  if (places === null) return null;
  return Array.from({ length: groups + 1 }, (_, group) => {
    const [from = -1, to = -1] = [places[group * 2], places[group * 2 + 1]];
    return from < 0 || to < 0 ? null : text.slice(from, to);
  });
}

/** Steps for each character; an instruction that saves a place copies all of them. */
function stepsOf(program: readonly Instruction[], groups: number): number {
  const saves = program.filter(({ op }) => op === 'save').length;
  return program.length + (saves * (groups + 1) * 2) / slotsPerStep;
}

function splitBy(
  text: string,
  stepsPerUnit: number,
  find: (rest: string) => Places | null,
): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  for (let steps = 0; ; ) {
    steps += rest.length * stepsPerUnit;
    if (steps > maxSteps) throw new LimitExceeded('The text is too long to be split by this expression.');
    const [from = -1, to = -1] = find(rest) ?? [];
    // A match of nothing at the start would split for ever.
    if (from < 0 || to === 0) return withoutEmptyEnd([...pieces, rest]);
    pieces.push(rest.slice(0, from));
    rest = rest.slice(to);
  }
}

/** As Java does: what is empty at the end is left out, if there is anything else. */
function withoutEmptyEnd(pieces: readonly string[]): readonly string[] {
  const last = pieces.findLastIndex((piece) => piece !== '');
  return pieces.slice(0, Math.max(1, last + 1));
}

/** How to find a pattern that is characters between anchors; null: it is more than that. */
function plainText(node: PatternNode): ((text: string) => boolean) | null {
  const nodes = node.kind === 'sequence' ? node.nodes : [node];
  const isAnchor = (each: PatternNode | undefined, at: string) => each?.kind === 'assert' && each.at === at;
  const atStart = isAnchor(nodes[0], 'start');
  const atEnd = isAnchor(nodes.at(-1), 'end');
  let plain = '';
  for (const each of nodes.slice(atStart ? 1 : 0, atEnd ? -1 : undefined)) {
    const [range] = each.kind === 'set' && each.ranges.length === 1 ? each.ranges : [];
    if (range === undefined || range[0] !== range[1]) return null;
    plain += String.fromCharCode(range[0]);
  }
  if (atStart && atEnd) return (text) => text === plain;
  if (atStart) return (text) => text.startsWith(plain);
  return atEnd ? (text) => text.endsWith(plain) : (text) => text.includes(plain);
}
