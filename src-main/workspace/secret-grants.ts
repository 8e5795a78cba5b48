import type { RecordStore } from '#main/platform/ports.ts';
import { workspaceFileAt } from '#shared/workspace/index.ts';
import { manifestFile } from './live-manifest.ts';

const ownerKind = 'secret-owner';
const allowanceKind = 'secret-allowance';

/** A file that names a stored secret. */
export interface SecretUse {
  /** Path below the workspace, with `/`. */
  readonly file: string;
  /** The name under which the secret is stored. */
  readonly name: string;
}

/** A person's answer about a use; `waiting`: it is older than the question, and works until it is answered. */
export type UseAnswer = 'allowed' | 'refused' | 'waiting';

/** The relation of a file to a stored secret; `foreign`: it neither owns it nor is allowed to use it. */
export type SecretStanding = 'own' | UseAnswer | 'foreign';

/** The use of a foreign secret by a file, and the decision about it. */
export interface Allowance extends SecretUse {
  readonly answer: UseAnswer;
}

/** Whose the stored secrets are, and who else may use them. What is noted is buffered until the records are committed. */
export interface SecretGrants {
  /** The files that a secret belongs to; null: nobody has noted it yet. */
  owners(name: string): readonly string[] | null;
  standing(use: SecretUse): SecretStanding;
  /** In the order of names and files. */
  allowances(): readonly Allowance[];
  noteOwners(name: string, files: readonly string[]): void;
  noteAnswer(use: SecretUse, answer: UseAnswer): void;
  forgetSecret(name: string): void;
  forgetUse(use: SecretUse): void;
}

/** Whose secrets a file uses: an environment is laid over the settings, and both send as one. */
export function consumerOf(file: string): string {
  return workspaceFileAt(file)?.format.kind === 'environment' ? manifestFile : file;
}

/** Tests whether a file belongs to a client or a user of the server that is hosted here. */
export function isRegistration(file: string): boolean {
  const kind = workspaceFileAt(file)?.format.kind;
  return kind === 'client' || kind === 'user';
}

/** Opens the records of the owners of stored secrets. */
export async function openSecretGrants(records: RecordStore): Promise<SecretGrants> {
  const owners = new Map(
    (await records.list<readonly string[]>(ownerKind)).map(({ id, value }) => [id, value]),
  );
  const answers = new Map(
    (await records.list<Allowance>(allowanceKind)).map(({ value }) => [keyOf(value), value]),
  );

  function forgetUse(use: SecretUse): void {
    if (answers.delete(keyOf(use))) records.remove(allowanceKind, keyOf(use));
  }

  return {
    owners: (name) => owners.get(name) ?? null,
    standing({ file, name }) {
      // Secrets named in these files are compared with those that others send, and never sent.
      if (isRegistration(file)) return 'own';
      const consumer = consumerOf(file);
      if (owners.get(name)?.includes(consumer) === true) return 'own';
      return answers.get(keyOf({ file: consumer, name }))?.answer ?? 'foreign';
    },
    allowances: () => [...answers.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
    noteOwners(name, files) {
      const consumers = [...new Set(files.map(consumerOf))].toSorted();
      owners.set(name, consumers);
      records.put(ownerKind, name, consumers);
    },
    noteAnswer({ file, name }, answer) {
      const allowance: Allowance = { file: consumerOf(file), name, answer };
      answers.set(keyOf(allowance), allowance);
      records.put(allowanceKind, keyOf(allowance), allowance);
    },
    forgetSecret(name) {
      if (owners.delete(name)) records.remove(ownerKind, name);
      for (const use of answers.values()) if (use.name === name) forgetUse(use);
    },
    forgetUse,
  };
}

/** No name of a secret has a space in it. */
function keyOf({ file, name }: SecretUse): string {
  return `${name} ${file}`;
}
