import type { WorkerFiles } from '#main/platform/ports.ts';

const at = (path: string) => new URL(`../../src-main/services/${path}`, import.meta.url).href;

/** The entry files of the workers, as they stand in the sources. */
export const workerFiles: WorkerFiles = {
  storage: at('storage/worker.ts'),
  har: at('activity/har-worker.ts'),
  activity: at('activity/activity-worker.ts'),
  script: at('scripting/script-worker.ts'),
  simulation: at('throttle/simulation-worker.ts'),
  consent: at('consents/working/consent-worker.ts'),
  contract: at('contract/linting/contract-worker.ts'),
};
