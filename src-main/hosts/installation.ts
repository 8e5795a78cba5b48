import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WorkerFiles } from '#main/platform/ports.ts';

/** Location of the parts of the built application. */
export interface Installation {
  readonly version: string;
  /** The ID by which systems know the packed application; null: it is not packed. */
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
  // Files that cannot be used inside the archive of the packed desktop application are beside it.
  const outside = (path: string) => new URL(at(path).href.replace(/\.asar\//, '.asar.unpacked/'));
  const manifest: unknown = JSON.parse(readFileSync(at('../../package.json'), 'utf8'));
  const said = (member: string): string | null => {
    const value =
      typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, member) : undefined;
    return typeof value === 'string' ? value : null;
  };
  return {
    version: said('version') ?? '0',
    appId: said('appId'),
    engine: outside('./engine.js'),
    workers: {
      storage: outside('./storage-worker.js').href,
      har: outside('./har-worker.js').href,
      activity: outside('./activity-worker.js').href,
      script: outside('./script-worker.js').href,
      simulation: outside('./simulation-worker.js').href,
      consent: outside('./consent-worker.js').href,
      contract: outside('./contract-worker.js').href,
    },
    page: fileURLToPath(at('../renderer')),
    sampleWorkspace: fileURLToPath(outside('../../resources/sample-workspace')),
  };
}
