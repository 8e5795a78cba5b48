import type { ExpressionFunction } from './function.ts';

type Apply = ExpressionFunction['apply'];

const isFound: Apply = ([text, source], patterns) =>
  typeof text === 'string' && typeof source === 'string' && patterns(source)?.isFoundIn(text) === true;

const groups: Apply = ([text, source], patterns) =>
  typeof text === 'string' && typeof source === 'string' ? (patterns(source)?.groupsIn(text) ?? null) : null;

const isWhole: Apply = ([text, source], patterns) =>
  typeof text === 'string' && typeof source === 'string' && patterns(source)?.matchesWhole(text) === true;

function patternFunction(name: string, detail: string, apply: Apply): ExpressionFunction {
  return { name, parameters: 'text, pattern', detail, minArguments: 2, maxArguments: 2, patternAt: 1, apply };
}

const found = 'whether a regular expression matches any part of a text; false for null';
const grouped = 'the first match of a regular expression and its groups';

/** Regular expressions, under the names of older and newer products. */
export const patternFunctions: readonly ExpressionFunction[] = [
  patternFunction('find', found, isFound),
  patternFunction('matches', found, isFound),
  patternFunction('findGroups', grouped, groups),
  patternFunction('matchingGroups', grouped, groups),
  patternFunction('matchesWithRegex', 'whether a regular expression matches a whole text', isWhole),
];
