const bytes = new DataView(new ArrayBuffer(8));

/** A short text that differs where two values differ: two halves of 32 bits over all numbers, texts and names in them. */
export function digestOf(value: unknown): string {
  const digest = new Digest();
  digest.add(value);
  return digest.text();
}

class Digest {
  #a = 0xdead_beef | 0;
  #b = 0x41c6_ce57 | 0;

  add(value: unknown): void {
    if (typeof value === 'number') {
      bytes.setFloat64(0, value);
      this.#mix(bytes.getInt32(0));
      this.#mix(bytes.getInt32(4));
    } else if (typeof value === 'string') {
      this.#mix(value.length);
      for (let index = 0; index < value.length; index += 1) this.#mix(value.charCodeAt(index));
    } else if (Array.isArray(value)) {
      this.#mix(value.length);
      for (const item of value) this.add(item);
    } else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) {
        this.add(name);
        this.add(member);
      }
    else this.add(String(value));
  }

  #mix(bits: number): void {
    this.#a = Math.imul(this.#a ^ bits, 0x9e37_79b1);
    this.#a ^= this.#a >>> 15;
    this.#b = Math.imul(this.#b ^ bits, 0x5f35_6495);
    this.#b ^= this.#b >>> 13;
  }

  text(): string {
    return [this.#a, this.#b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  }
}
