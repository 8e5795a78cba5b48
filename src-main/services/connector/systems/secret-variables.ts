import { guardedProperties } from '#shared/connector/index.ts';
import {
  isClearSecret,
  parseSecretValue,
  type SecretValue,
  secretPlaces,
  type Variables,
  valueAt,
} from '#shared/workspace/index.ts';
import type { SystemDocument } from './systems.ts';

const guarded: ReadonlySet<string> = new Set(guardedProperties);

/**
 * The stored secrets that header fields, parameters and bodies of connectors name, as variables: only the properties
 * that are secrets themselves are read when they are used.
 */
export function secretVariables(
  documents: readonly Pick<SystemDocument, 'value'>[],
  readSecret: (value: SecretValue) => string | null,
): Variables {
  const found = documents.flatMap(({ value: document }) =>
    secretPlaces('connector', document).flatMap((path): (readonly [string, string])[] => {
      const value = valueAt(document, path);
      if (typeof value !== 'string' || guarded.has(String(path[1])) || isClearSecret('connector', value))
        return [];
      const secret = parseSecretValue(value);
      const text = 'name' in secret ? readSecret(value) : null;
      return 'name' in secret && text !== null ? [[secret.name, text]] : [];
    }),
  );
  return Object.fromEntries(found);
}
