import { formValue, parseScope } from '#shared/oauth/index.ts';
import { invalidGrant, invalidRequest } from '../errors.ts';
import { attributesOf } from '../subject.ts';
import { required, type TokenContext } from '../token/context.ts';
import { refreshBindingStep } from '../token/dpop-steps.ts';
import { decideScope, type Issuance, issueStep } from '../token/issue.ts';
import { resourceStep } from '../token/resources.ts';
import { accessLifetimeSeconds } from '../tokens/access-token.ts';
import type { Grant } from './grant.ts';

const unknown = 'unknown, invalid, or expired refresh token';

/** A client exchanges a refresh token for a new access token, and for a new refresh token where they roll. RFC 6749 §6. */
export const refreshTokenGrant: Grant = {
  usesUp: true,
  steps: [
    { id: 'refresh-given', rule: 'Refresh token is present', clause: 'RFC 6749 §6', check: checkGiven },
    { id: 'refresh-known', rule: 'Refresh token is known', clause: 'RFC 6749 §6', check: findToken },
    {
      id: 'refresh-is-clients',
      rule: 'Refresh token belongs to this client',
      clause: 'RFC 6749 §6',
      check: checkClient,
    },
    refreshBindingStep,
    { id: 'refresh-unrevoked', rule: 'Grant is not revoked', clause: 'RFC 6749 §5.2', check: checkUnrevoked },
    {
      id: 'refresh-unexpired',
      rule: 'Refresh token has not expired',
      clause: 'RFC 6749 §5.2',
      check: checkUnexpired,
    },
    {
      id: 'refresh-not-reused',
      rule: 'Refresh token has not been rotated',
      clause: 'RFC 9700 §4.14.2',
      check: checkNotReused,
      describe: ({ isRetryWithinGrace }) =>
        isRetryWithinGrace
          ? 'Refresh token was rotated, within the grace period'
          : 'Refresh token has not been rotated',
    },
    { id: 'user-known', rule: 'User exists', clause: 'RFC 6749 §5.2', check: checkUser },
    {
      id: 'scope-within-grant',
      rule: 'Scope is within the grant',
      clause: 'RFC 6749 §6',
      check: (context) =>
        decideScope(context, parseScope(required(context.refreshToken).scope) ?? [], 'unsaid'),
      describe: ({ scope }) =>
        scope === '' ? 'No scope is requested' : `Scope is within the grant: ${scope}`,
    },
    resourceStep(({ refreshToken }) => required(refreshToken).family.audience),
    issueStep('RFC 6749 §6', decide, {
      rule: 'Access token is issued',
      describe: (context) =>
        rolls(context) ? 'Access token is issued, refresh token is rotated' : 'Access token is issued',
    }),
  ],
};

function tokenText({ form }: TokenContext): string {
  return formValue(form, 'refresh_token') ?? '';
}

function checkGiven(context: TokenContext): void {
  if (tokenText(context) === '') throw invalidRequest('refresh_token parameter is required');
}

function findToken(context: TokenContext): void {
  const token = context.runtime.refreshTokens.find(tokenText(context));
  if (token === undefined)
    throw invalidGrant(unknown, { detail: 'The server does not know this refresh token.' });
  context.refreshToken = token;
}

function checkClient(context: TokenContext): void {
  const token = required(context.refreshToken);
  const { clientId } = required(context.client);
  if (token.clientId === clientId) return;
  throw invalidGrant(unknown, {
    detail: 'The token was issued to another client. This request does not change it.',
    want: token.clientId,
    got: clientId,
  });
}

function checkUnrevoked(context: TokenContext): void {
  if (required(context.refreshToken).family.revoked)
    throw invalidGrant(unknown, { detail: 'The grant was revoked.' });
}

function checkUnexpired({ refreshToken, nowMillis }: TokenContext): void {
  const { expiresAtMillis } = required(refreshToken);
  if (expiresAtMillis === null || nowMillis < expiresAtMillis) return;
  throw invalidGrant(unknown, {
    detail: `Expired ${((nowMillis - expiresAtMillis) / 1_000).toFixed(1)} s ago.`,
  });
}

function checkNotReused(context: TokenContext): void {
  const token = required(context.refreshToken);
  if (token.rolledAtMillis === null) return;
  // A clock that was set back must not stretch the grace.
  const sinceMillis = Math.abs(context.nowMillis - token.rolledAtMillis);
  if (sinceMillis < context.settings.refreshGraceSeconds * 1_000) {
    context.isRetryWithinGrace = true;
    return;
  }
  context.runtime.families.revoke(token.family);
  const { clientId, username, family } = token;
  context.runtime.logger.warn('refresh-token-reused', { clientId, username });
  const fields = { clientId, username, family: family.id };
  context.runtime.audit.emit('refresh_token.reused', fields, context.notes);
  context.mustCommit = true;
  context.effect = 'Nothing was issued. All tokens of this grant are revoked. The user must sign in again.';
  throw invalidGrant(unknown, {
    detail: `The token was rotated ${(sinceMillis / 1_000).toFixed(1)} s ago, so it may be stolen.`,
    want: `within ${context.settings.refreshGraceSeconds} s`,
    got: `${(sinceMillis / 1_000).toFixed(1)} s`,
  });
}

function checkUser(context: TokenContext): void {
  const { username, family } = required(context.refreshToken);
  if (attributesOf(context.runtime, family) !== null) return;
  throw invalidGrant(unknown, { detail: 'The user is no longer registered.', got: username });
}

function rolls({ client, settings, refreshToken }: TokenContext): boolean {
  const { rollRefreshTokens, isPublic } = required(client);
  // A public client cannot prove itself, so RFC 9700 §2.2.2 has its refresh tokens roll.
  if (settings.profile === 'strict' && isPublic) return true;
  // OAuth 2.1 leaves the choice: it is bound to a key, or rotated.
  if (settings.profile === 'oauth-2.1' && isPublic && refreshToken?.boundTo === null) return true;
  return rollRefreshTokens ?? settings.rollRefreshTokens;
}

function decide(context: TokenContext): Issuance {
  const { runtime, nowMillis } = context;
  const old = required(context.refreshToken);
  const { family, username } = old;
  runtime.families.extend(
    family,
    nowMillis + accessLifetimeSeconds(context, required(context.client)) * 1_000,
  );
  const { clientId } = family;
  runtime.audit.emit(
    'token.refreshed',
    { clientId, username, scope: context.scope, family: family.id },
    context.notes,
  );
  const idToken = { nonce: null };
  const audience = context.audience ?? family.audience;
  if (!rolls(context)) {
    const effect = `Issued an access token for ${username}. The refresh token stays valid.`;
    return { family, idToken, audience, effect };
  }
  if (old.rolledAtMillis === null) runtime.refreshTokens.roll(tokenText(context), old, nowMillis);
  return {
    family,
    idToken,
    audience,
    // Rolling does not prolong the grant: the successor ends when its predecessor would have.
    refresh: { scope: old.scope, expiresAtMillis: old.expiresAtMillis },
    effect: `Issued an access token and a new refresh token for ${username}. The old one is invalid.`,
  };
}
