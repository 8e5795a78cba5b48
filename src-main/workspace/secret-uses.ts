import {
  isClearSecret,
  isJsonObject,
  type JsonPath,
  secretPaths,
  secretValueSchema,
  valueAt,
} from '#shared/workspace/index.ts';
import type { ListedFile } from './live-contents.ts';
import { consumerOf } from './secret-grants.ts';
import { neededSecret } from './secret-reading.ts';

/** A place of a file that needs a stored secret. */
export interface NamedSecret {
  /** As the file names it: an environment may put another name in its place. */
  readonly name: string;
  readonly path: JsonPath;
}

/** The stored secrets that a file needs, where it names them. */
export function secretsNamedIn({ kind, document }: ListedFile): readonly NamedSecret[] {
  if (document === null) return [];
  return secretPaths(kind, document.value).flatMap((path): readonly NamedSecret[] => {
    const value = valueAt(document.value, path);
    const parsed = secretValueSchema.safeParse(value);
    if (!parsed.success || isClearSecret(kind, value)) return [];
    const name = neededSecret(parsed.data);
    return name === null ? [] : [{ name, path }];
  });
}

/** The stored secrets that an environment puts in the places of others. */
export function mappedSecrets({ kind, document }: ListedFile): readonly NamedSecret[] {
  const mapping = kind === 'environment' ? valueAt(document?.value ?? null, ['secrets']) : undefined;
  return Object.entries(isJsonObject(mapping) ? mapping : {}).flatMap(([nameInFiles, name]) =>
    typeof name === 'string' ? [{ name, path: ['secrets', nameInFiles] }] : [],
  );
}

/** The files that use each stored secret, with no environment or with any of them. */
export function usersOfSecrets(files: readonly ListedFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, string[]>();
  for (const { name, path } of files.flatMap(mappedSecrets)) {
    const nameInFiles = String(path[1]);
    places.set(nameInFiles, [...(places.get(nameInFiles) ?? []), name]);
  }
  const users = new Map<string, Set<string>>();
  for (const file of files)
    for (const { name } of secretsNamedIn(file))
      for (const stored of [name, ...(places.get(name) ?? [])]) {
        const known = users.get(stored) ?? new Set();
        users.set(stored, known.add(consumerOf(file.file)));
      }
  return users;
}
