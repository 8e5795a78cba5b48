import { GatehouseError, type Problem, type ProblemLocation } from '#shared/errors/index.ts';
import {
  type CryptoDocument,
  isClearSecret,
  isPartlyClear,
  parseSecretValue,
  secretPaths,
  secretValueSchema,
  valueAt,
  type WorkspaceFileKind,
  workspaceFileAt,
} from '#shared/workspace/index.ts';
import { decryptDocument, isSaltedHash } from './crypto-document.ts';
import { type JsonDocument, locate } from './json-file.ts';
import { consumerOf, type SecretUse } from './secret-grants.ts';
import { type FileSecrets, neededSecret } from './secret-reading.ts';

/** How grave it is that a file holds a secret in clear. */
export type ClearSecretsAre = 'notice' | 'warning';

/** Returns the problems of the secrets of a file, and its clear-text secrets. */
export function secretProblems(
  kind: WorkspaceFileKind,
  document: JsonDocument,
  secrets: FileSecrets,
  clearSecretsAre: ClearSecretsAre,
): readonly Problem[] {
  return secretPaths(kind, document.value).flatMap((path): readonly Problem[] => {
    const value = valueAt(document.value, path);
    const member = path.join('.');
    if (isClearSecret(kind, value))
      return [inClear(document, member, locate(document, path), clearSecretsAre)];
    if (isPartlyClear(kind, value))
      return [partlyClear(document, member, locate(document, path), clearSecretsAre)];
    const parsed = secretValueSchema.safeParse(value);
    // A text that is neither is an expression, which another part reads.
    if (!parsed.success) return [];
    const secret = parseSecretValue(parsed.data);
    if ('text' in secret) return [];
    const location = locate(document, path);
    const name = neededSecret(parsed.data);
    if (name !== null && secrets.isStored(name) && !secrets.isPermitted(name))
      return [
        notAllowed({ file: document.file, name: secrets.storedName(name) }, secrets.owners(name), location),
      ];
    if ('name' in secret)
      return secrets.isStored(secret.name)
        ? []
        : [unresolved(document.file, secrets.storedName(secret.name), location)];
    if (kind === 'user' && isSaltedHash(secret.crypto)) return [];
    return cryptoProblems(document.file, member, secret.crypto, location, secrets);
  });
}

/** That a file names a stored secret which is neither its own nor allowed to it. */
export function notAllowed(use: SecretUse, owners: readonly string[], location?: ProblemLocation): Problem {
  const { file, name } = use;
  const whose = owners.length === 0 ? '' : ` of ${owners.join(', ')}`;
  const option = `--allow-secret ${consumerName(consumerOf(file))}=${name}`;
  return new GatehouseError(
    'secret.not-allowed',
    `${consumerName(file)} names the secret ${name}${whose}, which it is not allowed to use.`,
    {
      fix: `Store a separate secret under another name. To share this secret, allow it here, in Settings, or with ${option}.`,
      ...(location === undefined ? {} : { location }),
      actions: [{ kind: 'allow-secret', file, name }],
    },
  ).toProblem();
}

/** A connector by its name, any other file by its path: as the command line takes them. */
function consumerName(file: string): string {
  const found = workspaceFileAt(file);
  return found?.format.kind === 'connector' ? found.name : file;
}

function inClear(
  { file }: JsonDocument,
  member: string,
  location: ProblemLocation,
  severity: ClearSecretsAre,
): Problem {
  return new GatehouseError('secret.in-clear', `${file} contains ${member} in clear text.`, {
    fix: 'Store it as a secret and write {"$secret":"name"} instead.',
    location,
    actions: [{ kind: 'seal-file', file }],
  }).toProblem(severity);
}

function partlyClear(
  { file }: JsonDocument,
  member: string,
  location: ProblemLocation,
  severity: ClearSecretsAre,
): Problem {
  return new GatehouseError('secret.in-clear', `${file} contains part of ${member} in clear text.`, {
    fix: 'Store the whole value, or its clear part, as a secret and write &{name} in its place.',
    location,
  }).toProblem(severity);
}

function unresolved(file: string, name: string, location: ProblemLocation): Problem {
  return new GatehouseError('secret.unresolved', `${file} names the secret ${name}, which is not stored.`, {
    fix: `Store a secret under the name ${name}.`,
    location,
    actions: [{ kind: 'store-secret', name, file }],
  }).toProblem();
}

function cryptoProblems(
  file: string,
  member: string,
  crypto: CryptoDocument,
  location: ProblemLocation,
  source: FileSecrets,
): readonly Problem[] {
  const decrypted = decryptDocument(crypto, source.resolve);
  if ('text' in decrypted) return [];
  if ('unreadable' in decrypted)
    return [
      new GatehouseError('secret.crypto-unreadable', `${member} in ${file} cannot be decrypted.`, {
        fix: 'Store the correct key, or store the secret itself and write {"$secret":"name"} instead.',
        location,
        cause: new Error(decrypted.unreadable),
      }).toProblem(),
    ];
  const name = source.storedName(decrypted.keyMissing);
  return [
    new GatehouseError(
      'secret.crypto-key-missing',
      `${member} in ${file} is encrypted with a key that is not stored.`,
      {
        fix: `Store the key in Base64 as the secret ${name}.`,
        location,
        actions: [{ kind: 'store-secret', name, file }],
      },
    ).toProblem(),
  ];
}
