import { copyFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { writtenReading } from '#shared/consents/index.ts';
import { sourcePath } from './import-folder.ts';
import type { OpenImport } from './open-import.ts';
import { writeOutput } from './outputs.ts';
import type { ImportPorts } from './ports.ts';
import type { ImportStore } from './store.ts';

/** Makes an import of the rows of another that were refused or not sent, with its settings. */
export async function retryFailed(
  ports: ImportPorts,
  open: OpenImport,
  store: ImportStore,
): Promise<OpenImport> {
  const path = await writeOutput(ports, open, 'errors');
  const { size } = statSync(path);
  const made = store.create(`${open.job.name}: failed rows`, basename(path), size);
  copyFileSync(path, sourcePath(made.folder, made.job));
  const { mapping, dates, target, loading, reading, fixes } = open.job;
  made.save({
    mapping,
    dates,
    target,
    loading,
    // The file is written in the form of its source, and a workbook as plain CSV.
    reading: writtenReading(reading),
    // Corrections of cells are in the file; which user was meant is not.
    fixes: fixes.filter(({ kind }) => kind === 'pick-user'),
  });
  made.note({ state: 'editing', receivedBytes: size });
  return made;
}
