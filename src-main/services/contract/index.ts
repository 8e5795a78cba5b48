export { curlEntries } from './curl-entries.ts';
export { loadContractHistory } from './data.ts';
export type { LintContext } from './linting/lint-context.ts';
export { openLintSession } from './linting/lint-context.ts';
export { createLintWorker } from './linting/lint-worker.ts';
export type { TextArtefact } from './linting/tasks.ts';
export { ContractService } from './service/contract-service.ts';
export type { ContractWorkspace } from './service/ports.ts';
export { settingsFile } from './service/settings-file.ts';
export type { SourceJobInput } from './service/source-work.ts';
export {
  type LintSurroundings,
  lintGiven,
  type StandaloneLint,
  type StandaloneLintResult,
} from './standalone/lint-given.ts';
