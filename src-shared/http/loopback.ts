/** Host name without the brackets that an IPv6 address has in a URL. RFC 3986 §3.2.2 */
export function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').toLowerCase();
}

/** 127.0.0.0/8, each part as it is usually written. RFC 1122 §3.2.1.3 */
const loopbackIpv4 = /^127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;
/** The same in the form of IPv6. RFC 4291 §2.5.5.2 */
const mappedIpv4 = /^::ffff:(?:127(?:\.\d{1,3}){3}|7f[0-9a-f]{2}:[0-9a-f]{1,4})$/;

/** True if a host is this machine's loopback by its name alone: no look-up is made. RFC 6761 §6.3 */
export function isLoopbackHost(hostname: string): boolean {
  const host = plainHost(hostname);
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return host === '::1' || mappedIpv4.test(host) || loopbackIpv4.test(host);
}
