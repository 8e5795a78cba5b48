import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { Random } from '#shared/time/clock.ts';
import { toPointer } from '#shared/workspace/index.ts';
import { type ClearSecret, findClearSecrets, referToStored } from './clear-secrets.ts';
import { parseJsonDocument, readTextFile } from './json-file.ts';
import { listWorkspaceFiles } from './list-files.ts';
import type { SecretStore } from './secrets.ts';
import { writeWorkspaceFile } from './write-file.ts';

/**
 * Stores every clear-text secret of a file of the workspace, and writes its name into the file instead; all
 * else in the file stays byte for byte. Reports the sealed ones and the failures.
 */
export async function sealClearSecrets(
  directory: string,
  secrets: SecretStore,
  random: Random,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const file of listWorkspaceFiles(directory)) {
    try {
      problems.push(...(await sealFile(directory, file, secrets, random)));
    } catch (error) {
      if (!(error instanceof GatehouseError)) throw error;
      problems.push(error.toProblem('warning'));
    }
  }
  return problems;
}

/**
 * Stores the secrets that a text of the file holds in clear.
 * @returns The text with their names in their places.
 */
export async function sealText(file: string, text: string, secrets: SecretStore): Promise<string> {
  const found = findClearSecrets(file, text, secrets.grants);
  // Stored before the file is touched: a crash in between loses nothing, and the next start goes on.
  await secrets.setAll(
    new Map(found.map(({ storedName, text: secret }) => [storedName, secret])),
    new Map(found.map(({ storedName }) => [storedName, [file]])),
  );
  return referToStored(file, text, found);
}

async function sealFile(
  directory: string,
  file: string,
  secrets: SecretStore,
  random: Random,
): Promise<readonly Problem[]> {
  const read = readTextFile(directory, file);
  // Faults of the file are reported where it is read; a broken one is somebody's unfinished work.
  if ('problem' in read || 'problem' in parseJsonDocument(read.value, file)) return [];
  const found = findClearSecrets(file, read.value, secrets.grants);
  if (found.length === 0) return [];
  const sealed = await sealText(file, read.value, secrets);
  const now = readTextFile(directory, file);
  // Somebody has written the file since it was read: the next start seals its new content.
  if ('problem' in now || now.value !== read.value) return [];
  writeWorkspaceFile(directory, file, sealed, random);
  return found.map((secret) => sealedNotice(file, secret));
}

function sealedNotice(file: string, { path, storedName }: ClearSecret): Problem {
  return new GatehouseError(
    'secret.sealed',
    `${path.join('.')} in ${file} is now the stored secret ${storedName}.`,
    {
      fix: 'No action needed. If this file was ever committed, rotate the secret.',
      location: { file, pointer: toPointer(path) },
    },
  ).toProblem('notice');
}
