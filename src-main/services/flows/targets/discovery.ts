import type { Outgoing } from '#main/platform/outgoing.ts';
import { defaultRawLimits, type RawLimits } from '#main/platform/raw-http.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';
import { parseJson } from '#main/services/flow-player/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/** Members of a server's metadata that flows need. RFC 8414 §2 */
export type ServerMetadata = Readonly<Record<string, unknown>>;

/** Possible locations of the metadata of an issuer: OpenID Connect Discovery §4, RFC 8414 §3.1. */
export function metadataUrls(issuer: string): readonly [URL, URL] {
  const base = new URL(issuer);
  const path = base.pathname.replace(/\/$/, '');
  return [
    new URL(`${path}/.well-known/openid-configuration`, base),
    new URL(`/.well-known/oauth-authorization-server${path}`, base),
  ];
}

/** The metadata of a server, and where they were found. */
export interface Discovered {
  readonly metadata: ServerMetadata;
  readonly metadataUrl: string;
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
  const limits: RawLimits = outgoing === undefined ? defaultRawLimits : { ...defaultRawLimits, outgoing };
  const failures: string[] = [];
  for (const url of metadataUrls(issuer)) {
    const headers = ['Host', url.host, 'Accept', 'application/json', 'Connection', 'close'];
    const request = { method: 'GET', origin: url.origin, target: url.pathname, headers, body: '' };
    try {
      const { response } = await send(request, { service: 'flowDebugger', tags: ['discovery'], limits });
      const metadata = response.status === 200 ? parseJson(response) : null;
      if (metadata === null) failures.push(`${url.pathname} answered ${response.status}`);
      else if (metadata['issuer'] === issuer) return { metadata, metadataUrl: url.href };
      // RFC 8414 §3.3: a document of another issuer must not be used.
      else failures.push(`${url.pathname} names the issuer ${String(metadata['issuer'])}`);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new GatehouseError(
    'flow.no-metadata',
    `No metadata of ${issuer} can be read: ${failures.join('; ')}.`,
    {
      fix: 'Check the issuer in the file of the server, or name its endpoints there and set discovery to false.',
    },
  );
}
