/** Whom a token is meant for: one, several, or (null) nobody in particular. RFC 7519 §4.1.3 */
export type Audience = string | readonly string[] | null;

/**
 * The audience of a number of names, each counted once: a single one is a string, as most readers expect. RFC
 * 7519 §4.1.3
 */
export function audienceOfNames(names: readonly string[]): Audience {
  const [first = null, ...others] = new Set(names);
  return first === null || others.length === 0 ? first : [first, ...others];
}

/** The names in an audience. */
export function namesIn(audience: Audience): readonly string[] {
  if (audience === null) return [];
  return typeof audience === 'string' ? [audience] : audience;
}

/** An audience as people and lists read it; null where it is nobody in particular. */
export function audienceText(audience: Audience): string | null {
  return audience === null ? null : namesIn(audience).join(' ');
}
