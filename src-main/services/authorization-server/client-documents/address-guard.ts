import { isLoopbackHost } from '#shared/http/loopback.ts';
import { isSpecialUseHost } from '#shared/http/special-use.ts';
import type { ClientIdMetadataDocuments } from '#shared/workspace/index.ts';

/** Addresses that a request to a URL may be sent to. */
export type Admits = (address: string) => boolean;

/** True if a URL is at an origin of this machine that the workspace trusts for development. */
function isDevelopment(url: URL, { developmentOrigins }: ClientIdMetadataDocuments): boolean {
  return developmentOrigins.some((origin) => URL.parse(origin)?.origin === url.origin);
}

/**
 * Addresses to which a URL may lead; null: its own host is one that is never requested. draft-ietf-oauth-client-id-metadata-document-02 §8.6
 */
export function admittedFor(url: URL, settings: ClientIdMetadataDocuments): Admits | null {
  if (isDevelopment(url, settings)) return isLoopbackHost;
  return isSpecialUseHost(url.hostname) ? null : (address) => !isSpecialUseHost(address);
}
