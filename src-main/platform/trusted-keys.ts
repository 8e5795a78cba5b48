import { createHash, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { plainHost } from './addresses.ts';
import type { Route } from './outgoing.ts';

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
export async function verifiedKeyHash(url: URL, { secureContext, proxy }: Route): Promise<string | null> {
  if (url.protocol !== 'https:' || secureContext === null || proxy !== null) return null;
  const host = plainHost(url.hostname);
  // An address is no server name. RFC 6066 §3
  const named = isIP(host) === 0 ? { servername: host } : {};
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(url.port || 443), ...named, secureContext }, () => {
      const certificate = socket.getPeerX509Certificate();
      socket.destroy();
      resolve(certificate === undefined ? null : hashOf(certificate));
    });
    socket.setTimeout(handshakeMillis, () => socket.destroy());
    socket.on('error', () => resolve(null));
    socket.on('close', () => resolve(null));
  });
}

function hashOf({ publicKey }: X509Certificate): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}
