import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from './errors.ts';
import { issueAccessToken, issueIdToken, issueRefreshToken, tokenResponse } from './issue.ts';
import { isScopeToken, type Parameters, scopeWords } from './parameters.ts';
import { type Client, type Code, type Grant, now, type RefreshToken, type State } from './state.ts';

/** Issues what a grant of the token endpoint gives, or refuses it. */
export type TokenGrant = (state: State, client: Client, form: Parameters) => Promise<object>;

/** RFC 6749 §4.1.3, RFC 7636 §4.6 */
const authorizationCode: TokenGrant = async (state, client, form) => {
  const { has } = state;
  const given = form.get('code');
  if (given === null) throw new Refusal('invalid_request', 'code is missing.');
  const code = findCode(state, given);
  if (code === undefined || code.expiresAt < now())
    throw new Refusal('invalid_grant', 'The code is unknown.');
  const { grant } = code;
  if (grant.clientId !== client.id && !has('code-of-other-client'))
    throw new Refusal('invalid_grant', 'The code is of another client.');
  if (code.isUsed && !has('code-twice')) {
    // RFC 6749 §4.1.2: the tokens of a code that came twice end.
    if (!has('code-reuse-keeps-tokens')) grant.isEnded = true;
    throw new Refusal('invalid_grant', 'The code was used.');
  }
  if (
    code.redirectUri !== null &&
    !has('token-redirect-not-compared') &&
    form.get('redirect_uri') !== code.redirectUri
  )
    throw new Refusal('invalid_grant', 'redirect_uri is not that of the authorization request.');
  verify(state, code, form);
  if (has('code-race')) await sleep(60);
  code.isUsed = true;
  const { scope, username: subject } = grant;
  const accessToken = await issueAccessToken(state, { clientId: client.id, subject, scope, grant });
  return tokenResponse(accessToken, scope, {
    ...(client.grants.has('refresh_token') ? { refresh_token: issueRefreshToken(state, grant) } : {}),
    ...(scope.includes('openid') ? { id_token: await issueIdToken(state, grant, code.nonce) } : {}),
  });
};

function findCode({ codes, has }: State, given: string): Code | undefined {
  if (!has('code-any-case')) return codes.get(given);
  return [...codes].find(([value]) => value.toLowerCase() === given.toLowerCase())?.[1];
}

/** RFC 7636 §4.6, RFC 9700 §2.1.1 */
function verify({ has }: State, { challenge }: Code, form: Parameters): void {
  const verifier = form.get('code_verifier');
  if (challenge === null) {
    if (verifier !== null && !has('pkce-stripped'))
      throw new Refusal('invalid_grant', 'There was no code_challenge for this verifier.');
    return;
  }
  if (verifier === null) {
    if (has('pkce-verifier-not-demanded')) return;
    throw new Refusal('invalid_grant', 'code_verifier is missing.');
  }
  if (!has('pkce-verifier-form') && !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier))
    throw new Refusal('invalid_request', 'code_verifier is malformed.');
  if (has('pkce-verifier-not-compared')) return;
  if (has('pkce-challenge-as-verifier') && verifier === challenge.value) return;
  const made =
    challenge.method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  if (!isEqual(made, challenge.value)) throw new Refusal('invalid_grant', 'code_verifier is wrong.');
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** RFC 6749 §6, RFC 9700 §4.14.2 */
const refreshToken: TokenGrant = async (state, client, form) => {
  const { has, refreshTokens } = state;
  const given = form.get('refresh_token');
  if (given === null) throw new Refusal('invalid_request', 'refresh_token is missing.');
  const found = refreshTokens.get(given) ?? accessAsRefresh(state, given);
  if (found === undefined || found.grant.isEnded)
    throw new Refusal('invalid_grant', 'The refresh token is unknown or has ended.');
  const { grant } = found;
  if (grant.clientId !== client.id && !has('refresh-of-other-client'))
    throw new Refusal('invalid_grant', 'The refresh token is of another client.');
  if (found.isUsed && !has('refresh-old-works')) {
    if (!has('refresh-family-lives-on')) grant.isEnded = true;
    throw new Refusal('invalid_grant', 'The refresh token was used.');
  }
  const asked = scopeWords(form.get('scope'));
  const isWithin = (word: string) =>
    grant.scope.includes(word) || (has('refresh-widens') && client.scopes.has(word));
  const scope = asked.length === 0 ? grant.scope : asked.filter(isWithin);
  if (scope.length === 0) throw new Refusal('invalid_scope', 'The user allowed nothing of that.');
  if (has('refresh-narrows-for-good')) grant.scope = scope;
  found.isUsed = true;
  const accessToken = await issueAccessToken(state, {
    clientId: client.id,
    subject: grant.username,
    scope,
    grant,
  });
  return tokenResponse(accessToken, scope, { refresh_token: issueRefreshToken(state, grant) });
};

