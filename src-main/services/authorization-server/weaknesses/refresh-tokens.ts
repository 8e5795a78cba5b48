import { setTimeout } from 'node:timers/promises';
import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { invalidGrant } from '../errors.ts';
import { required, type TokenContext } from '../token/context.ts';
import { decideScope } from '../token/issue.ts';

const lookupMillis = 100;

/** Flaws of refresh tokens. */
export const refreshTokenWeaknesses: readonly Weakness<TokenContext>[] = [
  /** Lets any client use any refresh token. */
  {
    id: 'refresh-not-bound',
    pipeline: 'token.refresh_token',
    step: 'refresh-is-clients',
    title: 'Refresh token not bound to the client',
    clause: 'RFC 9700 §4.14.2',
    instead: () => undefined,
  },
  /** Does not notice that two hold one refresh token. */
  {
    id: 'refresh-reuse-unnoticed',
    pipeline: 'token.refresh_token',
    step: 'refresh-not-reused',
    title: 'Rotated refresh token still works',
    clause: 'RFC 9700 §4.14.2',
    instead: () => undefined,
  },
  /** Refreshes after the grant was revoked. */
  {
    id: 'refresh-after-revocation',
    pipeline: 'token.refresh_token',
    step: 'refresh-unrevoked',
    title: 'Revoked refresh token still works',
    clause: 'RFC 7009 §2.1',
    instead: () => undefined,
  },
  /** Refreshes with tokens of any age. */
  {
    id: 'refresh-never-expires',
    pipeline: 'token.refresh_token',
    step: 'refresh-unexpired',
    title: 'Refresh token never expires',
    clause: 'RFC 9700 §4.14.2',
    instead: () => undefined,
  },
  /** Lets a refresh ask for all that the client is registered for. */
  {
    id: 'refresh-widens-scope',
    pipeline: 'token.refresh_token',
    step: 'scope-within-grant',
    title: 'Refresh may widen the scope',
    clause: 'RFC 6749 §6',
    instead: (context) => decideScope(context, required(context.client).scopes, 'unsaid'),
  },
  /** Forgets at a narrower refresh what the person had allowed. */
  {
    id: 'refresh-scope-lost',
    pipeline: 'token.refresh_token',
    step: 'scope-within-grant',
    title: 'Narrower refresh reduces the grant',
    clause: 'RFC 6749 §6',
    instead: async (context, original) => {
      await original();
      const narrowed = { ...required(context.refreshToken), scope: context.scope };
      context.runtime.refreshTokens.add(formValue(context.form, 'refresh_token') ?? '', narrowed);
      context.refreshToken = narrowed;
    },
  },
  /** Refuses the rolled token but keeps its successor valid for the attacker. */
  {
    id: 'refresh-reuse-unpunished',
    pipeline: 'token.refresh_token',
    step: 'refresh-not-reused',
    title: 'Tokens stay valid after refresh token replay',
    clause: 'RFC 9700 §4.14.2',
    instead: ({ refreshToken }) => {
      if (required(refreshToken).rolledAtMillis !== null) throw invalidGrant('The refresh token was rolled.');
    },
  },
  /** Waits for its database between looking whether a token was rolled and rolling it. */
  {
    id: 'refresh-rolled-late',
    pipeline: 'token.refresh_token',
    step: 'refresh-not-reused',
    title: 'Refresh token rotated too late (race condition)',
    clause: 'RFC 9700 §4.14.2',
    instead: async (_context, original) => {
      await original();
      await setTimeout(lookupMillis);
    },
  },
  /** Looks tokens up in one table: an access token from a log or a resource server refreshes itself. */
  {
    id: 'access-token-refreshes',
    pipeline: 'token.refresh_token',
    step: 'refresh-known',
    title: 'Access token accepted as refresh token',
    clause: 'RFC 6749 §1.5',
    instead: (context, original) => {
      const access = context.runtime.accessTokens.find(formValue(context.form, 'refresh_token') ?? '');
      if (access === undefined || access.family === null) return original();
      const { family, clientId, scope, issuedAtMillis } = access;
      const { username } = family;
      const lifetime = { issuedAtMillis, expiresAtMillis: null, rolledAtMillis: null, boundTo: null };
      context.refreshToken = { clientId, username, scope, family, ...lifetime };
      return undefined;
    },
  },
  /** Refreshes tokens of people who were taken off the list. */
  {
    id: 'user-gone-refreshes',
    pipeline: 'token.refresh_token',
    step: 'user-known',
    title: 'Refresh for deleted users',
    clause: 'RFC 6749 §5.2',
    instead: () => undefined,
  },
];
