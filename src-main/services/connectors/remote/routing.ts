import {
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type SecureContextOptions,
} from 'node:tls';
import { plainHost } from '#main/platform/addresses.ts';
import { clientDraft, type WireResponse } from '#main/platform/client-request.ts';
import type { Proxy, Route } from '#main/platform/outgoing.ts';
import type { ConnectorProperties, RemoteResponse } from '#shared/connectors/index.ts';
import { ConnectorFailure } from '../failure.ts';
import { type ClientCertificate, readClientCertificate } from '../keystore/pkcs12.ts';
import type { ConnectorPorts, ReadProperty } from '../ports.ts';
import type { RemoteAddress } from './address.ts';
import { type Fields, fieldOf, flatFields } from './message.ts';
import type { WireRequest } from './wire-request.ts';

/** Finds how a server is reached; only a trusted one is shown the client's certificate. */
export type FindRoute = (target: URL, isTrusted: boolean) => Promise<Route>;

/** Makes the ways out of a connector: its own proxy, certificate and leniency, over what the workspace prescribes. */
export function createOutboundRoutes(
  properties: ConnectorProperties,
  ports: Pick<ConnectorPorts, 'outgoing' | 'keystore'>,
  secret: ReadProperty,
): FindRoute {
  const { acceptSelfSignedCertificates: takesAnyIssuer, disableHostNameVerifier: takesAnyHost } = properties;
  const leniency = takesAnyIssuer || takesAnyHost ? { leniency: { takesAnyIssuer, takesAnyHost } } : {};
  const contexts = new Map<string, SecureContext>();
  let certificate: Promise<ClientCertificate> | null = null;

  function readCertificate(alias: string): Promise<ClientCertificate> {
    const keystore = ports.keystore();
    if (keystore === null)
      throw new ConnectorFailure(
        'CONFIGURATION',
        'clientCertAlias is set, but the workspace has no keystore.',
        {
          fix: 'Add a PKCS#12 file to the workspace, or clear clientCertAlias.',
        },
      );
    return readClientCertificate({ keystore, alias, keyPassword: secret('clientCertPassword') });
  }

  async function withCertificate(route: Route, alias: string): Promise<Route> {
    certificate ??= Promise.resolve(readCertificate(alias)).catch((error: unknown) => {
      certificate = null;
      throw error;
    });
    const { certificates: cert, key } = await certificate;
    const extra = route.extraCertificates ?? [];
    const id = extra.join('\n');
    const context =
      contexts.get(id) ?? contextOf({ ca: [...getCACertificates('default'), ...extra], cert, key }, alias);
    contexts.set(id, context);
    return { ...route, secureContext: context };
  }

  return async (target, isTrusted) => {
    const route = { ...(await ports.outgoing.routeTo(target)), ...leniency };
    const own = ownProxy(properties, secret);
    const way = own === null ? route : { ...route, proxy: own };
    const alias = properties.clientCertAlias ?? '';
    return alias === '' || !isTrusted || target.protocol !== 'https:' ? way : withCertificate(way, alias);
  };
}

/** @throws ConnectorFailure CONFIGURATION where nothing can be shown with such a key */
function contextOf(options: SecureContextOptions, alias: string): SecureContext {
  try {
    return createSecureContext(options);
  } catch (cause) {
    throw new ConnectorFailure('CONFIGURATION', `The TLS library rejects the certificate of ${alias}.`, {
      fix: 'Create a certificate with a larger key, such as RSA with 2,048 bits, and a current hash, such as SHA-256.',
      cause,
    });
  }
}

/** RFC 7617 §2 */
function ownProxy(properties: ConnectorProperties, secret: ReadProperty): Proxy | null {
  const { httpProxyHost, httpProxyPort, httpProxyUsername } = properties;
  if (httpProxyHost === null || httpProxyHost === '') return null;
  const address = { host: plainHost(httpProxyHost), port: httpProxyPort ?? 80 };
  if (httpProxyUsername === null || httpProxyUsername === '') return { ...address, authorization: null };
  const credentials = `${httpProxyUsername}:${secret('httpProxyPassword') ?? ''}`;
  return { ...address, authorization: `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}` };
}

/** How a request ended, and how long it took. */
interface Ending {
  readonly answer: WireResponse | null;
  readonly failure: string | null;
  readonly startedAtMillis: number;
  readonly tookMillis: number;
}

/** Records a request as an exchange, answered or not, and returns its id. */
export type RecordRequest = (request: WireRequest, headers: Fields, ending: Ending) => string;

/** Makes the recording of what a connector sends. */
export function createRequestRecord({
  record,
  name,
}: Pick<ConnectorPorts, 'record' | 'name'>): RecordRequest {
  const tagsOf = createTags(name);
  return ({ purpose, address, method, body }, headers, { answer, failure, startedAtMillis, tookMillis }) =>
    record(
      clientDraft({
        service: 'connectorHost',
        origin: address.origin,
        method,
        target: address.target,
        requestHeaders: flatFields(headers),
        body,
        answer,
        failure,
        startedAtMillis,
        tookMillis,
        tags: tagsOf('operation' in purpose ? purpose.operation : purpose.kind),
      }),
    );
}

/** The same list for each request of an operation. */
function createTags(system: string): (operation: string) => readonly string[] {
  const lists = new Map<string, readonly string[]>();
  return (operation) => {
    const known = lists.get(operation);
    if (known !== undefined) return known;
    const tags = [`system:${system}`, `operation:${operation}`];
    lists.set(operation, tags);
    return tags;
  };
}

const statuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 5;

/**
 * Where an answer sends a request on to: an address of the same server, null where it does not, a failure where that is
 * not followed. Credentials never go to another server, and a body is never sent twice. RFC 9110 §15.4
 */
export function nextAddress(
  { method, address }: Pick<WireRequest, 'method' | 'address'>,
  response: RemoteResponse,
  redirects: number,
): RemoteAddress | ConnectorFailure | null {
  if (!statuses.has(response.status)) return null;
  const location = fieldOf(response.headers, 'location');
  if (location === null) return null;
  const base = `${address.origin}${address.target}`;
  if (!URL.canParse(location, base))
    return refused('The Location header is not a valid URL.', 'Check the remote system.');
  const { origin, pathname, search } = new URL(location, base);
  const isRead = method === 'GET' || method === 'HEAD';
  // The request has been dealt with, and its outcome is to be had elsewhere. RFC 9110 §15.4.4
  if (!isRead && response.status === 303)
    return refused(
      `It has processed the ${method} and returns the result at ${origin}${pathname}.`,
      'Check the result before you repeat the request. Configure the remote system to return the object directly.',
    );
  if (!isRead)
    return refused(
      `The connector does not repeat ${method} at ${origin}${pathname}.`,
      'Configure the path that it redirects to.',
    );
  if (origin !== address.origin)
    return refused(
      `${origin} is another server, and credentials are not sent to it.`,
      'If that server is correct, set serviceUri to it.',
    );
  if (redirects >= maxRedirects)
    return refused(`The limit of ${maxRedirects} redirects is exceeded.`, 'Check the remote system.');
  return { ...address, target: `${pathname}${search}` };
}

/** The request to the address that it was sent on to. */
export function sentAgain(request: WireRequest, address: RemoteAddress): WireRequest {
  const from = request.address.target.split('?', 1)[0] ?? '';
  return { ...request, address, notes: [...request.notes, `redirected from ${from}`] };
}

function refused(why: string, fix: string): ConnectorFailure {
  return new ConnectorFailure('OTHER', `The remote system redirects the request. ${why}`, { fix });
}
