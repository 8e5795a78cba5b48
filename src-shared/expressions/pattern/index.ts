import { type Matcher, RE2JS, RE2JSSyntaxException } from 're2js';
import { LimitExceeded } from '../values.ts';
import { PatternRefusal } from './refusal.ts';
import { translatePattern } from './translate.ts';

export { PatternRefusal } from './refusal.ts';

/** Steps of one match, instructions times characters: a tenth of a second where each of them is taken. */
const maxSteps = 2_000_000;

/** Steps of one match in a long text: enough for most of a megabyte, and less than a second. */
export const maxSearchSteps = 20_000_000;

/** Places of groups that are copied in the time of a step. */
const slotsPerStep = 64;

/** Steps that several matches may take together. */
export interface StepBudget {
  left: number;
}

/** A regular expression whose time is bounded: it is never handed to an engine that could go back and forth. */
export interface Pattern {
  /** With a budget, what it could take is taken from that, and a match that begins without any left fails. */
  isFoundIn(text: string, budget?: StepBudget): boolean;
  matchesWhole(text: string): boolean;
  /** The whole first match and its groups. */
  groupsIn(text: string, budget?: StepBudget): Groups;
  /** The pieces between the matches, as Java splits. */
  split(text: string): readonly string[];
  /**
   * The whole first match and its groups in a long text.
   * @throws LimitExceeded where it could take more than `max` steps
   */
  groupsWithin(text: string, max: number): Groups;
}

/** A match and its groups, null where a group took no part; null: no match. */
export type Groups = readonly (string | null)[] | null;

/**
 * Reads a regular expression. A text of characters and anchors alone, as conditions of routes are, is compared as it
 * stands; everything else runs on RE2, whose time is bounded by the product of both lengths.
 * @throws PatternRefusal with the place
 */
export function compilePattern(source: string): Pattern {
  const pattern = read(source);
  const slots = (pattern.groupCount() + 1) * 2;
  const stepsPerUnit = pattern.programSize() + (slots * slots) / slotsPerStep;
  // Matchers ask for a place and so never build automata, which would be kept with the pattern.
  const matcherOf = (text: string, max: number, budget?: StepBudget): Matcher => {
    const steps = stepsPerUnit * text.length;
    if (steps > max) throw new LimitExceeded('The text is too long for this regular expression.');
    if (budget !== undefined) take(budget, steps);
    return pattern.matcher(text);
  };
  return {
    isFoundIn: plainText(source) ?? ((text, budget) => matcherOf(text, maxSteps, budget).find()),
    matchesWhole: (text) => matcherOf(text, maxSteps).matches(),
    groupsIn: (text, budget) => groupsOf(matcherOf(text, maxSteps, budget)),
    split: (text) => splitBy(matcherOf(text, maxSteps), text, stepsPerUnit),
    groupsWithin: (text, max) => groupsOf(matcherOf(text, max)),
  };
}

function read(source: string): RE2JS {
  try {
    return RE2JS.compile(translatePattern(source));
  } catch (error) {
    // All else that it refuses was refused with its place.
    if (error instanceof RE2JSSyntaxException)
      throw new PatternRefusal('The regular expression has too many repeats.', 0, source.length);
    throw error;
  }
}

function take(budget: StepBudget, steps: number): void {
  if (budget.left <= 0)
    throw new LimitExceeded('The texts together are too long for this regular expression.');
  budget.left -= steps;
}

function groupsOf(matcher: Matcher): Groups {
  if (!matcher.find()) return null;
  return Array.from({ length: matcher.groupCount() + 1 }, (_, group) => matcher.group(group));
}

/** As Java does: nothing is split off at the start by a match of nothing, and what is empty at the end is left out. */
function splitBy(matcher: Matcher, text: string, stepsPerUnit: number): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let steps = 0; matcher.find(); ) {
    // Each search could go to the end of the text.
    steps += (text.length - from) * stepsPerUnit;
    if (steps > maxSteps)
      throw new LimitExceeded('The text is too long to be split by this regular expression.');
    if (matcher.end() === 0) continue;
    pieces.push(text.slice(from, matcher.start()));
    from = matcher.end();
  }
  pieces.push(text.slice(from));
  const last = pieces.findLastIndex((piece) => piece !== '');
  return pieces.slice(0, Math.max(1, last + 1));
}

/** How to find a pattern that is characters between anchors; null: it is more than that. */
function plainText(source: string): ((text: string) => boolean) | null {
  const [, start, plain, end] = /^(\^?)([^\\.*+?()[\]{}|^$]*)(\$?)$/.exec(source) ?? [];
  if (plain === undefined) return null;
  if (start !== '' && end !== '') return (text) => text === plain;
  if (start !== '') return (text) => text.startsWith(plain);
  return end === '' ? (text) => text.includes(plain) : (text) => text.endsWith(plain);
}
