/** Parameters of a query or a form, with how often each stands there. */
export class Parameters {
  readonly #pairs: readonly (readonly [string, string])[];

  constructor(pairs: Iterable<readonly [string, string]>) {
    this.#pairs = [...pairs];
  }

  static of(text: string): Parameters {
    return new Parameters(new URLSearchParams(text));
  }

  /** The last value; one without a value counts as left out. RFC 6749 §3.1, §3.2 */
  get(name: string): string | null {
    const value = this.#pairs.findLast(([own]) => own === name)?.[1] ?? '';
    return value === '' ? null : value;
  }

  first(name: string): string | null {
    return this.#pairs.find(([own]) => own === name)?.[1] ?? null;
  }

  has(name: string): boolean {
    return this.#pairs.some(([own]) => own === name);
  }

  /** A parameter that stands more than once, which none may. RFC 6749 §3.1, §3.2 */
  repeated(): string | null {
    const seen = new Set<string>();
    for (const [name] of this.#pairs) {
      if (seen.has(name)) return name;
      seen.add(name);
    }
    return null;
  }

  isRepeated(name: string): boolean {
    return this.#pairs.filter(([own]) => own === name).length > 1;
  }
}

/** Words of a scope. RFC 6749 §3.3 */
export const scopeWords = (scope: string | null): readonly string[] =>
  (scope ?? '').split(' ').filter((word) => word !== '');

/** True of a scope token as the syntax has it. RFC 6749 Appendix A.4 */
export const isScopeToken = (word: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(word);
