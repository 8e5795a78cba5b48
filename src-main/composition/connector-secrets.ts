import { isDeepStrictEqual } from 'node:util';
import type { DocumentSecrets, SystemDocument } from '#main/services/connectors/index.ts';
import { isJsonObject, type SecretValue, valueAt } from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import {
  type FileSecrets,
  neededSecret,
  notAllowed,
  readSecretText,
  type Workspace,
} from '../workspace/index.ts';

/** The stored secrets that a connector may use; `file` is null for a configuration that came with a request. */
export function documentSecrets(
  { secretsOf, secretSource }: Pick<Workspace, 'secretsOf' | 'secretSource'>,
  file: string | null,
): DocumentSecrets {
  if (file === null)
    return {
      // A configuration from a request owns no secret: only values written in it can be read.
      read: (value) => (neededSecret(value) === null ? readSecretText(value, nothing) : null),
      refusal: (value) => {
        const name = neededSecret(value);
        return name !== null && secretSource.isStored(name) ? notOfSent(name) : null;
      },
    };
  const secrets = secretsOf(file);
  return {
    read: (value) => readSecretText(value, secrets),
    refusal: (value) => refusalOf(value, file, secrets),
  };
}

function refusalOf(value: SecretValue, file: string, secrets: FileSecrets) {
  const name = neededSecret(value);
  if (name === null || !secrets.isStored(name) || secrets.isPermitted(name)) return null;
  const {
    code,
    severity,
    message,
    fix = '',
    actions = [],
  } = notAllowed({ file, name: secrets.storedName(name) }, secrets.owners(name));
  return { code, severity, message, fix, actions };
}

function notOfSent(name: string) {
  return {
    code: 'secret.not-allowed',
    severity: 'error',
    message: `A configuration that comes with a request cannot use the stored secret ${name}, unless it sends requests where the connector’s file does.`,
    fix: 'Save it as the connector’s file, and test that.',
  } as const;
}

/** Gives no secret away. */
const nothing: FileSecrets = {
  resolve: () => null,
  storedName: (name) => name,
  isStored: () => false,
  isPermitted: () => false,
  owners: () => [],
};

/** Settings in which a configuration from a request may differ from its file: none of them changes where requests go. */
const harmless: ReadonlySet<string> = new Set([
  'connectionTimeout',
  'maximumConnections',
  'disableHttpCompression',
  'userAgent',
]);

/**
 * Returns the file of which the sent configuration is a version, or null. Being allowed to send a configuration
 * does not include deciding where the secrets of that file go.
 */
export function sentVersionOf(documents: readonly SystemDocument[], sent: JsonValue): string | null {
  const name = valueAt(sent, ['name']);
  const found = documents.find((document) => document.name === name);
  return found !== undefined && isDeepStrictEqual(whereItLeads(found.value), whereItLeads(sent))
    ? found.file
    : null;
}

function whereItLeads(document: JsonValue): JsonValue {
  const properties = valueAt(document, ['configurationProperties']) ?? null;
  if (!isJsonObject(properties)) return properties;
  return Object.fromEntries(Object.entries(properties).filter(([member]) => !harmless.has(member)));
}
