import {
  compilePattern,
  maxSearchSteps,
  type Pattern,
  PatternRefusal,
} from '../expressions/pattern/index.ts';
import { literalPattern } from '../flows/literal-pattern.ts';

/** A pattern of an expectation: `/…/`, `/…/is`, and `!/…/` for all that it is not found in. */
export interface ExpectedPattern {
  readonly source: string;
  readonly flags: string;
  readonly isNegated: boolean;
}

/** Reads a pattern; null: the text is compared as it stands. */
export function expectedPattern(text: string): ExpectedPattern | null {
  const [, sign = '', source, flags = ''] = /^(!?)\/(.*)\/([a-z]*)$/s.exec(text) ?? [];
  return source === undefined ? null : { source, flags, isNegated: sign === '!' };
}

/** Why a pattern is not read, its `{{…}}` taken for a character; null: it is. */
export function patternFault(text: string): string | null {
  const pattern = expectedPattern(text);
  if (pattern === null) return null;
  try {
    compile(pattern, pattern.source.replace(placeholder, 'x'));
    return null;
  } catch (error) {
    if (error instanceof PatternRefusal) return error.message;
    throw error;
  }
}

/** A pattern that is ready, and its text for reports. */
export interface ReadyPattern {
  readonly text: string;
  /** @throws LimitExceeded where the text is too long for it */
  readonly isMetBy: (value: string) => boolean;
}

/**
 * Puts the values of a run into a pattern as literal texts. Its time is linear in the text: patterns are read from files.
 * @throws PatternRefusal
 */
export function readyPattern(pattern: ExpectedPattern, fill: (template: string) => string): ReadyPattern {
  const filled = pattern.source.replace(placeholder, (part) => literalPattern(fill(part)));
  const compiled = compile(pattern, filled);
  return {
    text: `${pattern.isNegated ? '!' : ''}/${filled}/${pattern.flags}`,
    isMetBy: (value) => (compiled.groupsWithin(value, maxSearchSteps) !== null) !== pattern.isNegated,
  };
}

const placeholder = /\{\{[^{}]*\}\}/g;

function compile({ flags }: ExpectedPattern, source: string): Pattern {
  if (!/^[is]*$/.test(flags))
    throw new PatternRefusal(
      `Unsupported flags in “${flags}”. Only i and s are supported.`,
      0,
      source.length,
    );
  return compilePattern(flags === '' ? source : `(?${flags})${source}`);
}
