/** One link of a header field, up to its end: a target, and parameters in which commas may be quoted. RFC 8288 §3 */
const link = /<([^<>]*)>((?:[^",]|"[^"]*")*)/g;
const parameter = /;\s*([^\s=;,"]+)\s*=\s*(?:"([^"]*)"|([^\s;,"]*))/g;

/** The target of the link with the relation `next` in a Link field; null: there is none. RFC 8288 §3.3 */
export function nextLinkOf(field: string): string | null {
  for (const [, target = '', parameters = ''] of field.matchAll(link)) {
    const relation = [...parameters.matchAll(parameter)].find(([, name]) => name?.toLowerCase() === 'rel');
    const [, , quoted, bare = ''] = relation ?? [];
    const types = (quoted ?? bare).toLowerCase().split(' ');
    if (target !== '' && types.includes('next')) return target;
  }
  return null;
}

/** True of an address that needs no other one to be resolved but that of the server. */
export function isWholeLink(text: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(text);
}

/**
 * The path of a next page at serviceUri where the remote does not know by which path it is reached. A proxy puts a path
 * before that of the remote, takes a part of it away, or both: the longest end of the path of serviceUri with which the
 * given one begins is the part that both know.
 */
export function rewrittenPath(base: string, path: string): string {
  if (base === '' || path === base || path.startsWith(`${base}/`)) return path;
  const segments = base.split('/').slice(1);
  for (let first = 1; first < segments.length; first += 1) {
    const shared = `/${segments.slice(first).join('/')}`;
    if (path === shared || path.startsWith(`${shared}/`)) return base + path.slice(shared.length);
  }
  return base + path;
}
