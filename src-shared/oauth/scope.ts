const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Takes a `scope` value apart, each token once, in order; null where it is malformed. RFC 6749 §3.3. */
export function parseScope(text: string): readonly string[] | null {
  if (text === '') return [];
  if (!scopePattern.test(text)) return null;
  return [...new Set(text.split(' '))];
}

/** Joins scope tokens as the wire has them. RFC 6749 §3.3. */
export function formatScope(scopes: readonly string[]): string {
  return scopes.join(' ');
}

/** True if every scope of `inner` is one of `outer`, in any order. RFC 6749 §3.3 and §6. */
export function isScopeSubset(inner: readonly string[], outer: readonly string[]): boolean {
  for (const scope of inner) if (!outer.includes(scope)) return false;
  return true;
}

/** Those of `inner` that `outer` does not hold. */
export function scopesOutside(inner: readonly string[], outer: readonly string[]): readonly string[] {
  return inner.filter((scope) => !outer.includes(scope));
}
