const blockBytes = 64;
const words = 64;

/** The first 32 bits of the fractional part of a root of a prime. FIPS 180-4 §4.2.2, §5.3.3 */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 0x1_0000_0000) | 0;
}

function primes(count: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}

const constants = Int32Array.from(primes(words), (prime) => fraction(Math.cbrt(prime)));
const initial = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

const rotate = (value: number, by: number): number => (value >>> by) | (value << (32 - by));

/** The SHA-256 digest of some bytes. FIPS 180-4 §6.2 */
export function sha256(bytes: Uint8Array): Uint8Array {
  const length = Math.ceil((bytes.length + 9) / blockBytes) * blockBytes;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(length - 4, bytes.length * 8);
  const state = Int32Array.from(initial);
  const schedule = new Int32Array(words);
  for (let offset = 0; offset < length; offset += blockBytes) {
    for (let index = 0; index < 16; index += 1) schedule[index] = view.getInt32(offset + index * 4);
    compress(state, schedule);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

function compress(state: Int32Array, schedule: Int32Array): void {
  const at = (index: number): number => schedule[index] ?? 0;
  for (let index = 16; index < words; index += 1) {
    const [early, late] = [at(index - 15), at(index - 2)];
    const a = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const b = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule[index] = at(index - 16) + a + at(index - 7) + b;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < words; index += 1) {
    const mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + mixed + ((e & f) ^ (~e & g)) + (constants[index] ?? 0) + at(index)) | 0;
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word;
}
