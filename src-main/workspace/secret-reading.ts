import { type CryptoDocument, parseSecretValue, type SecretValue } from '#shared/workspace/index.ts';
import { decryptDocument, isSaltedHash, keySecretOf } from './crypto-document.ts';
import type { SecretUse } from './secret-grants.ts';

/** Gives the text of a stored secret, or null where there is none of that name. */
export type ResolveSecret = (name: string) => string | null;

/** The stored secrets as one file gets at them: its own, and those that a person allowed it. */
export interface FileSecrets {
  /** The text of the stored secret that the file names so; null where there is none, or none for this file. */
  resolve(nameInFile: string): string | null;
  /** The name under which it is stored. */
  storedName(nameInFile: string): string;
  isStored(nameInFile: string): boolean;
  /** Returns true if the file may have the secret, stored or not. */
  isPermitted(nameInFile: string): boolean;
  /** The files that it belongs to. */
  owners(nameInFile: string): readonly string[];
}

/** Where secrets come from while one environment is in force. */
export interface SecretSource {
  /** The name under which a secret is stored that files name so. */
  storedName(nameInFiles: string): string;
  isStored(nameInFiles: string): boolean;
  /** The text of a secret that a person has chosen by its name, whosever it is. */
  resolveChosen(nameInFiles: string): string | null;
  of(file: string): FileSecrets;
}

/** Parts from which a source is made. */
export interface SecretSourceParts {
  readonly resolveSecret: ResolveSecret;
  /** The names in the current environment, by the names in files. */
  readonly mapping: () => Readonly<Record<string, string>>;
  readonly isPermitted: (use: SecretUse) => boolean;
  readonly owners: (name: string) => readonly string[];
}

/**
 * The stored secrets as the files name them, with the names of an environment put in place of theirs. Who may have one is
 * asked of the name under which it is stored: an environment leads nobody to the secret of another.
 */
export function secretSource({
  resolveSecret,
  mapping,
  isPermitted,
  owners,
}: SecretSourceParts): SecretSource {
  const storedName = (name: string) => {
    const names = mapping();
    return Object.hasOwn(names, name) ? (names[name] ?? name) : name;
  };
  const resolveChosen = (name: string) => resolveSecret(storedName(name));
  const isStored = (name: string) => resolveChosen(name) !== null;
  return {
    storedName,
    isStored,
    resolveChosen,
    of(file) {
      const permits = (name: string) => isPermitted({ file, name: storedName(name) });
      return {
        storedName,
        isStored,
        isPermitted: permits,
        owners: (name) => owners(storedName(name)),
        resolve: (name) => (permits(name) ? resolveChosen(name) : null),
      };
    },
  };
}

/** The text of a secret value; null where it cannot be had. */
export function readSecretText(value: SecretValue, secrets: FileSecrets): string | null {
  const parsed = parseSecretValue(value);
  if ('text' in parsed) return parsed.text;
  if ('name' in parsed) return secrets.resolve(parsed.name);
  const decrypted = decryptDocument(parsed.crypto, secrets.resolve);
  return 'text' in decrypted ? decrypted.text : null;
}

/** The name of the stored secret that a value needs, as the file names it; null where it needs none. */
export function neededSecret(value: SecretValue): string | null {
  const parsed = parseSecretValue(value);
  if ('text' in parsed) return null;
  return 'name' in parsed ? parsed.name : keySecretOf(parsed.crypto);
}

/** The means of verifying a password: its text, or a hash of it. */
export type PasswordCheck = string | CryptoDocument;

/** Reads the means of verifying the password that a file holds; null where there is none. */
export function readPasswordCheck(value: SecretValue, secrets: FileSecrets): PasswordCheck | null {
  const parsed = parseSecretValue(value);
  return 'crypto' in parsed && isSaltedHash(parsed.crypto) ? parsed.crypto : readSecretText(value, secrets);
}
