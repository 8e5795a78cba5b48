/** The target that the path of a request names. Spec 2 §4 */
export type Address =
  | { readonly kind: 'systems' }
  | { readonly kind: 'system'; readonly system: string }
  | { readonly kind: 'collection'; readonly system: string; readonly type: string }
  | { readonly kind: 'object'; readonly system: string; readonly type: string; readonly id: string };

/** The documents give the base with and without it. Spec 2 §4 */
const prefix = '/openidm/';

/** Reads `/system…`, with or without the prefix; null where a path is neither, or cannot be decoded. */
export function parseAddress(path: string): Address | null {
  const bare = path.startsWith(prefix) ? path.slice(prefix.length - 1) : path;
  const segments = decode(bare.replace(/\/$/, ''));
  if (segments === null || segments[0] !== 'system' || segments.some((segment) => segment === ''))
    return null;
  const [, system, type, id] = segments;
  if (segments.length > 4) return null;
  if (system === undefined) return { kind: 'systems' };
  if (type === undefined) return { kind: 'system', system };
  return id === undefined ? { kind: 'collection', system, type } : { kind: 'object', system, type, id };
}

function decode(path: string): readonly string[] | null {
  try {
    const segments = path.slice(1).split('/');
    return path.includes('%') ? segments.map(decodeURIComponent) : segments;
  } catch {
    return null;
  }
}
