import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { withoutEnd } from '#shared/text/ends.ts';

/** Where a service listens, and the address under which others reach it. */
export interface Reach {
  readonly port: number;
  readonly bind: string;
  readonly publicUrl?: string | undefined;
  readonly tls?: boolean | undefined;
  /** Further names that it answers to. */
  readonly allowedHosts?: readonly string[] | undefined;
}

/** Host name without the brackets that an IPv6 address has in a URL. RFC 3986 §3.2.2 */
export function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').toLowerCase();
}

/** Whether a host is this machine's loopback by its name alone: no look-up is made. RFC 6761 §6.3 */
export function isLoopbackHost(hostname: string): boolean {
  const host = plainHost(hostname);
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  // An IPv4 address may come in the form of IPv6. RFC 4291 §2.5.5.2
  if (isIP(host) === 6) return host === '::1' || /^::ffff:(?:127\.|7f[0-9a-f]{2}:)/.test(host);
  return isIP(host) === 4 && host.startsWith('127.');
}

/** Whether a service listens on every address of the machine. */
export function isEveryAddress(bind: string): boolean {
  return bind === '0.0.0.0' || bind === '::';
}

/** Base URL of a service without a slash at the end: the public one, else that of its listener. */
export function baseUrlOf({ port, bind, publicUrl, tls }: Reach): string {
  if (publicUrl !== undefined) return withoutEnd(publicUrl, '/');
  // “Every address” is none that a client could connect to.
  const host = bind === '0.0.0.0' ? '127.0.0.1' : bind === '::' ? '::1' : bind;
  return `${tls === true ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Every host under which a client may reach the service, sorted: what its certificate has to name. RFC 9525 §4 */
export function certificateHosts({ bind, publicUrl }: Pick<Reach, 'bind' | 'publicUrl'>): readonly string[] {
  const hosts = new Set(['127.0.0.1', '::1', 'localhost']);
  if (isEveryAddress(bind)) for (const address of machineAddresses()) hosts.add(address);
  else hosts.add(plainHost(bind));
  if (publicUrl !== undefined) hosts.add(plainHost(new URL(publicUrl).hostname));
  return [...hosts].toSorted();
}

function machineAddresses(): readonly string[] {
  return (
    Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      // A link-local address has a zone, which a certificate cannot name.
      .filter(({ address, scopeid }) => isIP(address) !== 0 && (scopeid ?? 0) === 0)
      .map(({ address }) => address.toLowerCase())
  );
}
