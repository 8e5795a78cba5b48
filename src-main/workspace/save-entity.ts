import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Random } from '#shared/time/clock.ts';
import { clientFileSchema, manifestSchema, userFileSchema } from '#shared/workspace/index.ts';
import { editJson, newJson } from './json-edit.ts';
import { parseJsonText, readTextFile } from './json-file.ts';
import type { Workspace } from './workspace.ts';
import { writeWorkspaceFile } from './write-file.ts';

/** The schema of a file by where it lies. */
const schemas = [
  { files: /^oauth\/clients\/[^/]+\.json$/, schema: clientFileSchema },
  { files: /^oauth\/users\/[^/]+\.json$/, schema: userFileSchema },
  { files: /^gatehouse\.json$/, schema: manifestSchema },
] as const;

const jsonObject = z.looseObject({});

/**
 * Saves one entity into its file and takes it up at once. Comments and members that the format does not know stay as
 * they are in the file; a known member that `value` lacks is removed from it.
 * @throws workspace.invalid, workspace.syntax, workspace.outside, workspace.unwritable
 */
export function saveEntity(
  workspace: Workspace,
  file: string,
  value: Readonly<Record<string, unknown>>,
  random: Random,
): void {
  const schema = schemas.find(({ files }) => files.test(file))?.schema;
  if (schema === undefined)
    throw new GatehouseError('workspace.outside', `${file} is no entity file of a workspace.`, {
      fix: 'Save clients in oauth/clients, users in oauth/users and the settings in gatehouse.json.',
      location: { file },
    });
  const checked = parseJsonText(JSON.stringify(value), file, schema);
  if ('problem' in checked) throw GatehouseError.fromProblem(checked.problem);
  const known = Object.keys(schema.shape);
  const text = existsSync(join(workspace.directory, file))
    ? editJson(currentText(workspace.directory, file), value, known)
    : newJson(value, known);
  writeWorkspaceFile(workspace.directory, file, text, random);
  workspace.rescan(new Set([file]));
}

/** What stands in the file now; one that is broken is somebody's unfinished work and is not written over. */
function currentText(directory: string, file: string): string {
  const text = readTextFile(join(directory, file), file);
  if ('problem' in text) throw GatehouseError.fromProblem(text.problem);
  const sound = parseJsonText(text.value, file, jsonObject);
  if ('problem' in sound) throw GatehouseError.fromProblem(sound.problem);
  return text.value;
}
