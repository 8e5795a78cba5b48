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
      `The password of the agent ${credential.username} is not stored, or not allowed to this route.`,
    );
  const request = formPost(endpoint.origin, `${endpoint.pathname}${endpoint.search}`, form, authorization);
  const { response } = await ports.send(request, { service: 'gateway', tags: [] }).catch((error: unknown) => {
    throw new ResolverFailure(502, error instanceof Error ? error.message : String(error));
  });
  const who = credential === null ? 'a caller without a credential' : `the agent ${credential.username}`;
  if (response.status === 401 || response.status === 403)
    throw new ResolverFailure(500, `${endpoint.href} does not take ${who}: it answered ${response.status}.`);
  return response;
}

/** The members of an answer in JSON. @throws ResolverFailure */
export function jsonOf({ status, headers, body }: RawResponse): Readonly<Record<string, unknown>> {
  if (status !== 200) throw new ResolverFailure(502, `The authorization server answered ${status}.`);
  if (headerValue(headers, 'content-type')?.toLowerCase().startsWith('application/json') !== true)
    throw new ResolverFailure(502, 'The authorization server answered something that is no JSON.');
  const value = parsedJson(body.toString('utf8'));
  if (isJsonObject(value)) return value;
  throw new ResolverFailure(502, 'The authorization server answered something that is no JSON object.');
}

/** Where a resolver asks. @throws ResolverFailure where it is the hosted server and that does not run */
export function endpointOf(endpoint: string | null, ports: ResolverPorts, hostedPath: string): URL {
  if (endpoint !== null) {
    if (URL.canParse(endpoint)) return new URL(endpoint);
    throw new ResolverFailure(500, `${endpoint} is no address that can be asked.`);
  }
  const origin = ports.authorizationServer();
  if (origin === null) throw new ResolverFailure(502, 'The hosted authorization server does not run.');
  return new URL(`${origin}${hostedPath}`);
}

/** The scopes in a `scope` member: a text with spaces, or a list. */
export function scopesIn(value: unknown): ReadonlySet<string> {
  if (typeof value === 'string') return new Set(value.split(' ').filter((scope) => scope !== ''));
  return new Set(Array.isArray(value) ? value.filter((scope) => typeof scope === 'string') : []);
}
