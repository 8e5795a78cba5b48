import { formValue, validateBearerGrantType } from '#shared/oauth/index.ts';
import type { User } from '#shared/workspace/index.ts';
import { invalidGrant, invalidRequest } from '../errors.ts';
import { found, type TokenContext } from '../token/context.ts';
import type { Grant } from './grant.ts';

const invalid = 'token not found, expired or invalid';

/** A resource server asks what an access token stands for: the vendor's own grant. */
export const validateBearerGrant: Grant = {
  name: 'validate_bearer',
  grantType: (vendor) => validateBearerGrantType(vendor.urn),
  steps: [
    { id: 'token-given', rule: 'Token given', clause: 'RFC 6749 §4.5', check: checkGiven },
    { id: 'token-known', rule: 'Access token known', clause: 'RFC 6750 §3.1', check: findToken },
    {
      id: 'token-unexpired',
      rule: 'Access token not expired',
      clause: 'RFC 6750 §3.1',
      check: checkUnexpired,
      describe: (context) => `Access token valid for ${remainingSeconds(context)} s more`,
    },
    {
      id: 'token-unrevoked',
      rule: 'Access token not revoked',
      clause: 'RFC 6750 §3.1',
      check: checkUnrevoked,
    },
    {
      id: 'owner-known',
      rule: 'Client and user still registered',
      clause: 'RFC 6750 §3.1',
      check: checkOwner,
    },
    { id: 'answer', rule: 'Describe the token', clause: 'RFC 6749 §5.1', check: describeToken },
  ],
};

function checkGiven({ form }: TokenContext): void {
  if (formValue(form, 'token') === undefined) throw invalidRequest('token parameter is required');
}

function findToken(context: TokenContext): void {
  const token = context.runtime.accessTokens.find(formValue(context.form, 'token') ?? '');
  if (token === undefined) throw invalidGrant(invalid, { detail: 'The server knows no such access token.' });
  context.validated = token;
}

function checkUnexpired(context: TokenContext): void {
  const { expiresAtMillis } = found(context.validated);
  if (context.nowMillis < expiresAtMillis) return;
  const ago = ((context.nowMillis - expiresAtMillis) / 1_000).toFixed(1);
  throw invalidGrant(invalid, { detail: `Expired ${ago} s ago.` });
}

function checkUnrevoked(context: TokenContext): void {
  if (found(context.validated).family?.revoked === true) {
    throw invalidGrant(invalid, { detail: 'The grant from which it came was revoked.' });
  }
}

function checkOwner(context: TokenContext): void {
  const { clientId, username } = found(context.validated);
  const registrations = context.runtime.registrations();
  if (registrations.client(clientId) === undefined) {
    throw invalidGrant(invalid, { detail: 'Its client is no longer registered.', got: clientId });
  }
  if (username !== null && registrations.user(username) === undefined) {
    throw invalidGrant(invalid, { detail: 'Its user is no longer registered.', got: username });
  }
}

function describeToken(context: TokenContext): void {
  const { clientId, username, scope } = found(context.validated);
  const user = username === null ? undefined : context.runtime.registrations().user(username);
  if (username !== null) context.notes.tags.push(`user:${username}`);
  const scopeMember = scope === '' ? '' : `,"scope":${JSON.stringify(scope)}`;
  context.body =
    `{"access_token":${attributesJson(user)},"token_type":"Bearer","expires_in":${remainingSeconds(context)}` +
    `${scopeMember},"client_id":${JSON.stringify(clientId)}}`;
  context.effect = 'Described the token; nothing was issued or changed.';
}

function remainingSeconds({ validated, nowMillis }: TokenContext): number {
  return Math.floor((found(validated).expiresAtMillis - nowMillis) / 1_000);
}

const attributesOfUsers = new WeakMap<User, string>();

/** A token of a client has no attributes: a `sub` here could be taken for a user's. RFC 9700 §4.15. */
function attributesJson(user: User | undefined): string {
  if (user === undefined) return '{}';
  const known = attributesOfUsers.get(user);
  if (known !== undefined) return known;
  const identity = { username: user.username, sub: user.username };
  const json = JSON.stringify({ ...identity, ...user.claims, ...identity });
  attributesOfUsers.set(user, json);
  return json;
}
