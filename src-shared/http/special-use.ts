import { isLoopbackHost, plainHost } from './loopback.ts';

/** Networks that no public server has: this one, private, shared, link-local, test, multicast and reserved. RFC 6890 §2.2.2 */
const specialIpv4: readonly (readonly [first: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Names that are resolved in the local network alone. RFC 6762 §3, RFC 8375 §3 */
const localName = /(?:^|\.)(?:local|internal|home\.arpa|lan|intranet)$/;

/**
 * True if a host is this machine, part of a private network, or reserved, as far as its name says: no look-up is made.
 * The host is as a URL parser writes it, so that other spellings of an address are known. RFC 6890, RFC 6761
 */
export function isSpecialUseHost(hostname: string): boolean {
  const host = plainHost(hostname).replace(/\.$/, '');
  if (host === '' || isLoopbackHost(host)) return true;
  if (host.includes(':')) return isSpecialIpv6(host);
  const address = ipv4Number(host);
  if (address !== null) return isSpecialIpv4(address);
  // A name of one part is completed by the search list of the machine.
  return !host.includes('.') || localName.test(host);
}

function ipv4Number(host: string): number | null {
  const parts = host.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part))) return null;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

function isSpecialIpv4(address: number): boolean {
  return specialIpv4.some(([first, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(address / size) === Math.floor((ipv4Number(first) ?? 0) / size);
  });
}

/** Only global unicast is public, without what leads on to IPv4 or to examples. RFC 4291 §2.4, RFC 6052 §2.1 */
function isSpecialIpv6(host: string): boolean {
  const [first = ''] = host.split(':');
  const isGlobal = /^[23][0-9a-f]{3}$/.test(first);
  return !isGlobal || first === '2002' || /^2001:(?:db8|0?):/.test(host);
}
