import { contractDateSchema } from '#shared/contract/history.ts';
import type { Suppression } from './artefact.ts';

const comment =
  /(?:\/\/|#|--|\/\*)[ \t]*contract-ignore[ \t]+(C[CS]-(?:\d{3}|H\d{2}))(?:[ \t]+until[ \t]+(\d{4}-\d{2}-\d{2}))?[ \t]*([^\n\r]*)/g;
const maxSuppressions = 10_000;
const maxReasonLength = 1_000;

/**
 * Where comments tell rules to be silent: `contract-ignore CC-001 until 2027-01-01 reason`. A comment behind something
 * is for its own line, one that has a line to itself for the next that is no comment.
 */
export function suppressionsIn(text: string): readonly Suppression[] {
  if (!text.includes('contract-ignore')) return [];
  const lines = text.split('\n');
  const found: Suppression[] = [];
  // From the end, so that the next statement is known when a comment is met.
  let next = lines.length - 1;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index] ?? '';
    if (line.includes('contract-ignore')) found.push(...suppressionsOfLine(line, index, next).toReversed());
    if (!/^\s*(?:\/\/|#(?!##)|--(?!-)|$)/.test(line)) next = index;
  }
  return found.toReversed().slice(0, maxSuppressions);
}

function suppressionsOfLine(line: string, index: number, next: number): readonly Suppression[] {
  // A day that is none would silence a rule for ever.
  const isDay = ({ 2: until }: RegExpMatchArray) =>
    until === undefined || contractDateSchema.safeParse(until).success;
  const comments = [...line.matchAll(comment)].filter(isDay);
  return comments.map(({ 1: rule = '', 2: until = null, 3: reason = '', index: at }) => ({
    rule,
    line: (line.slice(0, at).trim() === '' ? Math.max(next, index) : index) + 1,
    reason: reasonOf(reason),
    until,
  }));
}

function reasonOf(text: string): string {
  const reason = text.trim().slice(0, maxReasonLength);
  return (reason.endsWith('*/') ? reason.slice(0, -2).trim() : reason) || 'No reason given.';
}

/** Suppressions on the first line of a construct apply to all of its lines. */
export function spreadSuppressions(
  suppressions: readonly Suppression[],
  stretches: readonly { readonly line: number; readonly endLine: number }[],
): readonly Suppression[] {
  return suppressions
    .flatMap((each) => {
      const stretch = stretches.findLast(({ line, endLine }) => line <= each.line && each.line <= endLine);
      if (stretch === undefined) return [each];
      const { line, endLine } = stretch;
      return Array.from({ length: endLine - line + 1 }, (_, offset) => ({ ...each, line: line + offset }));
    })
    .slice(0, maxSuppressions);
}
