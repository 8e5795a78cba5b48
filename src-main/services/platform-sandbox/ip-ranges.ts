import { BlockList, isIP, isIPv6 } from 'node:net';
import { z } from 'zod';

/** An address, or a range of them such as `192.0.2.0/24`. */
export const ipRangeSchema = z
  .string()
  .refine((text) => isRange(text), { error: 'is not an IP address or range' });

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
}

/** Tests whether an address is in one of the ranges. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [base = '', bits] = range.split('/');
    const family = isIPv6(base) ? 'ipv6' : 'ipv4';
    list.addSubnet(base, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
