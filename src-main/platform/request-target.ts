/** A request target as a handler sees it: in origin form. */
export interface RequestTarget {
  /** The part before `?`, not decoded. */
  readonly path: string;
  /** The part after `?`, not decoded; empty where there is none. */
  readonly query: string;
  /** The authority that the target names itself, in place of the Host field; null: it is in origin form. */
  readonly authority: string | null;
}

/** An authority without user information, which no HTTP URI has. RFC 9110 §4.2.4 */
const absoluteForm = /^https?:\/\/([^/?#@\s]+)((?:[/?][^#\s]*)?)$/i;

/**
 * Reads a request target in origin form or in absolute form, which a server takes as well and believes more than the
 * Host field. Another form stays as it is, so that nothing is found there. RFC 9112 §3.2.1 and §3.2.2
 */
export function readRequestTarget(target: string): RequestTarget {
  if (target.startsWith('/')) return split(target, null);
  const [, authority, rest = ''] = absoluteForm.exec(target) ?? [];
  if (authority === undefined) return split(target, null);
  return split(rest.startsWith('/') ? rest : `/${rest}`, authority);
}

function split(target: string, authority: string | null): RequestTarget {
  const question = target.indexOf('?');
  return question < 0
    ? { path: target, query: '', authority }
    : { path: target.slice(0, question), query: target.slice(question + 1), authority };
}
