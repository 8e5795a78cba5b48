import type { ImportStep, ImportView } from '#shared/api/index.ts';
import type { Mapping } from '#shared/consents/index.ts';
import { assertNever } from '#shared/errors/index.ts';
import { outcomeCount, problemCount } from './counts.ts';
import { hasBegun } from './use-import.ts';
import { importMessages } from './words.ts';

const messages = importMessages.imports;

/** The columns that a mapping takes from a file, each once. */
export function mappedColumns(mapping: Mapping | null): readonly string[] {
  if (mapping === null) return [];
  const parts = [mapping.user, mapping.agreement, mapping.language, mapping.consentedAt];
  return [...new Set(parts.flatMap((part) => ('column' in part ? [part.column] : [])))];
}

function checkFact({ job }: ImportView): string {
  const parts = [
    job.fixes.length === 0 ? '' : messages.facts.fixes(job.fixes.length),
    job.plan === null || problemCount(job.plan) === 0 ? '' : messages.facts.problems(problemCount(job.plan)),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Returns a short summary of a step's outcome. */
export function stepFact(view: ImportView, step: ImportStep): string {
  const { job, columns, matches, done } = view;
  switch (step) {
    case 'file':
      return job.source.name;
    case 'map':
      return job.mapping === null
        ? ''
        : messages.facts.mapped(mappedColumns(job.mapping).length, columns.length);
    case 'match':
      return matches === null ? '' : messages.facts.users(matches.users.matched);
    case 'check':
      return done.includes('match') ? checkFact(view) : '';
    case 'dry-run':
      return job.plan === null ? '' : messages.facts.sent(outcomeCount(job.plan, 'ready'));
    case 'load':
      return hasBegun(view) ? messages.states[view.state] : '';
    case 'report':
      return done.includes('report') ? '' : messages.facts.afterLoad;
    default:
      return assertNever(step);
  }
}
