import { defaultRawLimits, type RawResponse } from '#main/platform/raw-http.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';
import { type PlayTarget, parseJson, refusalOf } from '#main/services/flow-player/index.ts';
import type { RegisterClient, RegisteredClient, Unregistered } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { isLoopbackHost } from '#shared/http/loopback.ts';

/** A client of ours as another server registered it, in the members of the target's file. RFC 7591 §3.2.1 */
export type RegisteredMembers = Readonly<Record<string, unknown>> & { readonly client_id: string };

/** Management of one registration. RFC 7592 */
interface RegistrationAccess {
  readonly uri: string;
  readonly token: string;
}

/** The clients that Gatehouse registered at other servers. */
export interface ServerClients {
  list(): readonly RegisteredClient[];
  /** @throws flow.unknown-target, flow.no-endpoint, flow.registration-refused, workspace.conflict */
  register(wanted: RegisterClient): Promise<RegisteredClient>;
  /** @throws flow.unknown-target, flow.unknown-client, flow.registration-refused, workspace.conflict */
  unregister(target: string, clientId: string): Promise<Unregistered>;
}

type Wanted = Omit<RegisterClient, 'target'>;

/** Asks a server to register a client. RFC 7591 §3.1 @throws flow.no-endpoint, flow.registration-refused */
export async function registerClient(
  send: SendRecorded,
  target: PlayTarget,
  wanted: Wanted,
  redirectUri: string | null,
): Promise<RegisteredMembers> {
  const { registration } = target.endpoints;
  if (registration === null)
    throw new GatehouseError('flow.no-endpoint', `${target.title} has no endpoint that registers clients.`, {
      fix: 'Ask its operator for a client, and add it to the server’s file.',
    });
  const metadata = metadataOf(wanted, redirectUri);
  const response = await exchange(send, target, 'POST', registration, wanted.initialToken, metadata);
  const answer = parseJson(response) ?? {};
  const { client_id: clientId } = answer;
  if ((response.status !== 201 && response.status !== 200) || typeof clientId !== 'string')
    throw refused(target, response);
  const given = ['client_secret', 'registration_client_uri', 'registration_access_token'].flatMap((name) => {
    const value = answer[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  // The server may have registered other values than those that were asked for. RFC 7591 §3.2.1
  const method = answer['token_endpoint_auth_method'];
  return {
    client_id: clientId,
    ...Object.fromEntries(given),
    token_endpoint_auth_method: typeof method === 'string' ? method : metadata.token_endpoint_auth_method,
    redirect_uris: metadata.redirect_uris,
    grant_types: metadata.grant_types,
    scope: typeof answer['scope'] === 'string' ? answer['scope'] : wanted.scope,
  };
}

function metadataOf({ authentication, grantTypes, scope }: Wanted, redirectUri: string | null) {
  const hasCode = grantTypes.includes('authorization_code');
  const isNative = redirectUri === null || isLoopbackHost(new URL(redirectUri).hostname);
  return {
    client_name: 'Gatehouse',
    application_type: isNative ? 'native' : 'web',
    redirect_uris: hasCode && redirectUri !== null ? [redirectUri] : [],
    grant_types: grantTypes,
    response_types: hasCode ? ['code'] : [],
    token_endpoint_auth_method: authentication,
    ...(scope === '' ? {} : { scope }),
  };
}

/**
 * Ends a registration; false: the server no longer takes the token, so that only its operator knows what is left.
 * RFC 7592 §2.3
 * @throws flow.registration-refused
 */
export async function unregisterClient(
  send: SendRecorded,
  target: PlayTarget,
  { uri, token }: RegistrationAccess,
): Promise<boolean> {
  const response = await exchange(send, target, 'DELETE', uri, token, null);
  if (response.status === 401) return false;
  // An unknown registration is gone already.
  if (response.status === 204 || response.status === 404) return true;
  throw refused(target, response);
}

function refused({ title }: PlayTarget, response: RawResponse): GatehouseError {
  return new GatehouseError('flow.registration-refused', `${title}: ${refusalOf(response)}`, {
    fix: 'Enter an initial access token, or change what the client asks for.',
  });
}

async function exchange(
  send: SendRecorded,
  target: PlayTarget,
  method: 'POST' | 'DELETE',
  address: string,
  token: string | null,
  body: object | null,
): Promise<RawResponse> {
  const url = new URL(address);
  const outgoing = target.outgoing?.(null);
  const limits = outgoing === undefined ? defaultRawLimits : { ...defaultRawLimits, outgoing };
  const text = body === null ? '' : JSON.stringify(body);
  const headers = [
    'Host',
    url.host,
    'Accept',
    'application/json',
    'Connection',
    'close',
    ...(token === null ? [] : ['Authorization', `Bearer ${token}`]),
    ...(body === null
      ? []
      : ['Content-Type', 'application/json', 'Content-Length', `${Buffer.byteLength(text)}`]),
  ];
  const request = { method, origin: url.origin, target: url.pathname + url.search, headers, body: text };
  const hidden = token === null ? [] : [token];
  const sent = await send(request, { service: 'flowDebugger', tags: ['registration'], limits, hidden });
  return sent.response;
}
