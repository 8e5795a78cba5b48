import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { plainHost } from '#shared/http/loopback.ts';
import { withoutEnd } from '#shared/text/ends.ts';

export { isLoopbackHost, plainHost } from '#shared/http/loopback.ts';

/** Where a service listens, and the address under which others reach it. */
export interface Reach {
  readonly port: number;
  readonly bind: string;
  readonly publicUrl?: string | undefined;
  readonly tls?: boolean | undefined;
  /** Further names that it answers to. */
  readonly allowedHosts?: readonly string[] | undefined;
}

/** Tests whether a service listens on every address of the machine. */
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
