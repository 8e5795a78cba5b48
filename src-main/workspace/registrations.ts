import { createHash, timingSafeEqual } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import {
  type Client,
  clientFileSchema,
  parseSecretValue,
  type Registrations,
  type SecretValue,
  type User,
  userFileSchema,
} from '#shared/workspace/index.ts';
import { readJsonFile } from './json-file.ts';

/** Gives the text of a stored secret, or null where there is none of that name. */
export type ResolveSecret = (name: string) => string | null;

/** Secrets in clear for the engine's own clients: they never leave it. */
export interface Credentials {
  readonly clientSecret: (clientId: string) => string | null;
  readonly userPassword: (username: string) => string | null;
}

/** What a folder of registrations holds, and what is wrong in it. */
export interface RegistrationsResult {
  readonly registrations: Registrations;
  readonly credentials: Credentials;
  readonly problems: readonly Problem[];
}

/** Reads `oauth/clients` and `oauth/users`; a broken file is reported and left out. */
export function readRegistrations(directory: string, resolveSecret: ResolveSecret): RegistrationsResult {
  const problems: Problem[] = [];
  const clients = new Map<string, Client>();
  const users = new Map<string, User>();
  const clientSecrets = new Map<string, string>();
  const userPasswords = new Map<string, string>();
  const readSecret: ReadSecret = (value, file, member) =>
    secretText(value, file, member, resolveSecret, problems);

  const clientFiles = readFolder(
    directory,
    'oauth/clients',
    clientFileSchema,
    (value) => value.client_id,
    problems,
  );
  for (const file of clientFiles) {
    const { client_id: clientId } = file.value;
    const secret = readClientSecret(file, readSecret, problems);
    clients.set(clientId, toClient(file.value, secret));
    if (typeof secret === 'string') clientSecrets.set(clientId, secret);
  }
  for (const { file, value } of readFolder(
    directory,
    'oauth/users',
    userFileSchema,
    (user) => user.username,
    problems,
  )) {
    const password = readSecret(value.password, file, 'password');
    users.set(value.username, toUser(value, password));
    if (password !== null) userPasswords.set(value.username, password);
  }
  return {
    problems,
    registrations: {
      client: (clientId) => clients.get(clientId),
      user: (username) => users.get(username),
      clients: () => [...clients.values()],
      users: () => [...users.values()],
    },
    credentials: {
      clientSecret: (clientId) => clientSecrets.get(clientId) ?? null,
      userPassword: (username) => userPasswords.get(username) ?? null,
    },
  };
}

interface ReadFile<T> {
  readonly file: string;
  readonly value: T;
}

function readFolder<Schema extends z.ZodType>(
  directory: string,
  folder: string,
  schema: Schema,
  nameOf: (value: z.output<Schema>) => string,
  problems: Problem[],
): readonly ReadFile<z.output<Schema>>[] {
  const seen = new Map<string, string>();
  return listJson(join(directory, folder)).flatMap((name) => {
    const file = `${folder}/${name}`;
    const result = readJsonFile(join(directory, folder, name), file, schema);
    if ('problem' in result) {
      problems.push(result.problem);
      return [];
    }
    const identifier = nameOf(result.value);
    const earlier = seen.get(identifier);
    if (earlier !== undefined) {
      problems.push(duplicate(file, earlier, identifier));
      return [];
    }
    seen.set(identifier, file);
    if (fileNameOf(identifier) !== name) problems.push(misnamed(file, identifier));
    return [{ file, value: result.value }];
  });
}

function listJson(path: string): readonly string[] {
  try {
    return readdirSync(path)
      .filter((name) => name.endsWith('.json'))
      .toSorted();
  } catch {
    return [];
  }
}

/** File name of an identifier: what a file system may not carry is percent-encoded. */
function fileNameOf(identifier: string): string {
  return `${identifier.replace(/[^A-Za-z0-9._@ -]/g, (character) => encodeURIComponent(character))}.json`;
}

function duplicate(file: string, earlier: string, identifier: string): Problem {
  return new GatehouseError('workspace.duplicate', `${file} defines ${identifier}, as ${earlier} does.`, {
    fix: 'Remove one of the two; the first is in force.',
    location: { file },
  }).toProblem();
}

function misnamed(file: string, identifier: string): Problem {
  return new GatehouseError('workspace.name-mismatch', `${file} defines ${identifier}.`, {
    fix: `Rename it to ${fileNameOf(identifier)}.`,
    location: { file },
  }).toProblem('warning');
}

function secretText(
  value: SecretValue,
  file: string,
  member: string,
  resolveSecret: ResolveSecret,
  problems: Problem[],
): string | null {
  const parsed = parseSecretValue(value);
  if ('text' in parsed) {
    problems.push(
      new GatehouseError('secret.in-clear', `${file} holds ${member} in clear text.`, {
        fix: 'Store it as a secret and write {"$secret":"name"} instead.',
        location: { file, pointer: `/${member}` },
      }).toProblem('notice'),
    );
    return parsed.text;
  }
  const text = resolveSecret(parsed.name);
  if (text === null)
    problems.push(
      new GatehouseError(
        'secret.unresolved',
        `${file} names the secret ${parsed.name}, which is not stored.`,
        {
          fix: `Store a secret under the name ${parsed.name}.`,
          location: { file, pointer: `/${member}` },
        },
      ).toProblem(),
    );
  return text;
}

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text, 'utf8').digest();
const scopesOf = (scope: string): readonly string[] => scope.split(' ').filter((part) => part !== '');
/** No digest equals it: a client whose secret is missing must not become a public one. */
const unmatchable = new Uint8Array(32);

type ReadSecret = (value: SecretValue, file: string, member: string) => string | null;

/** The secret of a confidential client, `missing` where it has none that is known, `public` for a public client. */
function readClientSecret(
  { file, value }: ReadFile<z.output<typeof clientFileSchema>>,
  readSecret: ReadSecret,
  problems: Problem[],
): string | Missing {
  const { client_secret: secret, token_endpoint_auth_method: method } = value;
  if (method === 'none' || (method === undefined && secret === undefined)) return publicClient;
  if (secret !== undefined) return readSecret(secret, file, 'client_secret') ?? missingSecret;
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
type Missing = typeof publicClient | typeof missingSecret;

function secretDigest(secret: string | Missing): Uint8Array | null {
  if (secret === publicClient) return null;
  return typeof secret === 'string' ? sha256(secret) : unmatchable;
}

function toClient(value: z.output<typeof clientFileSchema>, secret: string | Missing): Client {
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

function toUser({ username, claims }: z.output<typeof userFileSchema>, password: string | null): User {
  const expected = password === null ? unmatchable : sha256(password);
  return {
    username,
    claims,
    verifyPassword: async (given) => timingSafeEqual(sha256(given), expected),
  };
}
