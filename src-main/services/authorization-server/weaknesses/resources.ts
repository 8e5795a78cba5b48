import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { audienceOfNames } from '../stores/audience.ts';
import type { AccessToken } from '../stores/token-table.ts';
import { required, type TokenContext } from '../token/context.ts';
import { resourcesIn } from '../token/resources.ts';

/** Flaws of tokens for resources, and of those that are issued in exchange. */
export const resourceWeaknesses: readonly Weakness<TokenContext>[] = [
  /** Issues a token for whatever resource the client names, also one that the user was never asked about. */
  {
    id: 'resource-widened',
    pipeline: 'token.*',
    step: 'resource-within-grant',
    title: 'Token for a resource outside the grant',
    clause: 'RFC 8707 §2.2',
    instead: (context) => void (context.audience = audienceOfNames(resourcesIn(context.form))),
  },
  /** Issues every token for the first resource of the client, whichever the request names. */
  {
    id: 'as-resource-ignored',
    pipeline: 'token.client_credentials',
    step: 'issue',
    title: 'Resource of token requests ignored',
    clause: 'RFC 8707 §2.2',
    instead: (context, original) => {
      const fields = context.form.fields.filter(({ name }) => name !== 'resource');
      context.form = { ...context.form, fields };
      return original();
    },
  },
  /** Falls back to the rights of the client where it was given no token to exchange. */
  {
    id: 'exchange-fallback',
    pipeline: 'token.token_exchange',
    step: 'subject-given',
    title: 'Exchange without a subject token falls back to the client',
    clause: 'RFC 8693 §2.1',
    instead: () => undefined,
    alongside: {
      'subject-valid': (context, original) => {
        if (formValue(context.form, 'subject_token') !== undefined) return original();
        context.exchanged = { subject: ownToken(context), actor: null };
        return undefined;
      },
    },
  },
];

/** A token of the client itself, as the client credentials grant would issue it. */
function ownToken(context: TokenContext): AccessToken {
  const { clientId, scopes } = required(context.client);
  return {
    clientId,
    username: null,
    scope: scopes.join(' '),
    issuedAtMillis: context.nowMillis,
    expiresAtMillis: context.nowMillis + context.settings.accessTokenLifetimeSeconds * 1_000,
    family: null,
    audience: null,
    boundTo: null,
    revoked: false,
  };
}
