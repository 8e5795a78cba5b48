import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Random } from '#shared/time/clock.ts';
import { membersOfFormat } from '#shared/workspace/index.ts';
import { editJson, newJson } from './json-edit.ts';
import { checkDocument, parseJsonDocument, readTextFile } from './json-file.ts';
import type { Workspace } from './workspace.ts';
import { requireWorkspaceFile } from './workspace-file.ts';
import { writeWorkspaceFile } from './write-file.ts';

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
  const { format } = requireWorkspaceFile(file);
  const text = newJson(value, []);
  const document = parseJsonDocument(text, file);
  const checked = 'problem' in document ? document : checkDocument(document.value, format.schema);
  if ('problem' in checked) throw GatehouseError.fromProblem(checked.problem);
  const known = membersOfFormat(format);
  const saved = existsSync(join(workspace.directory, file))
    ? editJson(currentText(workspace.directory, file), value, known)
    : newJson(value, known);
  writeWorkspaceFile(workspace.directory, file, saved, random);
  workspace.rescan(new Set([file]));
}

/** Returns the present content of the file; a broken file is somebody's unfinished work and is not written over. */
function currentText(directory: string, file: string): string {
  const text = readTextFile(directory, file);
  if ('problem' in text) throw GatehouseError.fromProblem(text.problem);
  const document = parseJsonDocument(text.value, file);
  const sound = 'problem' in document ? document : checkDocument(document.value, jsonObject);
  if ('problem' in sound) throw GatehouseError.fromProblem(sound.problem);
  return text.value;
}
