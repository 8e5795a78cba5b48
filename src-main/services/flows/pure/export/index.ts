export { scriptToCurl } from './curl-script.ts';
export type { ExportedRun, ExportedStep, ExportedText } from './exported-run.ts';
export { runToMarkdown } from './markdown.ts';
export type { KnownValue } from './shell-values.ts';
