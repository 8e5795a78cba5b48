import { timingSafeEqual } from 'node:crypto';
import type { HttpResponse } from '#main/platform/http.ts';
import type { Step } from '#main/platform/pipeline.ts';
import { isPublicRegistration, registrationPath } from '#shared/oauth/index.ts';
import { OAuthError } from '../errors.ts';
import { jsonResponse } from '../responses.ts';
import type { DynamicRegistration } from '../stores/dynamic-clients.ts';
import { required } from '../token/context.ts';
import { tokenHash } from '../token-factory.ts';
import type { RegistrationContext } from './context.ts';
import type { ClientMetadata } from './metadata.ts';

const dayMillis = 86_400_000;

/** Stores a registration, and answers with all of it. RFC 7591 §3.2.1 */
export const registerStep: Step<RegistrationContext> = {
  id: 'registered',
  rule: 'Registration is stored',
  clause: 'RFC 7591 §3.2.1',
  check: register,
};

/** Answers with the registration as it is. RFC 7592 §2.1 */
export const readStep: Step<RegistrationContext> = {
  id: 'registration-read',
  rule: 'Registration is returned',
  clause: 'RFC 7592 §2.1',
  check(context) {
    context.answer = answerOf(context, required(context.registration), context.bearer ?? '', 200);
    context.effect = 'Returned the registration. Nothing changed.';
  },
};

/** An update names its client; a secret need not be in it. RFC 7592 §2.2 */
export const updateNamesStep: Step<RegistrationContext> = {
  id: 'update-names-client',
  rule: 'Update has the client_id, and no other client_secret',
  clause: 'RFC 7592 §2.2',
  check: checkNames,
};

/** Puts the update in the place of all that was registered. RFC 7592 §2.2 */
export const updateStep: Step<RegistrationContext> = {
  id: 'registration-updated',
  rule: 'Registration is replaced, and its token rotated',
  clause: 'RFC 7592 §2.2',
  check: update,
};

/** Removes the registration, and all that was issued to the client. RFC 7592 §2.3 */
export const deleteStep: Step<RegistrationContext> = {
  id: 'registration-deleted',
  rule: 'Registration is deleted, and its tokens revoked',
  clause: 'RFC 7592 §2.3',
  check: remove,
};

/** @throws OAuthError invalid_token where the token was used up in the meantime */
function register(context: RegistrationContext): void {
  const { runtime, nowMillis, policy, request } = context;
  const metadata = required(context.metadata);
  useInitialToken(context);
  const token = runtime.tokens.next();
  const registration: DynamicRegistration = {
    clientId: `dyn-${runtime.tokens.next()}`,
    metadata: withScope(metadata, policy.scopes),
    secret: secretFor(metadata, null, runtime.tokens),
    tokenHash: tokenHash(token),
    issuedAtMillis: nowMillis,
    expiresAtMillis: nowMillis + policy.lifetimeDays * dayMillis,
    isDisabled: false,
    address: request.remoteAddress,
  };
  keep(context, registration);
  context.answer = answerOf(context, registration, token, 201);
  context.effect = `Registered ${registration.clientId} for ${policy.lifetimeDays} days.`;
}

function keep(context: RegistrationContext, registration: DynamicRegistration): void {
  context.runtime.dynamicClients.put(registration);
  context.notes.tags.push(`client:${registration.clientId}`);
  context.mustCommit = true;
}

/** Checked once more: keys of a statement may have been fetched since. */
function useInitialToken({ runtime, bearer, initialToken, nowMillis }: RegistrationContext): void {
  if (initialToken === null) return;
  const current = runtime.initialTokens.find(bearer ?? '', nowMillis);
  if (current === null)
    throw new OAuthError('invalid_token', { description: 'The initial access token is used up.' });
  runtime.initialTokens.put({ ...current, used: current.used + 1 });
}

function withScope(metadata: ClientMetadata, scopes: readonly string[]): DynamicRegistration['metadata'] {
  return { ...metadata, scope: metadata.scope ?? scopes.join(' ') };
}

/** A public client and one that signs with a key have none. RFC 7591 §3.2.1 */
function secretFor(
  { token_endpoint_auth_method: method }: ClientMetadata,
  before: string | null,
  tokens: { next(): string },
): string | null {
  if (isPublicRegistration(method, true) || method === 'private_key_jwt') return null;
  return before ?? `${tokens.next()}${tokens.next()}`;
}

/** @throws OAuthError invalid_client_metadata */
function checkNames({ members, registration }: RegistrationContext): void {
  const { clientId, secret } = required(registration);
  const { client_id: named, client_secret: given } = members;
  const refuse = (description: string, evidence = {}): OAuthError =>
    new OAuthError('invalid_client_metadata', { description, ...evidence });
  if (named !== clientId)
    throw refuse('client_id must be that of the registration.', {
      want: clientId,
      got: typeof named === 'string' ? named : 'none',
    });
  if (given !== undefined && !(typeof given === 'string' && isSame(given, secret ?? '')))
    throw refuse('client_secret must be the current one.');
}

function isSame(given: string, kept: string): boolean {
  const [one, other] = [tokenHash(given), tokenHash(kept)];
  return kept !== '' && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** @throws OAuthError invalid_token where the registration changed in the meantime */
function update(context: RegistrationContext): void {
  const { runtime, nowMillis, policy } = context;
  const before = required(context.registration);
  const current = runtime.dynamicClients.find(before.clientId, nowMillis);
  if (current !== before)
    throw new OAuthError('invalid_token', { description: 'The registration changed in the meantime.' });
  const metadata = required(context.metadata);
  const token = runtime.tokens.next();
  const registration: DynamicRegistration = {
    ...before,
    metadata: withScope(metadata, policy.scopes),
    secret: secretFor(metadata, before.secret, runtime.tokens),
    tokenHash: tokenHash(token),
  };
  keep(context, registration);
  context.answer = answerOf(context, registration, token, 200);
  context.effect = `Replaced the registration of ${before.clientId} and its registration access token.`;
}

async function remove(context: RegistrationContext): Promise<void> {
  const { runtime } = context;
  const { clientId } = required(context.registration);
  runtime.dynamicClients.remove(clientId);
  const { revokeTokens } = await import('../admin/revocation.ts');
  await revokeTokens(runtime, {
    target: { kind: 'client', clientId },
    by: 'administrator',
    reason: 'The client deleted its registration.',
  });
  context.mustCommit = true;
  context.answer = { status: 204, headers: ['Cache-Control', 'no-store', 'Pragma', 'no-cache'], body: '' };
  context.effect = `Deleted the registration of ${clientId}, and revoked its tokens.`;
}

/** The client information response. RFC 7591 §3.2.1, RFC 7592 §3 */
function answerOf(
  { runtime }: RegistrationContext,
  { clientId, metadata, secret, issuedAtMillis, expiresAtMillis }: DynamicRegistration,
  token: string,
  status: 200 | 201,
): HttpResponse {
  const seconds = (millis: number): number => Math.floor(millis / 1_000);
  const information = {
    client_id: clientId,
    client_id_issued_at: seconds(issuedAtMillis),
    ...(secret === null ? {} : { client_secret: secret, client_secret_expires_at: seconds(expiresAtMillis) }),
    registration_access_token: token,
    registration_client_uri: `${runtime.issuer()}${registrationPath}?client_id=${clientId}`,
    ...metadata,
  };
  return jsonResponse(JSON.stringify(information), status);
}
