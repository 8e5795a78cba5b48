import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { SignInFile } from '#shared/sign-ins/index.ts';
import { type TargetFile, workspaceFileAt } from '#shared/workspace/index.ts';
import type { EntityFile } from './entity-folder.ts';
import { locate } from './json-file.ts';

/** Warnings of targets that name a sign-in which the workspace does not have. */
export function missingSignIns(
  targets: readonly EntityFile<TargetFile>[],
  signIns: readonly EntityFile<SignInFile>[],
): readonly Problem[] {
  const names = new Set(signIns.map(({ file }) => workspaceFileAt(file)?.name));
  return targets.flatMap(({ file, value, document }) => {
    const name = value.sign_in?.file;
    if (name === undefined || names.has(name)) return [];
    const error = new GatehouseError(
      'sign-in.missing',
      `${file} names the sign-in ${name}, which does not exist.`,
      {
        fix: `Import a sign-in as sign-ins/${name}.json, or remove sign_in.file.`,
        location: locate(document, ['sign_in', 'file']),
      },
    );
    return [error.toProblem('warning')];
  });
}
