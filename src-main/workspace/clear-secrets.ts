import {
  isClearSecret,
  type JsonPath,
  type JsonValue,
  secretPaths,
  secretReference,
  valueAt,
  workspaceFileAt,
} from '#shared/workspace/index.ts';
import { replaceValues, tolerantValue } from './json-text.ts';
import { consumerOf, type SecretGrants } from './secret-grants.ts';
import { otherNameOf, storedNameOf } from './secret-names.ts';

/** A clear-text secret in a file. */
export interface ClearSecret {
  readonly path: JsonPath;
  readonly text: string;
  /** The name under which it is to be stored. */
  readonly storedName: string;
}

/** The secrets that a text of the file holds in clear; none gets the name of a secret that belongs to another file. */
export function findClearSecrets(
  file: string,
  text: string,
  grants?: Pick<SecretGrants, 'owners'>,
): readonly ClearSecret[] {
  const found = workspaceFileAt(file);
  const document = tolerantValue(text);
  if (found === null || document === undefined) return [];
  const { kind } = found.format;
  return secretPaths(kind, document).flatMap((path) => {
    const value = valueAt(document, path);
    if (!isClearSecret(kind, value)) return [];
    const name = storedNameOf({ file, value: document }, path);
    const owners = grants?.owners(name) ?? [];
    const isFree = owners.length === 0 || owners.includes(consumerOf(file));
    return [{ path, text: textOfSecret(value), storedName: isFree ? name : otherNameOf(name, file) }];
  });
}

/** A structure, such as a JWK, is stored as its JSON. */
function textOfSecret(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The text with a reference in the place of each of these secrets. */
export function referToStored(file: string, text: string, secrets: readonly ClearSecret[]): string {
  const kind = workspaceFileAt(file)?.format.kind ?? 'manifest';
  return replaceValues(
    text,
    secrets.map(({ path, storedName }) => ({ path, value: secretReference(kind, storedName) })),
  );
}
