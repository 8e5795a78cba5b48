import { isLoopbackHost, plainHost } from '#shared/http/loopback.ts';
import { isJsonObject, type JsonValue } from '#shared/workspace/index.ts';

/** Servers found in a file. */
export interface FoundServers {
  /** Hosts beyond this machine. */
  readonly hosts: readonly string[];
  /** True if a server is named whose host cannot be told. */
  readonly isOpen: boolean;
}

/**
 * Addresses anywhere in a text; parsers of URLs accept any number of slashes of either sort. WHATWG URL §4.4
 */
const address = /(?:https?|wss?):[/\\]*([^/?#\s"'<>\\]*)/gi;
/** Characters that parsers of URLs ignore anywhere. WHATWG URL §4.4 */
const ignored = /[\t\n\r]/g;
/** Variables, expressions and templates. */
const placeholder = /[{}$]/;
/** Members that hold an address. */
const addressMember = /(?:uri|url|endpoint|host|path|issuer)$/i;
/** A text that begins with something that only shows when it is used. */
const beginsOpen = /^\s*[&$]\{/;
/** Members that nobody connects to: where browsers are sent, what people read, what answers say. */
const passive: ReadonlySet<string> = new Set([
  '$schema',
  'description',
  'display_name',
  'displayName',
  'entity',
  'name',
  'realm',
  'redirect_uris',
  'remark',
  'title',
]);

/** The servers that a document names anywhere in it, its variables filled in. */
export function serversIn(document: JsonValue): FoundServers {
  const hosts = new Set<string>();
  let isOpen = false;
  eachText(document, '', (member, text) => {
    for (const [, authority = ''] of text.replace(ignored, '').matchAll(address)) {
      const host = hostOf(authority);
      if (host === null) isOpen = true;
      else if (host !== '' && !isLoopbackHost(host)) hosts.add(host);
    }
    if (addressMember.test(member) && beginsOpen.test(text)) isOpen = true;
  });
  return { hosts: [...hosts], isOpen };
}

/** The host of a URL beyond this machine; null: it is on it, or none. */
export function remoteHost(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const host = plainHost(new URL(url).hostname);
  return host === '' || isLoopbackHost(host) ? null : host;
}

/** Null where it cannot be told; empty where there is none. */
function hostOf(authority: string): string | null {
  if (authority === '') return '';
  if (placeholder.test(authority)) return null;
  const url = `http://${authority}`;
  return URL.canParse(url) ? plainHost(new URL(url).hostname) : null;
}

function eachText(value: JsonValue, member: string, tell: (member: string, text: string) => void): void {
  if (typeof value === 'string') tell(member, value);
  else if (Array.isArray(value))
    for (const item of value as readonly JsonValue[]) eachText(item, member, tell);
  else if (isJsonObject(value))
    for (const [name, inner] of Object.entries(value)) if (!passive.has(name)) eachText(inner, name, tell);
}

/** Every object in a document, at any depth. */
export function* objectsIn(value: JsonValue): Generator<Readonly<Record<string, JsonValue>>> {
  if (Array.isArray(value)) for (const item of value as readonly JsonValue[]) yield* objectsIn(item);
  if (!isJsonObject(value)) return;
  yield value;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}
