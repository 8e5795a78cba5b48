import { PageRefusal } from './errors.ts';
import type { Has } from './flaws.ts';
import { isScopeToken, type Parameters, scopeWords } from './parameters.ts';
import { isRegistered } from './redirect-uris.ts';
import type { Asked, Client, State } from './state.ts';

/** An error that the client hears by way of the browser. RFC 6749 §4.1.2.1 */
export class SentBack extends Error {
  readonly to: string;
  readonly state: string | null;

  constructor(error: string, to: string, state: string | null) {
    super(error);
    this.to = to;
    this.state = state;
  }
}

/** Reads an authorization request: nothing is sent back before client and address are known. @throws PageRefusal, SentBack */
export function readRequest(state: State, query: Parameters): Asked {
  const { has } = state;
  const isRepeated = (name: string) => query.isRepeated(name) && !has('parameters-twice');
  if (isRepeated('client_id')) throw new PageRefusal('client_id stands twice.');
  const client = state.clients.get(query.get('client_id') ?? '');
  if (client === undefined) throw unknown(state, query);
  if (isRepeated('redirect_uri') && !has('redirect-last-of-two'))
    throw new PageRefusal('redirect_uri stands twice.');
  const redirectUri = redirectUriOf(state, client, query);
  const refuse = (error: string) => new SentBack(error, redirectUri, query.get('state'));
  if (query.repeated() !== null && !has('parameters-twice') && query.repeated() !== 'redirect_uri')
    throw refuse('invalid_request');
  if (query.has('request')) throw refuse('request_not_supported');
  if (query.has('request_uri')) throw refuse('request_uri_not_supported');
  const responseType = responseTypeOf(has, query.get('response_type'), refuse);
  if (!client.grants.has('authorization_code')) throw refuse('unauthorized_client');
  const scope = scopeOf(state, client, query.get('scope'));
  if (scope === null) throw refuse('invalid_scope');
  const challenge = challengeOf(state, client, query);
  if (challenge === undefined) throw refuse('invalid_request');
  return {
    client,
    givenUri: query.get('redirect_uri') === null ? null : redirectUri,
    redirectUri,
    responseType,
    scope,
    state: cut(state, query.get('state')),
    nonce: query.get('nonce'),
    challenge,
  };
}

/** RFC 6749 §3.1.1, §4.1.2.1 */
function responseTypeOf(has: Has, given: string | null, refuse: (error: string) => SentBack): string {
  if (given === 'token' && has('implicit-for-all')) return given;
  if (given === 'code' || has('response-type-not-checked')) return 'code';
  throw refuse(given === null ? 'invalid_request' : 'unsupported_response_type');
}

function unknown({ has }: State, query: Parameters): Error {
  const uri = query.get('redirect_uri');
  return has('errors-of-unknown-clients-sent-on') && uri !== null && URL.canParse(uri)
    ? new SentBack('unauthorized_client', uri, query.get('state'))
    : new PageRefusal('The client is unknown.');
}

function cut({ has }: State, text: string | null): string | null {
  return has('state-cut') ? (text?.slice(0, 1_024) ?? null) : text;
}

/** RFC 6749 §3.1.2.3; OpenID Connect Core §3.1.2.1 demands the parameter. */
function redirectUriOf({ has }: State, client: Client, query: Parameters): string {
  const uri = query.get('redirect_uri');
  if (uri === null) {
    const [only, another] = client.redirectUris;
    if (only === undefined || another !== undefined || scopeWords(query.get('scope')).includes('openid'))
      throw new PageRefusal('redirect_uri is missing.');
    return only;
  }
  const checked = has('redirect-last-of-two') ? (query.first('redirect_uri') ?? uri) : uri;
  if (isRegistered(client, checked, has)) return uri;
  if (has('errors-to-unregistered') && URL.canParse(uri))
    throw new SentBack('invalid_request', uri, query.get('state'));
  throw new PageRefusal('redirect_uri is not registered.');
}

/** Words that the client is not registered for are left out; null: nothing is left, or it is malformed. RFC 6749 §3.3 */
function scopeOf({ has }: State, client: Client, text: string | null): readonly string[] | null {
  const words = scopeWords(text);
  const isLoose = has('scope-characters');
  if (!isLoose && words.some((word) => !isScopeToken(word))) return null;
  const some = words.filter(
    (word) => has('scope-not-checked') || client.scopes.has(word) || (isLoose && !isScopeToken(word)),
  );
  return some.length === 0 ? null : some;
}

/** Undefined: the challenge is not as it has to be. RFC 7636 §4.4.1, RFC 9700 §2.1.1 */
function challengeOf({ has }: State, client: Client, query: Parameters): Asked['challenge'] | undefined {
  const value = query.get('code_challenge');
  const method = query.get('code_challenge_method');
  if (value === null) {
    const isDemanded = client.authentication === 'none' && !has('pkce-not-demanded');
    return method !== null || isDemanded ? undefined : null;
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(value)) return undefined;
  if (method === 'S256') return { value, method };
  if (has('pkce-plain') && (method === null || method === 'plain')) return { value, method: 'plain' };
  return has('pkce-any-method') && method !== null && method !== 'plain'
    ? { value, method: 'S256' }
    : undefined;
}
