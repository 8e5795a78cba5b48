import { formPost, headerValue, type RawResponse } from '#main/platform/raw-http.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';
import type { BasicCredential } from '#shared/gateway/types.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import { basicAuthorization, type ReadSecret } from '../basic-authorization.ts';

/** A valid token, with its known facts. */
export interface ResolvedToken {
  readonly token: string;
  /** Everything that the authorization server said. */
  readonly info: Readonly<Record<string, unknown>>;
  readonly scopes: ReadonlySet<string>;
  /** Null: nobody said when it ends. */
  readonly expiresAtMillis: number | null;
  /** The thumbprint of the key that it is bound to; null: it is a bearer token. RFC 9449 §6 */
  readonly boundTo: string | null;
}

/** Dependencies of token resolvers. */
export interface ResolverPorts {
  readonly send: SendRecorded;
  readonly readSecret: ReadSecret;
  /** Base URL of the authorization server that is hosted here; null while it does not run. */
  readonly authorizationServer: () => string | null;
  readonly vendorUrn: () => string;
}

/** Nobody can say whether a token is valid: that is the gateway's fault or its upstream's, never the client's. */
export class ResolverFailure extends Error {
  override readonly name = 'ResolverFailure';
  readonly status: 500 | 502;

  constructor(status: 500 | 502, message: string) {
    super(message);
    this.status = status;
  }
}

/** Asks for the meaning of a token; null: it is not valid. @throws ResolverFailure */
export type ResolveToken = (token: string, nowMillis: number) => Promise<ResolvedToken | null>;

/**
 * Asks the authorization server. What it answers to a wrong credential of the gateway itself says nothing of the token.
 * @throws ResolverFailure
 */
export async function askServer(
  ports: ResolverPorts,
  { endpoint, credential }: { readonly endpoint: URL; readonly credential: BasicCredential | null },
  form: string,
): Promise<RawResponse> {
  const authorization = credential === null ? null : basicAuthorization(credential, ports.readSecret);
  if (credential !== null && authorization === null)
    throw new ResolverFailure(
      500,
      `The password of the agent ${credential.username} is not stored, or this route has no access to it.`,
    );
  const request = formPost(endpoint.origin, `${endpoint.pathname}${endpoint.search}`, form, authorization);
  const { response } = await ports.send(request, { service: 'gateway', tags: [] }).catch((error: unknown) => {
    throw new ResolverFailure(502, error instanceof Error ? error.message : String(error));
  });
  const who = credential === null ? 'a caller without a credential' : `the agent ${credential.username}`;
  if (response.status === 401 || response.status === 403)
    throw new ResolverFailure(500, `${endpoint.href} rejected ${who} with status ${response.status}.`);
  return response;
}

/** The members of an answer in JSON. @throws ResolverFailure */
export function jsonOf({ status, headers, body }: RawResponse): Readonly<Record<string, unknown>> {
  if (status !== 200)
    throw new ResolverFailure(502, `The authorization server responded with status ${status}.`);
  if (headerValue(headers, 'content-type')?.toLowerCase().startsWith('application/json') !== true)
    throw new ResolverFailure(502, 'The authorization server returned a response that is not JSON.');
  const value = parsedJson(body.toString('utf8'));
  if (isJsonObject(value)) return value;
  throw new ResolverFailure(502, 'The authorization server returned a response that is not a JSON object.');
}

/** The key that a token is bound to, as the answer about it says; null: none. RFC 9449 §6.2 */
export function boundToOf(cnf: unknown): string | null {
  const jkt = isJsonObject(cnf) ? cnf['jkt'] : undefined;
  return typeof jkt === 'string' ? jkt : null;
}

/** Where a resolver asks. @throws ResolverFailure where it is the hosted server and that does not run */
export function endpointOf(endpoint: string | null, ports: ResolverPorts, hostedPath: string): URL {
  if (endpoint !== null) {
    if (URL.canParse(endpoint)) return new URL(endpoint);
    throw new ResolverFailure(500, `${endpoint} is not a valid URL.`);
  }
  const origin = ports.authorizationServer();
  if (origin === null) throw new ResolverFailure(502, 'The hosted authorization server is not running.');
  return new URL(`${origin}${hostedPath}`);
}

/** The scopes in a `scope` member: a text with spaces, or a list. */
export function scopesIn(value: unknown): ReadonlySet<string> {
  if (typeof value === 'string') return new Set(value.split(' ').filter((scope) => scope !== ''));
  return new Set(Array.isArray(value) ? value.filter((scope) => typeof scope === 'string') : []);
}
