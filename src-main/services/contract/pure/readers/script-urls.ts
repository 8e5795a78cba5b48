import { fieldsOf, type Literal, placeholderOf, unknownAt } from './literals.ts';
import { joined, type WrittenText, WrittenTextBuilder } from './script-text.ts';

/** A server that is only known when the script runs, and the server of a whole URL. */
const unknownServer = /^(?:\w+:\/\/)?\$\{[^{}]*\}[^/]*/;
const knownServer = /^\w+:\/\/[^/]*/;
const version = /^\/?v1(?=[/$]|$)/;
const firstOfPlatform = /^(?:environments|organizations|as)$/;
/** Paths of the authorization server, which stand behind an environment. */
const belowEnvironment = /^(?:as|flows|signon|saml20)$/;

/** Texts that can only be URLs: of this platform, or of any host with a scheme. */
const ofAnybody = /^https?:\/\/[^\s/]+/i;
const ofPlatform = /^(?:\$\{[^{}]*\})?(?:\/v1)?\/(?:environments|organizations|\$\{[^{}]*\}\/as)(?:\/|$)/;
const onlyBase = /^https?:\/\/[^/?#]+(?:\/v1)?\/?$/i;

/** True if a text stands for a URL wherever it is written. */
export function isWholeUrl(text: string): boolean {
  return ofAnybody.test(text) || ofPlatform.test(text);
}

/** True if a text that nothing is known of is the URL of a request. */
export function isBareUrl(text: string): boolean {
  const isThere = (ofAnybody.test(text) && !onlyBase.test(text)) || ofPlatform.test(text);
  return isThere && !/\s/.test(text.replace(/\$\{[^{}]*\}/g, ''));
}

/** True if it is known which endpoint a URL is to: a value at the beginning of the path could be any of them. */
export function isTold(url: string): boolean {
  if (!url.includes('${')) return true;
  const isOfUnknown = unknownServer.test(url);
  const [first = '', second, ...rest] = pathOf(url);
  if (first.includes('${')) return second !== undefined && belowEnvironment.test(second);
  if (firstOfPlatform.test(first)) return namesCollections(second ?? '', rest);
  return !isOfUnknown;
}

/** True if the collections of a path are written: behind an id comes the name of one, and never another id. */
function namesCollections(id: string, rest: readonly string[]): boolean {
  if (id.includes('}${')) return false;
  let isId = true;
  for (const segment of rest) {
    const isValue = segment.startsWith('${');
    if (isId && isValue) return false;
    isId = isValue;
  }
  return true;
}

/** True if some of the path of a URL is written, and not only known when the script runs. */
export function hasKnownPath(url: string): boolean {
  return pathOf(url).some((segment) => !segment.includes('${'));
}

function pathOf(url: string): readonly string[] {
  const server = unknownServer.test(url) ? unknownServer : knownServer;
  const path = url.replace(server, '').replace(/[?#][^]*$/, '');
  return path
    .replace(version, '')
    .split('/')
    .filter((each) => each !== '');
}

/** The base of a client and a path. RFC 3986 §5.2.3 */
export function below(base: WrittenText, path: WrittenText): WrittenText {
  const isClosed = base.text.endsWith('/') || path.text.startsWith('/');
  return joined([base, path], isClosed ? '' : '/');
}

/** A URL with the parameters that a client adds to its query; of those that are not known a placeholder says that there are any. */
export function withParameters(url: WrittenText, query: Literal | undefined): WrittenText {
  if (query === undefined || query.kind === 'plain') return url;
  if (query.kind !== 'object')
    return withQuery(url, query.kind === 'text' ? query.written : unknownText(query));
  const known = withQuery(url, fieldsOf(query));
  return query.isOpen === true ? withQuery(known, unknownText(unknownAt(query))) : known;
}

/** A URL with one more part of its query. */
export function withQuery(url: WrittenText, query: WrittenText): WrittenText {
  return query.text === '' ? url : joined([url, query], url.text.includes('?') ? '&' : '?');
}

/** The placeholder of a value as a text. */
export function unknownText(literal: Literal): WrittenText {
  const builder = new WrittenTextBuilder();
  builder.addUnwritten(placeholderOf(literal), literal.at, literal.length);
  return builder.build();
}
