import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeFolder } from '#main/platform/remove-folder.ts';
import { isOwn, sourceFolder, sourcePath } from './import-folder.ts';
import type { OpenImport } from './open-import.ts';
import type { ImportPorts } from './ports.ts';
import { reportOf } from './report.ts';

/** Deletes what an import holds of people; what stays are its settings, its hashes and its counts. */
export async function forgetRows(ports: ImportPorts, open: OpenImport): Promise<void> {
  const report = await reportOf(ports, open);
  const counts = open.counts();
  await open.closeJournal();
  const { folder, job } = open;
  const source = sourcePath(folder, job);
  removeFolder(folder.directory);
  // A file that a person chose elsewhere is theirs.
  if (isOwn(ports, folder) && dirname(source) === sourceFolder(folder)) rmSync(source, { force: true });
  const { mapping } = job;
  open.save({
    fixes: [],
    mapping: mapping === null ? null : { ...mapping, user: { ...mapping.user, through: null } },
  });
  open.note({ report, counts, fixBatches: [], rehearsal: null, problem: null });
}
