import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WorkerFiles } from '#main/platform/ports.ts';

/** Where the parts of the built application lie. */
export interface Installation {
  readonly version: string;
  /** What systems know the packed application by; null: it is not packed. */
  readonly appId: string | null;
  readonly engine: URL;
  readonly workers: WorkerFiles;
  /** Folder of the built page. */
  readonly page: string;
  readonly sampleWorkspace: string;
}

/** The installation around a built entry file in `out/main`. */
export function installationAround(entry: string): Installation {
  const at = (path: string) => new URL(path, entry);
  const manifest: unknown = JSON.parse(readFileSync(at('../../package.json'), 'utf8'));
  const said = (member: string): string | null => {
    const value =
      typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, member) : undefined;
    return typeof value === 'string' ? value : null;
  };
  return {
    version: said('version') ?? '0',
    appId: said('appId'),
    engine: at('./engine.js'),
    workers: {
      storage: at('./storage-worker.js').href,
      har: at('./har-worker.js').href,
      activity: at('./activity-worker.js').href,
      script: at('./script-worker.js').href,
      simulation: at('./simulation-worker.js').href,
      consent: at('./consent-worker.js').href,
      contract: at('./contract-worker.js').href,
    },
    page: fileURLToPath(at('../renderer')),
    sampleWorkspace: fileURLToPath(at('../../resources/sample-workspace')),
  };
}
