import { textOf } from '../values.ts';
import type { ExpressionFunction } from './function.ts';

const groupsOfV6 = 8;

/** The bytes of an IP address, IPv4 mapped into IPv6 as IPv4; null where the text is none. RFC 4291 §2.2 */
function addressBytes(text: string): readonly number[] | null {
  if (!text.includes(':')) return v4Bytes(text);
  const [head = '', tail, extra] = text.split('::');
  if (extra !== undefined) return null;
  const before = v6Groups(head);
  const after = tail === undefined ? [] : v6Groups(tail);
  if (before === null || after === null) return null;
  const missing = groupsOfV6 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const bytes = [...before, ...Array.from({ length: missing }, () => 0), ...after].flatMap((group) => [
    group >> 8,
    group & 255,
  ]);
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255;
  return isMapped ? bytes.slice(12) : bytes;
}

function v4Bytes(text: string): readonly number[] | null {
  const parts = text.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return null;
  return parts.map(Number);
}

function v6Groups(text: string): readonly number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  for (const [index, part, parts] of text.split(':').map((each, at, all) => [at, each, all] as const)) {
    if (part.includes('.') && index === parts.length - 1) {
      const bytes = v4Bytes(part);
      if (bytes === null) return null;
      const [a = 0, b = 0, c = 0, d = 0] = bytes;
      groups.push((a << 8) | b, (c << 8) | d);
    } else if (/^[0-9A-Fa-f]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}

/** True if an address lies in a network, written as `10.0.0.0/8` or a single address. RFC 4632 §3.1 */
function isInNetwork(address: readonly number[], network: string): boolean {
  const [base = '', bits] = network.split('/');
  const bytes = addressBytes(base.trim());
  if (bytes === null || bytes.length !== address.length) return false;
  const length = bits === undefined ? bytes.length * 8 : Number(bits);
  if (!Number.isInteger(length) || length < 0 || length > bytes.length * 8) return false;
  return bytes.every((byte, index) => {
    const taken = Math.min(8, Math.max(0, length - index * 8));
    const mask = (0xff << (8 - taken)) & 0xff;
    return (byte & mask) === ((address[index] ?? 0) & mask);
  });
}

/** Functions of addresses. */
export const networkFunctions: readonly ExpressionFunction[] = [
  {
    name: 'ipMatch',
    parameters: 'address, network, …',
    detail: 'whether an IP address is in one of the networks, such as 10.0.0.0/8',
    minArguments: 2,
    maxArguments: 64,
    apply([address, ...networks]) {
      const bytes = addressBytes(textOf(address).trim());
      return bytes !== null && networks.flat().some((network) => isInNetwork(bytes, textOf(network)));
    },
  },
];
