import { createHash, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { Client, clientFileSchema, User, userFileSchema } from '#shared/workspace/index.ts';
import { matchesSaltedHash } from './crypto-document.ts';
import type { EntityFile } from './entity-folder.ts';
import { type PasswordCheck, readSecretText, type SecretSource } from './secret-reading.ts';

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text, 'utf8').digest();
const scopesOf = (scope: string): readonly string[] => scope.split(' ').filter((part) => part !== '');
/** No digest equals it: a client whose secret is missing must not become a public one. */
const unmatchable = new Uint8Array(32);

/** The secret of a confidential client, `missing` where it has none that is known, `public` for a public client. */
export function readClientSecret(
  { file, value }: EntityFile<z.output<typeof clientFileSchema>>,
  source: SecretSource,
  problems: Problem[],
): string | Missing {
  const { client_secret: secret, token_endpoint_auth_method: method } = value;
  if (method === 'none' || (method === undefined && secret === undefined)) return publicClient;
  if (secret !== undefined) return readSecretText(secret, source) ?? missingSecret;
  problems.push(
    new GatehouseError('workspace.invalid', `${file}: the method ${method} needs a client_secret.`, {
      fix: 'Add client_secret, or set token_endpoint_auth_method to "none".',
      location: { file, pointer: '/client_secret' },
    }).toProblem(),
  );
  return missingSecret;
}

const publicClient = Symbol('public client');
const missingSecret = Symbol('secret missing');
/** What a client has in place of a known secret. */
export type Missing = typeof publicClient | typeof missingSecret;

function secretDigest(secret: string | Missing): Uint8Array | null {
  if (secret === publicClient) return null;
  return typeof secret === 'string' ? sha256(secret) : unmatchable;
}

/** A client from its file and its secret, of which the digest alone is kept. RFC 7591 §2 */
export function toClient(value: z.output<typeof clientFileSchema>, secret: string | Missing): Client {
  const grantTypes = new Set(value.grant_types);
  return {
    clientId: value.client_id,
    clientName: value.client_name ?? value.client_id,
    secretSha256: secretDigest(secret),
    redirectUris: value.redirect_uris,
    grantTypes,
    responseTypes: new Set(value.response_types ?? (grantTypes.has('authorization_code') ? ['code'] : [])),
    scopes: scopesOf(value.scope),
    rollRefreshTokens: value.roll_refresh_tokens,
    requirePkce: value.require_pkce,
    accessTokenLifetimeSeconds: value.access_token_lifetime_seconds,
    refreshTokenLifetimeSeconds: value.refresh_token_lifetime_seconds,
    skipConsent: value.skip_consent ?? false,
  };
}

/** A user from the file; without a password nobody can sign in as that user. */
export function toUser(
  { username, claims }: z.output<typeof userFileSchema>,
  password: PasswordCheck | null,
): User {
  if (typeof password === 'object' && password !== null)
    return { username, claims, verifyPassword: async (given) => matchesSaltedHash(password, given) };
  const expected = password === null ? unmatchable : sha256(password);
  return {
    username,
    claims,
    verifyPassword: async (given) => timingSafeEqual(sha256(given), expected),
  };
}
