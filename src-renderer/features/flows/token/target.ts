const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The host of an address that is not on this machine; null for one that is, or that is no address yet. RFC 6761 §6.3 */
export function hostElsewhere(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, host } = new URL(address);
  return hostname === '' || loopback.test(hostname) ? null : host;
}
