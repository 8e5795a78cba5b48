import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { workspaceFileAt } from '#shared/workspace/index.ts';
import type { ListedFile } from './live-contents.ts';
import { manifestFile } from './live-manifest.ts';
import { consumerOf, type SecretGrants, type SecretUse, type UseAnswer } from './secret-grants.ts';
import { belongsTo } from './secret-names.ts';
import { usersOfSecrets } from './secret-uses.ts';
import type { SecretStore } from './secrets.ts';
import type { Workspace } from './workspace.ts';

/** A workspace as far as owners are found in it. */
type Files = Pick<Workspace, 'files'>;

/**
 * Notes whose the secrets are that were stored before anybody asked: by their names. What else uses them waits for an
 * answer, and works until there is one. What was said of files that are gone is dropped.
 */
export async function settleOwners({ files }: Files, secrets: SecretStore): Promise<void> {
  const { grants } = secrets;
  const unknown = secrets.names().filter((name) => grants.owners(name) === null);
  const users = unknown.length === 0 ? new Map<string, ReadonlySet<string>>() : usersOfSecrets(files);
  for (const name of unknown) {
    const owners = ownersByName(name, files);
    grants.noteOwners(name, owners);
    for (const file of users.get(name) ?? [])
      if (grants.standing({ file, name }) === 'foreign') grants.noteAnswer({ file, name }, 'waiting');
  }
  const isChanged = followFiles(files, secrets);
  if (unknown.length > 0 || isChanged) await secrets.settle();
}

/**
 * Follows the files of a workspace: a new one may own the secrets that are stored for it, and a removed one
 * loses its permissions.
 */
export async function followOwners({ files }: Files, secrets: SecretStore): Promise<void> {
  if (followFiles(files, secrets)) await secrets.settle();
}

function followFiles(files: readonly ListedFile[], { grants, names }: SecretStore): boolean {
  const gone = goneUses(files, grants);
  for (const use of gone) grants.forgetUse(use);
  const claimed = names()
    .filter((name) => grants.owners(name)?.length === 0)
    .map((name) => [name, ownersByName(name, files)] as const)
    .filter(([, owners]) => owners.length > 0);
  for (const [name, owners] of claimed) grants.noteOwners(name, owners);
  return gone.length + claimed.length > 0;
}

/** Answers for files that are gone, and questions about uses that a file has given up: it would have to ask anew. */
function goneUses(files: readonly ListedFile[], grants: SecretGrants): readonly SecretUse[] {
  const allowances = grants.allowances();
  if (allowances.length === 0) return [];
  const present = new Map(files.map((listed) => [listed.file, listed]));
  const users = usersOfSecrets(files);
  return allowances.filter(({ file, name, answer }) => {
    if (file === manifestFile) return false;
    const listed = present.get(file);
    if (listed === undefined) return true;
    // A file that cannot be read may name anything.
    return answer === 'waiting' && listed.document !== null && users.get(name)?.has(file) !== true;
  });
}

/**
 * Stores a secret for a person. A new one belongs to the file that its name speaks of, else to the files that name it at
 * this moment and the one for which it is stored.
 * @returns The files that it belongs to
 */
export async function storeSecret(
  { files }: Files,
  secrets: SecretStore,
  {
    name,
    value,
    file,
  }: { readonly name: string; readonly value: string; readonly file?: string | undefined },
): Promise<readonly string[]> {
  const named = ownersByName(name, files);
  const users = () => [...(usersOfSecrets(files).get(name) ?? []), ...(file === undefined ? [] : [file])];
  await secrets.set(name, value, named.length > 0 ? named : users());
  return secrets.grants.owners(name) ?? [];
}

/** Takes a person's answer to uses of stored secrets. */
export function answerUses(
  secrets: SecretStore,
  uses: readonly SecretUse[],
  answer: Exclude<UseAnswer, 'waiting'>,
): Promise<void> {
  for (const use of uses) secrets.grants.noteAnswer(use, answer);
  return secrets.settle();
}

/**
 * The file that a command line means: a connector by its name, any other file by its path.
 * @throws api.not-found
 */
export function namedConsumer({ files }: Files, named: string): string {
  const found = files.find(
    ({ kind, file }) => file === named || (kind === 'connector' && workspaceFileAt(file)?.name === named),
  );
  if (found !== undefined) return consumerOf(found.file);
  throw new GatehouseError('api.not-found', `The workspace has no connector ${named}.`, {
    fix: 'Run `gatehouse connector list` to see all connectors. Name any other file by its path.',
  });
}

/** That uses wait for an answer; nothing where none does. */
export function waitingUses({ grants }: SecretStore): readonly Problem[] {
  const waiting = grants.allowances().filter(({ answer }) => answer === 'waiting').length;
  if (waiting === 0) return [];
  const what = waiting === 1 ? 'One use of a stored secret needs' : `${waiting} uses of stored secrets need`;
  return [
    new GatehouseError('secret.uses-to-answer', `${what} your decision.`, {
      fix: 'Allow or deny each use in Settings, Secrets. Until then, they continue to work.',
      actions: [{ kind: 'open-secrets' }],
    }).toProblem('notice'),
  ];
}

/** The files that a name speaks of; those that name it where it speaks of several alike. */
function ownersByName(name: string, files: readonly ListedFile[]): readonly string[] {
  const said = files
    .map(({ file, document }) => ({
      file,
      length: belongsTo(name, { file, value: document?.value ?? null }),
    }))
    .filter(({ length }) => length > 0);
  const max = Math.max(...said.map(({ length }) => length));
  const closest = said.filter(({ length }) => length === max).map(({ file }) => file);
  if (closest.length < 2) return closest;
  const users = usersOfSecrets(files).get(name);
  const naming = closest.filter((file) => users?.has(consumerOf(file)) === true);
  return naming.length > 0 ? naming : closest;
}
