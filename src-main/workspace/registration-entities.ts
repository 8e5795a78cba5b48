import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { PasswordHasher } from '#main/platform/password-hash.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { isPublicRegistration } from '#shared/oauth/index.ts';
import {
  type Client,
  type clientFileSchema,
  clientOfMetadata,
  type User,
  type userFileSchema,
} from '#shared/workspace/index.ts';
import { matchesSaltedHash } from './crypto-document.ts';
import type { EntityFile } from './entity-folder.ts';
import { type FileSecrets, type PasswordCheck, readSecretText } from './secret-reading.ts';

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text, 'utf8').digest();
/** No digest equals it: a client whose secret is missing must not become a public one. */
const unmatchable = new Uint8Array(32);

/** The secret of a client, or what stands for it: it needs none, or it has none that is known. */
export function readClientSecret(
  { file, value }: EntityFile<z.output<typeof clientFileSchema>>,
  secrets: FileSecrets,
  problems: Problem[],
): string | Missing {
  const { client_secret: secret, token_endpoint_auth_method: method } = value;
  const isByKey = method === 'private_key_jwt' && secret === undefined;
  if (isByKey || isPublicRegistration(method, secret !== undefined)) return noSecret;
  if (secret !== undefined) return readSecretText(secret, secrets) ?? missingSecret;
  problems.push(
    new GatehouseError(
      'workspace.invalid',
      `${file}: the client authentication method ${method} requires a client_secret.`,
      {
        fix: 'Add client_secret, or set token_endpoint_auth_method to "none".',
        location: { file, pointer: '/client_secret' },
      },
    ).toProblem(),
  );
  return missingSecret;
}

const noSecret = Symbol('no secret');
const missingSecret = Symbol('secret missing');
/** The placeholder that a client has instead of a known secret. */
export type Missing = typeof noSecret | typeof missingSecret;

function secretDigest(secret: string | Missing): Uint8Array | null {
  if (secret === noSecret) return null;
  return typeof secret === 'string' ? sha256(secret) : unmatchable;
}

/** A client from its file and its secret, of which the digest alone is kept. RFC 7591 §2 */
export function toClient(value: z.output<typeof clientFileSchema>, secret: string | Missing): Client {
  return clientOfMetadata(value, secretDigest(secret));
}

type MakeUser = (
  file: z.output<typeof userFileSchema>,
  password: PasswordCheck | null,
  pin: PasswordCheck | null,
) => User;

/** Makes users of their files; without a password nobody can sign in as one. */
export function userMaker(passwords: PasswordHasher): MakeUser {
  return ({ username, claims }, password, pin) => ({
    username,
    claims,
    verifyPassword: verifierOf(password, passwords),
    verifyPin: verifierOf(pin, passwords),
  });
}

/** Every verification takes the time of one scrypt, off the thread, also where nothing can match. */
function verifierOf(
  check: PasswordCheck | null,
  passwords: PasswordHasher,
): (given: string) => Promise<boolean> {
  if (typeof check === 'object' && check !== null) return async (given) => matchesSaltedHash(check, given);
  let kept: Promise<string> | null = null;
  return async (given) => {
    kept ??= passwords.hash(check ?? '');
    const verdict = await passwords.verify(given, await kept);
    return verdict !== 'wrong' && check !== null;
  };
}
