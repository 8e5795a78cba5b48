import { joined, type WrittenText } from './script-text.ts';

/** A server that is only known when the script runs, and the server of a whole URL. */
const unknownServer = /^(?:\w+:\/\/)?\$\{[^{}]*\}[^/]*/;
const knownServer = /^\w+:\/\/[^/]*/;
const firstOfPlatform = /^(?:environments|organizations|as)$/;

/** True if it is known which endpoint a URL is to: a value at the beginning of the path could be any of them. */
export function isTold(url: string): boolean {
  if (!url.includes('${')) return true;
  const isOfUnknown = unknownServer.test(url);
  const path = url.replace(isOfUnknown ? unknownServer : knownServer, '').replace(/[?#][^]*$/, '');
  const [first = '', second] = path.split('/').filter((each) => each !== '' && each !== 'v1');
  if (first.startsWith('${')) return second === 'as';
  return !isOfUnknown || firstOfPlatform.test(first);
}

/** The base of a client and a path. RFC 3986 §5.2.3 */
export function below(base: WrittenText, path: WrittenText): WrittenText {
  const isClosed = base.text.endsWith('/') || path.text.startsWith('/');
  return joined([base, path], isClosed ? '' : '/');
}

/** A URL with fields added to its query. */
export function withQuery(url: WrittenText, query: WrittenText): WrittenText {
  return query.text === '' ? url : joined([url, query], url.text.includes('?') ? '&' : '?');
}
