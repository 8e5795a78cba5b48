import { isLoopbackHost } from '../platform/addresses.ts';

/** Where a hosted service is said to be, and where it is. */
export interface ServiceAddress {
  /** The port in the manifest; 0 stands for any free port. */
  readonly port: number;
  /** The port that it has where a manifest names none. */
  readonly usualPort: number;
  /** Base URL of its listener; null: it does not run. */
  readonly url: string | null;
}

/**
 * Where a server is really reached that a document names by its origin. A service that listens on another port than its
 * manifest says, as it does where any free port was asked for, is still meant by the port of the manifest, or by its usual
 * one where the manifest leaves the port open. Every other address is what it is.
 */
export function reachedAddress(origin: string, services: readonly ServiceAddress[]): string {
  if (!URL.canParse(origin)) return origin;
  const { hostname, port, protocol } = new URL(origin);
  if (!isLoopbackHost(hostname)) return origin;
  const named = Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port);
  const listens = ({ url }: ServiceAddress) => url !== null && Number(new URL(url).port) === named;
  if (services.some(listens)) return origin;
  const meant = services.find((service) => (service.port === 0 ? service.usualPort : service.port) === named);
  return meant?.url ?? origin;
}
