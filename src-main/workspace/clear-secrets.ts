import { createHash } from 'node:crypto';
import {
  isClearSecret,
  isJsonObject,
  type JsonPath,
  type JsonValue,
  secretPlaces,
  secretReference,
  valueAt,
  type WorkspaceFileKind,
  workspaceFileAt,
} from '#shared/workspace/index.ts';
import { replaceValues, tolerantValue } from './json-text.ts';

/** A secret that stands in a file in clear. */
export interface ClearSecret {
  readonly path: JsonPath;
  readonly text: string;
  /** The name under which it is to be stored. */
  readonly storedName: string;
}

/** The secrets that a text of the file holds in clear. */
export function findClearSecrets(file: string, text: string): readonly ClearSecret[] {
  const found = workspaceFileAt(file);
  const document = tolerantValue(text);
  if (found === null || document === undefined) return [];
  const { kind } = found.format;
  return secretPlaces(kind, document).flatMap((path) => {
    const value = valueAt(document, path);
    return isClearSecret(kind, value)
      ? [{ path, text: value, storedName: storedNameOf(kind, found.name, document, path) }]
      : [];
  });
}

/** The text with a reference in the place of each of these secrets. */
export function referToStored(file: string, text: string, secrets: readonly ClearSecret[]): string {
  const kind = workspaceFileAt(file)?.format.kind ?? 'manifest';
  return replaceValues(
    text,
    secrets.map(({ path, storedName }) => ({ path, value: secretReference(kind, storedName) })),
  );
}

/** `client.portal-web`, `user.ann.password`, `connector.hr.clientSecret`. */
function storedNameOf(
  kind: WorkspaceFileKind,
  fileName: string,
  document: JsonValue,
  path: JsonPath,
): string {
  const identifier = (member: string) => {
    const value = isJsonObject(document) ? document[member] : undefined;
    return typeof value === 'string' && value !== '' ? value : fileName;
  };
  const member = spelt(path.filter((step) => !surroundings.has(step)).join('.'));
  if (kind === 'client') return `client.${spelt(identifier('client_id'))}`;
  if (kind === 'user') return `user.${spelt(identifier('username'))}.${member}`;
  if (kind === 'manifest') return `settings.${member}`;
  return `${kind}.${spelt(fileName).slice(0, 40)}.${member}`;
}

const surroundings: ReadonlySet<string | number> = new Set([
  'services',
  'network',
  'configurationProperties',
]);

/** A digest keeps apart what the name of a secret cannot spell. */
function spelt(identifier: string): string {
  const name = identifier.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 60);
  if (name === identifier) return name;
  return `${name}-${createHash('sha256').update(identifier).digest('hex').slice(0, 12)}`;
}
