import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { PasswordHasher } from '#main/platform/password-hash.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { isPublicRegistration } from '#shared/oauth/index.ts';
import type { Client, clientFileSchema, User, userFileSchema } from '#shared/workspace/index.ts';
import { matchesSaltedHash } from './crypto-document.ts';
import type { EntityFile } from './entity-folder.ts';
import { type FileSecrets, type PasswordCheck, readSecretText } from './secret-reading.ts';

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text, 'utf8').digest();
const scopesOf = (scope: string): readonly string[] => scope.split(' ').filter((part) => part !== '');
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
  const grantTypes = new Set(value.grant_types);
  return {
    clientId: value.client_id,
    clientName: value.client_name ?? value.client_id,
    isPublic: isPublicRegistration(value.token_endpoint_auth_method, value.client_secret !== undefined),
    secretSha256: secretDigest(secret),
    authentication: value.token_endpoint_auth_method,
    assertionAlgorithm: value.token_endpoint_auth_signing_alg,
    keys: { inline: value.jwks?.keys ?? [], uri: value.jwks_uri },
    redirectUris: value.redirect_uris,
    grantTypes,
    responseTypes: new Set(value.response_types ?? (grantTypes.has('authorization_code') ? ['code'] : [])),
    scopes: scopesOf(value.scope),
    rollRefreshTokens: value.roll_refresh_tokens,
    requirePkce: value.require_pkce,
    accessTokenLifetimeSeconds: value.access_token_lifetime_seconds,
    refreshTokenLifetimeSeconds: value.refresh_token_lifetime_seconds,
    skipConsent: value.skip_consent ?? false,
    accessTokenFormat: value.access_token_format,
    accessTokenAlgorithm: value.access_token_signed_response_alg,
    idTokenAlgorithm: value.id_token_signed_response_alg ?? 'RS256',
    audiences: value.audience ?? [],
    dpopBoundAccessTokens: value.dpop_bound_access_tokens ?? false,
    requestObject: {
      algorithm: value.request_object_signing_alg,
      isRequired: value.require_signed_request_object ?? false,
      uris: value.request_uris ?? [],
    },
    requiresPush: value.require_pushed_authorization_requests ?? false,
    responseAlgorithm: value.authorization_signed_response_alg ?? 'RS256',
    logout: {
      redirectUris: value.post_logout_redirect_uris ?? [],
      backchannelUri: value.backchannel_logout_uri,
    },
    identityProvider: value.identity_provider,
    applicationType: value.application_type ?? 'web',
  };
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
