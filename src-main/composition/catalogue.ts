import { join } from 'node:path';
import { loadAttackFiles } from '#main/services/attacks/index.ts';
import type { AttackFile } from '#shared/attacks/index.ts';
import type { EnginePorts } from './ports.ts';

/** The catalogue of attacks, read at the first use. */
export interface Catalogue {
  files(): readonly AttackFile[];
  /** The ids of its cases. */
  ids(): ReadonlySet<string>;
}

/** Finds the catalogue beside the sample workspace. */
export function createCatalogue({ sampleWorkspace }: Pick<EnginePorts, 'sampleWorkspace'>): Catalogue {
  let read: readonly AttackFile[] | null = null;
  const files = () => (read ??= loadAttackFiles(join(sampleWorkspace, '..', 'attacks')));
  return { files, ids: () => caseIds(files()) };
}

/** The ids of the cases of files. */
export function caseIds(files: readonly AttackFile[]): ReadonlySet<string> {
  return new Set(files.flatMap(({ cases }) => cases.map(({ id }) => id)));
}
