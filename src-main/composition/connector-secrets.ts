import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type SecretValue, valueAt } from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { DocumentSecrets, SystemDocument } from '../services/connector/index.ts';
import {
  type FileSecrets,
  neededSecret,
  notAllowed,
  readSecretText,
  type Workspace,
} from '../workspace/index.ts';

/** The stored secrets that the document of a connector may have; null: those of a document that is no file's. */
export function documentSecrets(
  { secretsOf, secretSource }: Pick<Workspace, 'secretsOf' | 'secretSource'>,
  file: string | null,
): DocumentSecrets {
  if (file === null)
    return {
      // What is sent belongs to nobody: only what stands in it is had.
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
    message: `A configuration that is sent here gets no stored secret such as ${name}, unless it leads where the file of that connector does.`,
    fix: 'Save it as the file of the connector, and test that.',
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

/** What may differ between a file and a version of it that is sent: nothing of it says where requests go. */
const harmless: ReadonlySet<string> = new Set([
  'connectionTimeout',
  'maximumConnections',
  'disableHttpCompression',
  'userAgent',
]);

/**
 * The file of which a configuration that is sent is a version: who may send one is not who may say where the secrets of
 * that file go. null: it is none.
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
