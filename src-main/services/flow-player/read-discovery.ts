import { headerValue, type RawResponse } from '#main/platform/raw-http.ts';
import { resourceMetadataUrls, scopeUnion, serverMetadataUrls, tokenChallenge } from '#shared/oauth/index.ts';
import { parseJson } from './parse-json.ts';
import { PlayFailure } from './play-failure.ts';
import { plainValue } from './play-values.ts';
import { refusalOf } from './refusal.ts';

/** Reads what a client learns on its way from a resource to a token. */
export interface DiscoveryReading {
  readonly stepId: string;
  /** Address that was asked. */
  readonly url: string;
  readonly get: (name: string) => string | undefined;
  readonly set: (name: string, value: ReturnType<typeof plainValue>) => void;
}

type Json = Readonly<Record<string, unknown>>;

function put({ stepId, set }: DiscoveryReading, name: string, value: string, secret = false): void {
  set(name, plainValue(value, stepId, { state: 'read', secret }));
}

/** Notes the parameters of a challenge; one that is absent now takes the place of a former one. RFC 6750 §3, RFC 9728 §5.1 */
function noteChallenge(response: RawResponse, reading: DiscoveryReading): ReadonlyMap<string, string> {
  const parameters =
    tokenChallenge(headerValue(response.headers, 'www-authenticate') ?? '')?.parameters ?? new Map();
  for (const name of ['resource_metadata', 'scope', 'error'] as const) {
    const value = parameters.get(name) ?? '';
    if (value !== '' || reading.get(`challenge.${name}`) !== undefined)
      put(reading, `challenge.${name}`, value);
  }
  return parameters;
}

/**
 * Reads the refusal of a request without a token: the addresses of the metadata, and the scope. The well-known
 * addresses count only without an address in the challenge. RFC 9728 §5.1, MCP 2026-07-28
 * @throws PlayFailure where the resource asks for no token
 */
export function readChallenge(response: RawResponse, reading: DiscoveryReading): void {
  const { url } = reading;
  put(reading, 'resource_url', url);
  const challenged = noteChallenge(response, reading);
  if (response.status !== 401)
    throw new PlayFailure(
      response.status < 300
        ? `The resource responded with ${response.status} without a token. It is not protected.`
        : `Expected status 401 without a token, received ${response.status}.`,
    );
  put(reading, 'resource_metadata', resourceAddresses(reading)[0]);
  put(reading, 'scope', scopeUnion(challenged.get('scope') ?? ''));
}

/** The addresses of the resource's metadata; the well-known ones count only without one in the challenge. */
function resourceAddresses({ get }: DiscoveryReading): readonly [string, ...string[]] {
  const named = get('challenge.resource_metadata') ?? '';
  return named === '' ? resourceMetadataUrls(get('resource_url') ?? '') : [named];
}

/** Goes on to the next address. @throws PlayFailure where there is none */
function nextAddress(
  name: string,
  addresses: readonly string[],
  failure: string,
  reading: DiscoveryReading,
): void {
  const next = addresses[addresses.indexOf(reading.get(name) ?? '') + 1];
  if (next === undefined) throw new PlayFailure(failure);
  put(reading, name, next);
}

function metadataOf(response: RawResponse): Json | null {
  return response.status === 200 ? parseJson(response) : null;
}

/** Reads the metadata of a resource. `issuer` is preferred where it is one of several. RFC 9728 §3.2 @throws PlayFailure */
export function readResourceMetadata(response: RawResponse, reading: DiscoveryReading, issuer: string): void {
  const metadata = metadataOf(response);
  if (metadata === null)
    return nextAddress(
      'resource_metadata',
      resourceAddresses(reading),
      `The resource has no metadata: ${reading.url} returned ${response.status}.`,
      reading,
    );
  const { resource, authorization_servers: servers, scopes_supported: scopes } = metadata;
  put(reading, 'resource_identifier', typeof resource === 'string' ? resource : '');
  const listed = textsOf(servers);
  const chosen = listed.includes(issuer) ? issuer : (listed[0] ?? '');
  put(reading, 'authorization_server', chosen);
  if ((reading.get('scope') ?? '') === '') put(reading, 'scope', textsOf(scopes).join(' '));
  put(reading, 'server_metadata', serverAddresses(chosen)[0] ?? '');
}

function serverAddresses(issuer: string): readonly string[] {
  return URL.canParse(issuer) ? serverMetadataUrls(issuer) : [];
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Reads the metadata of an authorization server. RFC 8414 §3.2 @throws PlayFailure */
export function readServerMetadata(response: RawResponse, reading: DiscoveryReading): void {
  const metadata = metadataOf(response);
  if (metadata === null)
    return nextAddress(
      'server_metadata',
      serverAddresses(reading.get('authorization_server') ?? ''),
      `The authorization server has no metadata: ${reading.url} returned ${response.status}.`,
      reading,
    );
  const { issuer } = metadata;
  put(reading, 'server_issuer', typeof issuer === 'string' ? issuer : 'none');
}

/** Reads the credentials of a client that was registered. RFC 7591 §3.2.1 @throws PlayFailure */
export function readRegistration(response: RawResponse, reading: DiscoveryReading): void {
  const registered = parseJson(response) ?? {};
  const { client_id: clientId } = registered;
  if (response.status !== 201 && response.status !== 200) throw new PlayFailure(refusalOf(response));
  if (typeof clientId !== 'string') throw new PlayFailure('The registration response has no client_id.');
  put(reading, 'client_id', clientId);
  for (const name of ['client_secret', 'registration_access_token', 'registration_client_uri'] as const) {
    const value = registered[name];
    if (typeof value === 'string') put(reading, name, value, name !== 'registration_client_uri');
  }
}

/**
 * Reads the answer to a request with a token. A refusal that names scopes leads to one more authorization, with them
 * and those that were asked for before. RFC 6750 §3.1, MCP 2026-07-28
 * @throws PlayFailure
 */
export function readScoped(response: RawResponse, reading: DiscoveryReading): void {
  const { status } = response;
  if (status >= 200 && status <= 299) return;
  const parameters = noteChallenge(response, reading);
  const error = parameters.get('error');
  const needed = parameters.get('scope') ?? '';
  if (status !== 403 || error !== 'insufficient_scope') {
    const description = parameters.get('error_description');
    throw new PlayFailure(
      `The resource rejected the token with ${status} ${error ?? ''}${description === undefined ? '' : `: ${description}`}`.trim(),
    );
  }
  if (needed === '')
    throw new PlayFailure('The resource requires more scopes, but its challenge names none.');
  if ((reading.get('step_up') ?? '') !== '')
    throw new PlayFailure(`The resource asks for more scopes again: ${needed}. The client stops.`);
  put(reading, 'step_up', needed);
  put(reading, 'scope', scopeUnion(reading.get('scope') ?? '', needed));
}
