import { GatehouseError, type Problem, type ProblemLocation } from '#shared/errors/index.ts';
import {
  type CryptoDocument,
  isClearSecret,
  parseSecretValue,
  type SecretValue,
  secretPlaces,
  secretValueSchema,
  valueAt,
  type WorkspaceFileKind,
} from '#shared/workspace/index.ts';
import { decryptDocument, isSaltedHash } from './crypto-document.ts';
import { type JsonDocument, locate } from './json-file.ts';

/** Gives the text of a stored secret, or null where there is none of that name. */
export type ResolveSecret = (name: string) => string | null;

/** How grave it is that a file holds a secret in clear. */
export type ClearSecretsAre = 'notice' | 'warning';

/** Where secrets come from while one environment is in force. */
export interface SecretSource {
  /** The text of the stored secret that files name so. */
  resolve(nameInFiles: string): string | null;
  /** The name under which it is stored. */
  storedName(nameInFiles: string): string;
}

/** The stored secrets as the files name them, with the names of an environment put in place of theirs. */
export function secretSource(
  resolveSecret: ResolveSecret,
  mapping: () => Readonly<Record<string, string>>,
): SecretSource {
  const storedName = (name: string) => {
    const names = mapping();
    return Object.hasOwn(names, name) ? (names[name] ?? name) : name;
  };
  return { storedName, resolve: (name) => resolveSecret(storedName(name)) };
}

/** The text of a secret value; null where it cannot be had. */
export function readSecretText(value: SecretValue, source: SecretSource): string | null {
  const parsed = parseSecretValue(value);
  if ('text' in parsed) return parsed.text;
  if ('name' in parsed) return source.resolve(parsed.name);
  const decrypted = decryptDocument(parsed.crypto, source.resolve);
  return 'text' in decrypted ? decrypted.text : null;
}

/** What verifies a password: its text, or a hash of it. */
export type PasswordCheck = string | CryptoDocument;

/** What verifies the password that a file holds; null where nothing does. */
export function readPasswordCheck(value: SecretValue, source: SecretSource): PasswordCheck | null {
  const parsed = parseSecretValue(value);
  return 'crypto' in parsed && isSaltedHash(parsed.crypto) ? parsed.crypto : readSecretText(value, source);
}

/** What is wrong with the secrets of a file, and which of them stand in it in clear. */
export function secretProblems(
  kind: WorkspaceFileKind,
  document: JsonDocument,
  source: SecretSource,
  clearSecretsAre: ClearSecretsAre,
): readonly Problem[] {
  return secretPlaces(kind, document.value).flatMap((path): readonly Problem[] => {
    const value = valueAt(document.value, path);
    const member = path.join('.');
    if (isClearSecret(kind, value))
      return [inClear(document, member, locate(document, path), clearSecretsAre)];
    const parsed = secretValueSchema.safeParse(value);
    // A text that is neither is an expression, which another part reads.
    if (!parsed.success) return [];
    const secret = parseSecretValue(parsed.data);
    if ('text' in secret) return [];
    if ('name' in secret)
      return source.resolve(secret.name) === null
        ? [unresolved(document.file, source.storedName(secret.name), locate(document, path))]
        : [];
    if (kind === 'user' && isSaltedHash(secret.crypto)) return [];
    return cryptoProblems(document.file, member, secret.crypto, locate(document, path), source);
  });
}

function inClear(
  { file }: JsonDocument,
  member: string,
  location: ProblemLocation,
  severity: ClearSecretsAre,
): Problem {
  return new GatehouseError('secret.in-clear', `${file} holds ${member} in clear text.`, {
    fix: 'Store it as a secret and write {"$secret":"name"} instead.',
    location,
    actions: [{ kind: 'seal-file', file }],
  }).toProblem(severity);
}

function unresolved(file: string, name: string, location: ProblemLocation): Problem {
  return new GatehouseError('secret.unresolved', `${file} names the secret ${name}, which is not stored.`, {
    fix: `Store a secret under the name ${name}.`,
    location,
    actions: [{ kind: 'store-secret', name }],
  }).toProblem();
}

function cryptoProblems(
  file: string,
  member: string,
  crypto: CryptoDocument,
  location: ProblemLocation,
  source: SecretSource,
): readonly Problem[] {
  const decrypted = decryptDocument(crypto, source.resolve);
  if ('text' in decrypted) return [];
  if ('unreadable' in decrypted)
    return [
      new GatehouseError('secret.crypto-unreadable', `${member} in ${file} cannot be opened.`, {
        fix: 'Store the right key, or store the secret itself and write {"$secret":"name"} instead.',
        location,
        cause: new Error(decrypted.unreadable),
      }).toProblem(),
    ];
  const name = source.storedName(decrypted.keyMissing);
  return [
    new GatehouseError(
      'secret.crypto-key-missing',
      `${member} in ${file} is encrypted under a key that is not stored.`,
      {
        fix: `Store the key, in Base64, as the secret ${name}.`,
        location,
        actions: [{ kind: 'store-secret', name }],
      },
    ).toProblem(),
  ];
}
