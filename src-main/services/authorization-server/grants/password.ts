import { formValue } from '#shared/oauth/index.ts';
import { invalidGrant, invalidRequest, OAuthError } from '../errors.ts';
import { tryCredentials } from '../passwords/guarded.ts';
import { required, type TokenContext } from '../token/context.ts';
import {
  beginFamily,
  decideAudience,
  decideScope,
  type Issuance,
  issueStep,
  issuesBoth,
  mayRefresh,
} from '../token/issue.ts';
import { accessLifetimeSeconds, refreshExpiryMillis } from '../tokens/access-token.ts';
import type { Grant } from './grant.ts';

/** The client collected the user's credentials itself. RFC 6749 §4.3 */
export const passwordGrant: Grant = {
  steps: [
    {
      id: 'credentials-given',
      rule: 'User name and password are present',
      clause: 'RFC 6749 §4.3.2',
      check: checkGiven,
    },
    {
      id: 'credentials-match',
      rule: 'Credentials are correct',
      clause: 'RFC 6749 §4.3.2',
      check: checkCredentials,
      describe: ({ subject }) => {
        const { username, authority } = required(subject);
        return authority === null
          ? `Credentials of ${username} are correct`
          : `Credentials of ${username} are correct at ${authority}`;
      },
    },
    {
      id: 'scope-within-registration',
      rule: 'Scope is within the registration',
      clause: 'RFC 6749 §3.3',
      check: (context) => decideScope(context, required(context.client).scopes, 'said'),
      describe: ({ scope }) =>
        scope === '' ? 'No scope is requested' : `Scope is within the registration: ${scope}`,
    },
    issueStep('RFC 6749 §4.3.3', decide, issuesBoth),
  ],
};

function checkGiven({ form }: TokenContext): void {
  for (const name of ['username', 'password'])
    if (formValue(form, name) === undefined) throw invalidRequest(`${name} parameter is required`);
}

async function checkCredentials(context: TokenContext): Promise<void> {
  const { runtime, settings, notes, nowMillis, form, request } = context;
  const credentials = {
    username: formValue(form, 'username') ?? '',
    secret: formValue(form, 'password') ?? '',
  };
  const { clientId } = required(context.client);
  const verdict = await tryCredentials(
    { runtime, settings, notes, nowMillis, clientId, request },
    credentials,
  );
  if (verdict.outcome === 'ok') {
    context.subject = verdict.subject;
    return;
  }
  if (verdict.outcome === 'unavailable') {
    throw new OAuthError('temporarily_unavailable', {
      description: 'The credentials cannot be checked at the moment.',
      detail: verdict.why,
    });
  }
  throw invalidGrant('The resource owner credentials are invalid.', {
    detail: verdict.why,
    got: credentials.username,
  });
}

function decide(context: TokenContext): Issuance {
  const subject = required(context.subject);
  const client = required(context.client);
  // Where it is refused no grant begins.
  const audience = decideAudience(context);
  const family = beginFamily(context, context.runtime.tokens.next(), subject, 'password', audience);
  const expiresAtMillis = refreshExpiryMillis(context, client);
  const hasRefresh = mayRefresh(context);
  const end = context.nowMillis + accessLifetimeSeconds(context, client) * 1_000;
  if (hasRefresh)
    context.runtime.families.extend(family, expiresAtMillis === null ? null : Math.max(end, expiresAtMillis));
  const issued = hasRefresh ? 'an access token and a refresh token' : 'an access token';
  return {
    family,
    refresh: hasRefresh ? { scope: context.scope, expiresAtMillis } : null,
    idToken: { nonce: null },
    audience,
    effect: `Issued ${issued} for ${subject.username}.`,
  };
}
