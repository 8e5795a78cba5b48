/** A value in DER: its tag and its content. X.690 §8.1 */
export interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
}

/** Reads the first value of some bytes; null where they hold none that is whole. */
export function readDer(bytes: Buffer): DerValue | null {
  return next(bytes)?.value ?? null;
}

/** The values in a value, as far as they are whole. */
export function childrenOf({ content }: DerValue): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let rest = content; rest.length > 0; ) {
    const read = next(rest);
    if (read === null) return values;
    values.push(read.value);
    rest = read.rest;
  }
  return values;
}

function next(bytes: Buffer): { readonly value: DerValue; readonly rest: Buffer } | null {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) return null;
  const more = first < 0x80 ? 0 : first & 0x7f;
  // No file that is read here is longer than four bytes can say; 0x80 is no length in DER. X.690 §8.1.3, §10.1
  if (more > 4 || first === 0x80 || bytes.length < 2 + more) return null;
  const length = more === 0 ? first : bytes.readUIntBE(2, more);
  const end = 2 + more + length;
  if (bytes.length < end) return null;
  return { value: { tag, content: bytes.subarray(2 + more, end) }, rest: bytes.subarray(end) };
}
