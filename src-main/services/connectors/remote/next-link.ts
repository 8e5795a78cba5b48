import { isWholeLink, rewrittenPath } from '#shared/connectors/index.ts';
import { ConnectorFailure } from '../failure.ts';
import type { RemoteAddress, ServiceBase } from './address.ts';

/** A next page, as the remote names it. */
export interface NextLink {
  readonly address: string;
  /** Pairs that are added to its query. */
  readonly query: string;
  readonly rewritesOrigin: boolean;
}

/**
 * Where the next page is asked for: at the server of serviceUri, and nowhere else. RFC 8288 §3.1
 * @throws ConnectorFailure FOREIGN_LINK
 */
export function linkAddress(base: ServiceBase, link: NextLink): RemoteAddress {
  const url = urlOf(link.address, `${base.origin}${base.path}/`);
  if (url === null) throw foreign(`The link to the next page is not a valid URL: ${link.address}`);
  const { origin, pathname, search } = url;
  if (origin !== base.origin && !link.rewritesOrigin)
    throw foreign(
      `The link to the next page points to ${origin === 'null' ? url.protocol : origin}, but serviceUri is at ${base.origin}.`,
    );
  const path = link.rewritesOrigin ? rewrittenPath(base.path, pathname) : pathname;
  const given = new URLSearchParams(search);
  const own = base.query.split('&').filter((pair) => !given.has(nameOf(pair)));
  const query = [search.slice(1), ...own, link.query].filter((part) => part !== '').join('&');
  return { origin: base.origin, target: `${path}${query === '' ? '' : `?${query}`}`, isTrusted: true };
}

/**
 * The address of a next page as a cookie. A relative one belongs to the request whose answer held it, and is made whole;
 * others stay as they are. RFC 3986 §5.2
 * @throws ConnectorFailure FOREIGN_LINK
 */
export function linkCookie(
  base: ServiceBase,
  { origin, target }: RemoteAddress,
  address: string,
  rewritesOrigin: boolean,
): string {
  const isWhole = isWholeLink(address);
  const url = isWhole ? null : urlOf(address, `${origin}${target}`);
  const cookie = url === null ? address : `${url.pathname}${url.search}`;
  linkAddress(base, { address: cookie, query: '', rewritesOrigin });
  return cookie;
}

function urlOf(address: string, base: string): URL | null {
  return URL.canParse(address, base) ? new URL(address, base) : null;
}

function nameOf(pair: string): string {
  return [...new URLSearchParams(pair).keys()][0] ?? '';
}

function foreign(message: string): ConnectorFailure {
  return new ConnectorFailure('FOREIGN_LINK', message, {
    fix: 'Credentials are never sent to another server. Correct serviceUri. If the remote system is behind a proxy, set rewriteOrigin in pagedResultsCookie.',
  });
}
