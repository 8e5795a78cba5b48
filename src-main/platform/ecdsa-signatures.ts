const sequence = 0x30;
const integer = 0x02;
const longLength = 0x81;
const signBit = 0x80;

/** The bytes of a coordinate on each curve, as Node calls the curves. RFC 7518 §3.4, RFC 8812 §3.2 */
const coordinateBytes: Readonly<Record<string, number>> = {
  prime256v1: 32,
  secp256k1: 32,
  secp384r1: 48,
  secp521r1: 66,
};

/**
 * Turns an ECDSA signature as JWTs have it, R and S beside each other, into the form that X.509 uses; null if it does not
 * have the length for the curve. Node verifies that form a third faster, as it needs no options beside the key.
 * RFC 7518 §3.4, RFC 3279 §2.2.3
 */
export function derSignature(raw: Uint8Array, curve: string): Buffer | null {
  const bytes = coordinateBytes[curve];
  if (bytes === undefined || raw.length !== bytes * 2) return null;
  const [r, s] = [significant(raw, 0, bytes), significant(raw, bytes, raw.length)];
  const length = integerLength(r) + integerLength(s);
  const head = length < signBit ? [sequence, length] : [sequence, longLength, length];
  const der = Buffer.alloc(head.length + length);
  der.set(head);
  putInteger(der, putInteger(der, head.length, r), s);
  return der;
}

/** The bytes from the first that is not zero; of zero, the last. */
function significant(raw: Uint8Array, from: number, end: number): Uint8Array {
  let start = from;
  while (start < end - 1 && raw[start] === 0) start += 1;
  return raw.subarray(start, end);
}

/** A zero goes before a first byte that would make the number negative. */
const isNegative = (value: Uint8Array): boolean => (value[0] ?? 0) >= signBit;

const integerLength = (value: Uint8Array): number => 2 + (isNegative(value) ? 1 : 0) + value.length;

/** Returns the place after it. */
function putInteger(der: Buffer, at: number, value: Uint8Array): number {
  const length = integerLength(value);
  der[at] = integer;
  der[at + 1] = length - 2;
  der.set(value, at + length - value.length);
  return at + length;
}
