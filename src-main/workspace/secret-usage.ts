import type { Secret } from '#shared/api/index.ts';
import {
  isClearSecret,
  type JsonPath,
  parseSecretValue,
  secretPlaces,
  secretValueSchema,
  toPointer,
  valueAt,
} from '#shared/workspace/index.ts';
import { keySecretOf } from './crypto-document.ts';
import type { ListedFile } from './live-contents.ts';
import type { SecretStore } from './secrets.ts';
import type { Workspace } from './workspace.ts';

/** The secrets that are stored, and those that files name and nobody has stored, in the order of their names. */
export function listSecrets(workspace: Workspace, secrets: SecretStore): readonly Secret[] {
  const uses = new Map<string, string[]>();
  for (const file of workspace.files)
    for (const { name, path } of usesIn(file, workspace)) {
      const places = uses.get(name) ?? [];
      places.push(`${file.file} ${toPointer(path)}`);
      uses.set(name, places);
    }
  const stored = new Set(secrets.names());
  return [...new Set([...stored, ...uses.keys()])].toSorted().map((name) => ({
    name,
    isStored: stored.has(name),
    usedBy: uses.get(name) ?? [],
  }));
}

interface Use {
  readonly name: string;
  readonly path: JsonPath;
}

function usesIn({ kind, document }: ListedFile, { secretSource }: Workspace): readonly Use[] {
  if (document === null) return [];
  const members = secretPlaces(kind, document.value).flatMap((path): readonly Use[] => {
    const value = valueAt(document.value, path);
    const parsed = secretValueSchema.safeParse(value);
    if (!parsed.success || isClearSecret(kind, value)) return [];
    const secret = parseSecretValue(parsed.data);
    if ('text' in secret) return [];
    const name = 'name' in secret ? secret.name : keySecretOf(secret.crypto);
    return name === null ? [] : [{ name: secretSource.storedName(name), path }];
  });
  return kind === 'environment' ? [...members, ...mappingsIn(document.value)] : members;
}

/** An environment names the stored secrets that it puts in the places of others. */
function mappingsIn(document: Parameters<typeof valueAt>[0]): readonly Use[] {
  const mapping = valueAt(document, ['secrets']);
  return Object.entries(mapping ?? {}).flatMap(([nameInFiles, name]) =>
    typeof name === 'string' ? [{ name, path: ['secrets', nameInFiles] }] : [],
  );
}
