import type { Outgoing } from '#main/platform/outgoing.ts';
import { defaultRawLimits, type RawLimits } from '#main/platform/raw-http.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';
import { parseJson } from '#main/services/flow-player/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { serverMetadataUrls } from '#shared/oauth/index.ts';
import { withoutEnd } from '#shared/text/ends.ts';

/** Members of a server's metadata that flows need. RFC 8414 §2 */
export type ServerMetadata = Readonly<Record<string, unknown>>;

/**
 * Possible locations of the metadata of an issuer: OpenID Connect Discovery §4, RFC 8414 §3.1, and the combination in RFC
 * 8414 §5, which inserts the OpenID Connect suffix before the path.
 */
export function metadataUrls(issuer: string): readonly [URL, ...URL[]] {
  const urls = serverMetadataUrls(issuer);
  // An MCP client asks the address of OpenID Connect Discovery last, others ask it first.
  return [new URL(urls.at(-1) ?? urls[0]), ...urls.slice(0, -1).map((url) => new URL(url))];
}

/** The metadata of a server, and where they were found. */
export interface Discovered {
  readonly metadata: ServerMetadata;
  readonly metadataUrl: string;
}

/** The answer of one address at which a server may describe itself. */
export interface AskedAddress {
  readonly url: string;
  /** Null: there are none that may be used. */
  readonly metadata: ServerMetadata | null;
  /** Why not; empty: there are. */
  readonly failure: string;
}

/** Asks every address at which an issuer may describe itself. */
export async function askMetadata(
  issuer: string,
  send: SendRecorded,
  outgoing: Outgoing | undefined,
): Promise<readonly AskedAddress[]> {
  const asked: AskedAddress[] = [];
  for (const url of metadataUrls(issuer)) asked.push(await askAddress(url, issuer, send, outgoing));
  return asked;
}

async function askAddress(
  url: URL,
  issuer: string,
  send: SendRecorded,
  outgoing: Outgoing | undefined,
): Promise<AskedAddress> {
  const limits: RawLimits = outgoing === undefined ? defaultRawLimits : { ...defaultRawLimits, outgoing };
  const headers = ['Host', url.host, 'Accept', 'application/json', 'Connection', 'close'];
  const request = { method: 'GET', origin: url.origin, target: url.pathname, headers, body: '' };
  const failed = (failure: string): AskedAddress => ({ url: url.href, metadata: null, failure });
  try {
    const { response } = await send(request, { service: 'flowDebugger', tags: ['discovery'], limits });
    const metadata = response.status === 200 ? parseJson(response) : null;
    if (metadata === null) return failed(`${url.pathname} returned ${response.status}`);
    // RFC 8414 §3.3: a document of another issuer must not be used.
    if (metadata['issuer'] !== issuer)
      return failed(`${url.pathname} contains the issuer ${String(metadata['issuer'])}`);
    return { url: url.href, metadata, failure: '' };
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reads the metadata of a server.
 * @throws flow.no-metadata
 */
export async function discover(
  issuer: string,
  send: SendRecorded,
  outgoing: Outgoing | undefined,
): Promise<Discovered> {
  const failures: string[] = [];
  for (const address of metadataUrls(issuer)) {
    const { url, metadata, failure } = await askAddress(address, issuer, send, outgoing);
    if (metadata !== null) return { metadata, metadataUrl: url };
    failures.push(failure);
  }
  throw noMetadata(issuer, failures);
}

/** The error of a server that describes itself nowhere. */
export function noMetadata(issuer: string, failures: readonly string[]): GatehouseError {
  return new GatehouseError(
    'flow.no-metadata',
    `The metadata of ${issuer} cannot be read: ${failures.map((failure) => withoutEnd(failure, '.')).join('; ')}.`,
    {
      fix: 'Check the issuer in the server’s file. Alternatively, add the endpoints there and set discovery to false.',
    },
  );
}
