import { formValue } from '#shared/oauth/index.ts';
import { invalidGrant, invalidRequest } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { namesIn } from '../stores/audience.ts';
import type { Family } from '../stores/families.ts';
import { attributesOf } from '../subject.ts';
import { confidentialStep } from '../token/client-authentication.ts';
import { required, type TokenContext } from '../token/context.ts';
import { expiryFlaw, isRevoked, ownerFlaw, type TokenFlaw } from '../tokens/token-state.ts';
import type { Grant } from './grant.ts';

const invalid = 'token not found, expired or invalid';

/** A resource server asks for the meaning of an access token: the vendor's own grant. */
export const validateBearerGrant: Grant = {
  steps: [
    confidentialStep(
      'caller-confidential',
      'Caller is authenticated',
      'RFC 7662 §2.1',
      'A public client could use this endpoint to guess tokens.',
    ),
    { id: 'token-given', rule: 'Token is present', clause: 'RFC 6749 §4.5', check: checkGiven },
    { id: 'token-known', rule: 'Access token is known', clause: 'RFC 6750 §3.1', check: findToken },
    {
      id: 'token-unexpired',
      rule: 'Access token has not expired',
      clause: 'RFC 6750 §3.1',
      check: checkUnexpired,
      describe: (context) => `Access token is valid for ${remainingSeconds(context)} s`,
    },
    {
      id: 'token-unrevoked',
      rule: 'Access token is not revoked',
      clause: 'RFC 6750 §3.1',
      check: checkUnrevoked,
    },
    {
      id: 'owner-known',
      rule: 'Client and user exist',
      clause: 'RFC 6750 §3.1',
      check: checkOwner,
    },
    {
      id: 'audience-is-ours',
      rule: 'Token has this audience',
      clause: 'RFC 9700 §2.3',
      check: checkAudience,
      applies: ({ form }) => formValue(form, 'aud') !== undefined,
    },
    { id: 'answer', rule: 'Token is described', clause: 'RFC 6749 §5.1', check: describeToken },
  ],
};

function checkGiven({ form }: TokenContext): void {
  if (formValue(form, 'token') === undefined) throw invalidRequest('token parameter is required');
}

function findToken(context: TokenContext): void {
  const token = context.runtime.accessTokens.find(formValue(context.form, 'token') ?? '');
  if (token === undefined) throw invalidGrant(invalid, { detail: 'The access token is unknown.' });
  context.validated = token;
}

function refuse(flaw: TokenFlaw | null): void {
  if (flaw !== null) throw invalidGrant(invalid, flaw);
}

function checkUnexpired({ validated, nowMillis }: TokenContext): void {
  refuse(expiryFlaw(required(validated).expiresAtMillis, nowMillis));
}

function checkUnrevoked(context: TokenContext): void {
  if (!isRevoked(required(context.validated))) return;
  refuse({ detail: 'The token or its grant was revoked.' });
}

function checkOwner(context: TokenContext): void {
  const { clientId, family } = required(context.validated);
  refuse(ownerFlaw(context.runtime, clientId, family));
}

function checkAudience({ form, validated }: TokenContext): void {
  const wanted = formValue(form, 'aud') ?? '';
  const { audience } = required(validated);
  if (audience === null || namesIn(audience).includes(wanted)) return;
  refuse({ detail: `The token is intended for ${namesIn(audience).join(' ')}.`, got: wanted });
}

function describeToken(context: TokenContext): void {
  const { runtime, nowMillis } = context;
  const { clientId, scope, family, boundTo } = required(context.validated);
  if (family !== null) {
    context.notes.tags.push(`user:${family.username}`);
    family.lastUsedAtMillis = nowMillis;
  }
  const scopeMember = scope === '' ? '' : `,"scope":${JSON.stringify(scope)}`;
  const binding = boundTo === null ? '' : `,"cnf":{"jkt":"${boundTo}"}`;
  context.body =
    `{"access_token":${attributesJson(runtime, family)},"token_type":${JSON.stringify(runtime.vendor().validatedTokenType)},"expires_in":${remainingSeconds(context)}` +
    `${scopeMember},"client_id":${JSON.stringify(clientId)}${binding}}`;
  context.effect = 'Returned information about the token. Nothing was issued or changed.';
}

function remainingSeconds({ validated, nowMillis }: TokenContext): number {
  return Math.floor((required(validated).expiresAtMillis - nowMillis) / 1_000);
}

const jsonOfAttributes = new WeakMap<object, string>();

/** A token of a client has no attributes: a `sub` here could be taken for a user's. RFC 9700 §4.15. */
function attributesJson(runtime: Runtime, family: Family | null): string {
  const attributes = family === null ? null : attributesOf(runtime, family);
  if (family === null || attributes === null) return '{}';
  const known = jsonOfAttributes.get(attributes);
  if (known !== undefined) return known;
  const identity = { username: family.username, sub: family.username };
  const json = JSON.stringify({ ...identity, ...attributes, ...identity });
  jsonOfAttributes.set(attributes, json);
  return json;
}
