/** A challenge of a server that asks for credentials. RFC 9110 §11.6.1 */
export interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  /** By their names in lower case; the first of a name counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

const separators = /[\s,]*/y;
const word = /[\w!#$%&'*+.^`|~-]+/y;
const equals = /\s*=\s*/y;
const quoted = /"((?:[^"\\]|\\.)*)"/y;
const bare = /[^\s,"]*/y;
/** Credentials in one piece, up to the next challenge. RFC 9110 §11.2 */
const token68 = /\s+[\w.~+/-]+=*\s*(?=,|$)/y;

const maxHeaderCharacters = 16_384;

/** Reads the challenges of a `WWW-Authenticate` header; reading ends at the first part that breaks the syntax. RFC 9110 §11.6.1 */
function readChallenges(header: string): readonly Challenge[] {
  const text = header.slice(0, maxHeaderCharacters);
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  for (;;) {
    take(separators);
    const name = take(word)?.[0].toLowerCase();
    if (name === undefined) return challenges;
    if (take(equals) === null) {
      challenges.push({ scheme: name, parameters: new Map() });
      take(token68);
      continue;
    }
    const value = take(quoted)?.[1]?.replace(/\\(.)/g, '$1') ?? take(bare)?.[0] ?? '';
    const parameters = challenges.at(-1)?.parameters;
    if (parameters?.has(name) === false) parameters.set(name, value);
  }
}

/** Returns the challenge that asks for an OAuth token. RFC 6750 §3, RFC 9449 §7.1 */
export function tokenChallenge(header: string): Challenge | undefined {
  return readChallenges(header).find(({ scheme }) => scheme === 'bearer' || scheme === 'dpop');
}

const wellKnownResource = '/.well-known/oauth-protected-resource';

/**
 * Returns the well-known addresses of the metadata of a protected resource: the one with its path inserted, then the
 * root. RFC 9728 §3.1
 */
export function resourceMetadataUrls(resource: string): readonly [string, ...string[]] {
  const { origin, pathname, search } = new URL(resource);
  const root = origin + wellKnownResource;
  const inserted = `${pathname === '/' ? '' : pathname}${search}`;
  return inserted === '' ? [root] : [`${root}${inserted}`, root];
}

/**
 * Returns the identifier that metadata must contain. Metadata from a challenge and from the address with the path
 * inserted describe the resource itself; the root describes the whole origin. RFC 9728 §3.3
 */
export function describedResource(resource: string, metadataUrl: string, isChallenged: boolean): string {
  const url = new URL(resource);
  url.hash = '';
  const isRoot = metadataUrl === url.origin + wellKnownResource;
  return isRoot && !isChallenged ? url.origin : url.href;
}

/** True if two identifiers are the same; an origin may end in a slash. RFC 9728 §3.3 */
export function isSameResource(one: string, other: string): boolean {
  const whole = (text: string) => (URL.canParse(text) && text === new URL(text).origin ? `${text}/` : text);
  return whole(one) === whole(other);
}

/**
 * Returns the addresses of an authorization server's metadata in the order in which an MCP client asks them: RFC 8414
 * §3.1, the same for OpenID Connect (RFC 8414 §5), OpenID Connect Discovery §4.
 */
export function serverMetadataUrls(issuer: string): readonly [string, ...string[]] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const [oauth, openid] = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];
  return path === ''
    ? [origin + oauth, origin + openid]
    : [origin + oauth + path, origin + openid + path, origin + path + openid];
}

/** Scopes of two lists, each once, in the order of their first occurrence. */
export function scopeUnion(...lists: readonly string[]): string {
  const scopes = lists.flatMap((list) => list.split(' ')).filter((scope) => scope !== '');
  return [...new Set(scopes)].join(' ');
}
