import { accessSync, chmodSync, constants, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import type { LintReport } from '#shared/contract/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { togetherOf } from '../service/fixes.ts';
import { editSource } from '../sources/edit-source.ts';

/**
 * Fixes the findings that are not ignored; returns their number. A file keeps its identity: links are
 * followed, and permissions kept.
 * @throws workspace.unwritable
 */
export async function mendFiles({ findings }: LintReport): Promise<number> {
  let fixed = 0;
  const open = findings.filter(({ fix, ignored }) => fix !== null && ignored === null);
  for (const [file, found] of Map.groupBy(open, ({ location }) => location.file)) {
    const { edits, fixed: together } = togetherOf(found);
    const path = realpathSync(file);
    const next = `${path}.gatehouse-new`;
    try {
      const { mode } = statSync(path);
      // One that may not be written is not replaced either; the system lets some users do both.
      if ((mode & 0o222) === 0) throw new Error('The file is read-only.');
      accessSync(path, constants.W_OK);
      const task = { signal: new AbortController().signal, onProgress: () => undefined };
      await editSource({ from: path, to: next, file, edits }, task);
      chmodSync(next, mode & 0o777);
      renameSync(next, path);
    } catch (cause) {
      rmSync(next, { force: true });
      throw new GatehouseError('workspace.unwritable', `${file} cannot be fixed.`, {
        cause,
        fix: 'Make the file writable, or fix it manually. Fixes in earlier files remain.',
        location: { file },
      });
    }
    fixed += together;
  }
  return fixed;
}
