import { createHash, X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import type { Route } from './outgoing.ts';
import { openConnection } from './outgoing-connection.ts';

/** How long a server may take to show its certificate, in milliseconds. */
const handshakeMillis = 5_000;

/** The key of a certificate in PEM as browsers are told to trust it: base64 of SHA-256 of its SubjectPublicKeyInfo. */
export function keyHashOf(pem: string): string {
  return hashOf(new X509Certificate(pem));
}

/**
 * The hash of the key that a server shows, once its certificate was verified with the trust of a route; null where it
 * was not. A browser takes keys and no CA: those of servers are looked at for it.
 */
export async function verifiedKeyHash(url: URL, route: Route): Promise<string | null> {
  if (url.protocol !== 'https:' || route.secureContext === null) return null;
  try {
    const socket = await openConnection(url, route, AbortSignal.timeout(handshakeMillis));
    const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
    socket.destroy();
    return certificate === undefined ? null : hashOf(certificate);
  } catch {
    // The browser meets the same server, and says what is wrong with it.
    return null;
  }
}

function hashOf({ publicKey }: X509Certificate): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}
