import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { applyEdits, parseTree } from 'jsonc-parser';
import type { z } from 'zod';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { Random } from '#shared/time/clock.ts';
import {
  clientFileSchema,
  parseSecretValue,
  type SecretValue,
  userFileSchema,
} from '#shared/workspace/index.ts';
import { createEntityFolder } from './entity-folder.ts';
import { byteOrderMark, readTextFile } from './json-file.ts';
import type { SecretStore } from './secrets.ts';
import { writeWorkspaceFile } from './write-file.ts';

/** A secret that stands in a file in clear. */
interface ClearSecret {
  readonly file: string;
  readonly member: string;
  /** Under which it is to be stored. */
  readonly name: string;
  readonly text: string;
}

/**
 * Stores every secret that a client or user file holds in clear, and writes its name into the file instead; all else
 * in the file stays byte for byte. Says what was sealed, and what could not be.
 */
export async function sealClearSecrets(
  directory: string,
  secrets: SecretStore,
  random: Random,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const secret of findClearSecrets(directory)) {
    try {
      // Stored before the file is touched: a crash in between loses nothing, and the next start goes on.
      await secrets.set(secret.name, secret.text);
      replaceInFile(directory, secret, random);
      problems.push(sealed(secret));
    } catch (error) {
      if (!(error instanceof GatehouseError)) throw error;
      problems.push(error.toProblem('warning'));
    }
  }
  return problems;
}

function findClearSecrets(directory: string): readonly ClearSecret[] {
  return [
    ...inFolder(directory, 'oauth/clients', clientFileSchema, (client) => ({
      member: 'client_secret',
      value: client.client_secret,
      name: secretName('client', client.client_id),
    })),
    ...inFolder(directory, 'oauth/users', userFileSchema, (user) => ({
      member: 'password',
      value: user.password,
      name: secretName('user', user.username, 'password'),
    })),
  ];
}

function inFolder<Schema extends z.ZodType>(
  directory: string,
  folder: string,
  schema: Schema,
  secretOf: (value: z.output<Schema>) => {
    readonly member: string;
    readonly value: SecretValue | undefined;
    readonly name: string;
  },
): readonly ClearSecret[] {
  const entities = createEntityFolder(directory, folder, schema);
  entities.scan();
  return entities.files().flatMap(({ file, value: entity }) => {
    const { member, value, name } = secretOf(entity);
    const parsed = value === undefined ? null : parseSecretValue(value);
    return parsed === null || !('text' in parsed) ? [] : [{ file, member, name, text: parsed.text }];
  });
}

/** `client.portal-web`, `user.ann.password`; a digest keeps apart what such a name cannot spell. */
function secretName(kind: string, identifier: string, ...member: readonly string[]): string {
  const spelt = identifier.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 80);
  const digest = createHash('sha256').update(identifier).digest('hex').slice(0, 12);
  return [kind, spelt === identifier ? spelt : `${spelt}-${digest}`, ...member].join('.');
}

function replaceInFile(directory: string, { file, member, name, text }: ClearSecret, random: Random): void {
  const written = readTextFile(join(directory, file), file);
  if ('problem' in written) throw GatehouseError.fromProblem(written.problem);
  const mark = written.value.startsWith(byteOrderMark) ? byteOrderMark : '';
  const body = written.value.slice(mark.length);
  // A member that stands twice is replaced twice: the other would go on holding a secret.
  const edits = (parseTree(body, [], { allowTrailingComma: true })?.children ?? [])
    .map(({ children }) => children ?? [])
    .filter(([key, value]) => key?.value === member && value?.type === 'string')
    .flatMap(([, value]) => (value === undefined ? [] : [value]));
  // Another has written the file since it was read: the next start seals what stands there then.
  if (edits.at(-1)?.value !== text) return;
  const content = JSON.stringify({ $secret: name });
  const sealedText = applyEdits(
    body,
    edits.map(({ offset, length }) => ({ offset, length, content })),
  );
  writeWorkspaceFile(directory, file, mark + sealedText, random);
}

function sealed({ file, member, name }: ClearSecret): Problem {
  return new GatehouseError('secret.sealed', `${member} in ${file} is now the stored secret ${name}.`, {
    fix: 'Nothing to do. Where the file lay in version control the former text is still known: change the secret.',
    location: { file, pointer: `/${member}` },
  }).toProblem('notice');
}
