import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceFormats } from '#shared/workspace/index.ts';

/** Paths of all files of a workspace, in order; hidden and temporary ones are left out. */
export function listWorkspaceFiles(directory: string): readonly string[] {
  return Object.values(workspaceFormats)
    .flatMap(({ folder, fileName }) =>
      namesIn(join(directory, folder))
        .filter((name) => fileName.test(name))
        .map((name) => (folder === '' ? name : `${folder}/${name}`)),
    )
    .toSorted();
}

/** Paths of JSON files that lie in the folders of a workspace under names that no format has. */
export function listStrangers(directory: string): readonly string[] {
  return Object.values(workspaceFormats)
    .filter(({ folder }) => folder !== '')
    .flatMap(({ folder, fileName }) =>
      namesIn(join(directory, folder))
        .filter((name) => name.endsWith('.json') && !name.startsWith('.') && !fileName.test(name))
        .map((name) => `${folder}/${name}`),
    )
    .toSorted();
}

function namesIn(folder: string): readonly string[] {
  try {
    if (!lstatSync(folder).isDirectory()) return [];
    return readdirSync(folder);
  } catch {
    return [];
  }
}
