export * from './facts.ts';
export * from './history.ts';
export { type LintSourceId, lintSourceIds, lintSources } from './lint-sources.ts';
export * from './omitted.ts';
export * from './report.ts';
export * from './rule.ts';
export * from './settings.ts';
export * from './standing.ts';
export * from './text-edits.ts';
