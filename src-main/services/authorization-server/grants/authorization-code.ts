import { formValue } from '#shared/oauth/index.ts';
import { invalidGrant, OAuthError } from '../errors.ts';
import { attributesOf } from '../subject.ts';
import { required, type TokenContext } from '../token/context.ts';
import { codeBindingStep } from '../token/dpop-steps.ts';
import { beginFamily, type Issuance, issueStep, issuesBoth, mayRefresh } from '../token/issue.ts';
import { resourceStep } from '../token/resources.ts';
import { accessLifetimeSeconds, refreshExpiryMillis } from '../tokens/access-token.ts';
import { verifierSteps } from './code-verifier.ts';
import type { Grant } from './grant.ts';

const invalidCode = 'Authorization code is invalid or expired.';

/** A client exchanges the code that a user's browser brought it. RFC 6749 §4.1.3. */
export const authorizationCodeGrant: Grant = {
  usesUp: true,
  steps: [
    { id: 'code-given', rule: 'Code is present', clause: 'RFC 6749 §4.1.3', check: checkGiven },
    {
      id: 'code-known',
      rule: 'Code is known',
      clause: 'RFC 6749 §4.1.3',
      check: findCode,
      describe: describeAge,
    },
    {
      id: 'code-is-clients',
      rule: 'Code belongs to this client',
      clause: 'RFC 6749 §4.1.3',
      check: checkClient,
    },
    { id: 'code-unused', rule: 'Code has not been used', clause: 'RFC 6749 §4.1.2', check: checkUnused },
    { id: 'code-unexpired', rule: 'Code has not expired', clause: 'RFC 6749 §4.1.2', check: checkUnexpired },
    {
      id: 'use-code',
      rule: 'Code is invalidated by this attempt',
      clause: 'RFC 6749 §4.1.2',
      check: useCode,
    },
    {
      id: 'redirect-uri-same',
      rule: 'redirect_uri equals that of the authorization request',
      clause: 'RFC 6749 §4.1.3',
      check: checkRedirectUri,
      describe: ({ form, code }) =>
        code?.redirectUriGiven === false && formValue(form, 'redirect_uri') === undefined
          ? 'redirect_uri is absent in both requests'
          : 'redirect_uri equals that of the authorization request',
    },
    ...verifierSteps,
    codeBindingStep,
    {
      id: 'owner-known',
      rule: 'Grant is not revoked and the user exists',
      clause: 'RFC 6749 §5.2',
      check: checkOwner,
    },
    resourceStep(({ code }) => required(code).audience),
    issueStep('RFC 6749 §4.1.4', decide, issuesBoth),
  ],
};

function checkGiven({ form }: TokenContext): void {
  if (formValue(form, 'code') !== undefined) return;
  throw new OAuthError('invalid_grant', {
    description: 'Authorization code is malformed.',
    strict: { code: 'invalid_request', description: 'The code parameter is missing.' },
  });
}

function findCode(context: TokenContext): void {
  const code = context.runtime.codes.find(codeText(context));
  if (code === undefined) throw invalidGrant(invalidCode, { detail: 'The server does not know this code.' });
  context.code = code;
}

function describeAge({ code, nowMillis }: TokenContext): string {
  const age = ((nowMillis - required(code).issuedAtMillis) / 1_000).toFixed(1);
  return `Code is known, issued ${age} s ago`;
}

function checkClient(context: TokenContext): void {
  const code = required(context.code);
  const { clientId } = required(context.client);
  if (code.clientId === clientId) return;
  throw invalidGrant(invalidCode, {
    detail: 'The code was issued to another client. This request does not change it.',
    want: code.clientId,
    got: clientId,
  });
}

function checkUnused(context: TokenContext): void {
  const code = required(context.code);
  if (!code.used) return;
  const family = context.runtime.families.get(code.familyId);
  if (family !== undefined && !family.revoked) {
    context.runtime.families.revoke(family);
    const { clientId } = code;
    const { username } = code.subject;
    context.runtime.logger.warn('code-replayed', { clientId, username });
    const fields = { clientId, username, family: family.id };
    context.runtime.audit.emit('code.replayed', fields, context.notes);
    context.mustCommit = true;
    context.effect = 'Nothing was issued. The tokens issued from this code are revoked.';
  }
  throw invalidGrant(invalidCode, { detail: 'The code was already redeemed, so it may be stolen.' });
}

function checkUnexpired(context: TokenContext): void {
  const code = required(context.code);
  if (context.nowMillis < code.expiresAtMillis) return;
  const seconds = (millis: number) => `${(millis / 1_000).toFixed(1)} s old`;
  throw invalidGrant(invalidCode, {
    want: `less than ${seconds(code.expiresAtMillis - code.issuedAtMillis)}`,
    got: seconds(context.nowMillis - code.issuedAtMillis),
  });
}

function useCode(context: TokenContext): void {
  context.runtime.codes.use(codeText(context), required(context.code));
  context.mustCommit = true;
  context.effect = 'Nothing was issued. The code is invalidated. Start again at the authorization endpoint.';
}

function checkRedirectUri(context: TokenContext): void {
  const given = formValue(context.form, 'redirect_uri');
  const code = required(context.code);
  if (given === undefined && !code.redirectUriGiven) return;
  if (given === undefined) {
    throw new OAuthError('invalid_grant', {
      description: 'redirect_uri is required if it was included in the authorization request.',
      strict: { code: 'invalid_request' },
      want: code.redirectUri,
      got: 'none',
    });
  }
  if (given === code.redirectUri) return;
  throw invalidGrant('redirect_uri does not match the one in the authorization request.', {
    want: code.redirectUri,
    got: given,
  });
}

function checkOwner({ runtime, code }: TokenContext): void {
  const { subject, familyId } = required(code);
  // It is there before the exchange where the front channel issued a token too.
  if (runtime.families.get(familyId)?.revoked === true)
    throw invalidGrant(invalidCode, { detail: 'The grant was revoked.' });
  if (attributesOf(runtime, subject) === null)
    throw invalidGrant(invalidCode, { detail: 'The user is no longer registered.', got: subject.username });
}

function decide(context: TokenContext): Issuance {
  const { runtime, nowMillis } = context;
  const code = required(context.code);
  const client = required(context.client);
  const { username } = code.subject;
  context.scope = code.scope;
  context.scopeDiffers = code.scopeDiffers;
  // The front channel may have issued a token from this authorization already.
  const family =
    runtime.families.get(code.familyId) ??
    beginFamily(context, code.familyId, code.subject, 'authorization_code', code.audience, code.claims);
  const refreshExpiresAtMillis = refreshExpiryMillis(context, client);
  const end = nowMillis + accessLifetimeSeconds(context, client) * 1_000;
  const hasRefresh = mayRefresh(context);
  const rememberUntil = hasRefresh ? laterEnd(end, refreshExpiresAtMillis) : end;
  runtime.families.extend(family, rememberUntil);
  runtime.codes.remember(codeText(context), code, rememberUntil);
  const issued = hasRefresh ? 'an access token and a refresh token' : 'an access token';
  return {
    family,
    refresh: hasRefresh ? { scope: code.scope, expiresAtMillis: refreshExpiresAtMillis } : null,
    idToken: { nonce: code.nonce },
    audience: context.audience ?? code.audience,
    effect: `Issued ${issued} for ${username}. The code is invalidated.`,
  };
}

function laterEnd(first: number, second: number | null): number | null {
  return second === null ? null : Math.max(first, second);
}

function codeText({ form }: TokenContext): string {
  return formValue(form, 'code') ?? '';
}