function accessAsRefresh({ has, accessTokens }: State, given: string): RefreshToken | undefined {
  const grant = has('access-token-refreshes') ? accessTokens.get(given)?.grant : null;
  return grant === null || grant === undefined ? undefined : { grant, isUsed: false };
}

/** RFC 6749 §4.4 */
const clientCredentials: TokenGrant = async (state, client, form) => {
  const scope = granted(client, form.get('scope'), false);
  const accessToken = await issueAccessToken(state, {
    clientId: client.id,
    subject: client.id,
    scope,
    grant: null,
  });
  if (!state.has('refresh-for-client-credentials')) return tokenResponse(accessToken, scope);
  const grant: Grant = { clientId: client.id, username: client.id, scope, isEnded: false };
  return tokenResponse(accessToken, scope, { refresh_token: issueRefreshToken(state, grant) });
};

const userLimit = { guesses: 5, millis: 2_000 };
const clientLimit = { guesses: 20, millis: 2_000 };

/** RFC 6749 §4.3, with guesses counted by user and by client (§4.3.2) */
const password: TokenGrant = async (state, client, form) => {
  const { users, throttle, has } = state;
  const [username, secret] = [form.get('username'), form.get('password')];
  if (username === null || secret === null)
    throw new Refusal('invalid_request', 'username or password is missing.');
  const keys = [
    [`user ${username}`, userLimit],
    [`users of ${client.id}`, clientLimit],
  ] as const;
  const isLimited = !has('password-guesses-unlimited');
  if (isLimited && keys.some(([key]) => throttle.isClosed(key)))
    throw new Refusal('invalid_grant', 'The name or the password is wrong.');
  const known = users.get(username);
  const isRight = isEqual(known ?? 'nobody', secret) && known !== undefined;
  if (!isRight) {
    if (isLimited) for (const [key, limit] of keys) throttle.wrong(key, limit);
    const isTold = known === undefined && has('password-users-told');
    throw new Refusal(
      'invalid_grant',
      isTold ? 'There is no such user.' : 'The name or the password is wrong.',
    );
  }
  throttle.right(`user ${username}`);
  const scope = granted(client, form.get('scope'), has('password-scope-not-checked'));
  const accessToken = await issueAccessToken(state, {
    clientId: client.id,
    subject: username,
    scope,
    grant: null,
  });
  return tokenResponse(accessToken, scope);
};

/** A scope that the client may have: words that it is not registered for are left out. RFC 6749 §3.3 */
function granted(client: Client, asked: string | null, isAll: boolean): readonly string[] {
  const words = scopeWords(asked);
  if (words.some((word) => !isScopeToken(word)))
    throw new Refusal('invalid_scope', 'The scope is malformed.');
  const some = words.filter((word) => isAll || client.scopes.has(word));
  if (words.length > 0 && some.length === 0)
    throw new Refusal('invalid_scope', 'The client may have none of that.');
  return some;
}

export const tokenGrants: ReadonlyMap<string, TokenGrant> = new Map([
  ['authorization_code', authorizationCode],
  ['refresh_token', refreshToken],
  ['client_credentials', clientCredentials],
  ['password', password],
]);
