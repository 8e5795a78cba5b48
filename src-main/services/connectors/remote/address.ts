import { withoutEnd } from '#shared/text/ends.ts';
import { ConnectorFailure } from '../failure.ts';

/** Where a request goes. */
export interface RemoteAddress {
  /** Scheme and authority. */
  readonly origin: string;
  /** Path and query as they are sent. */
  readonly target: string;
  /** True if the configuration names the server: no other is given credentials. */
  readonly isTrusted: boolean;
}

/** `serviceUri` taken apart. */
export interface ServiceBase {
  readonly origin: string;
  /** Without a slash at its end. */
  readonly path: string;
  readonly query: string;
}

const wholeUrl = /^(https?:\/\/[^/?#]*)([^?#]*)(?:\?([^#]*))?/i;
/** A segment by which a server goes up, however it is written. RFC 3986 §5.2.4 */
const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?=\/|$)/i;

/** Reads `serviceUri`. @throws ConnectorFailure CONFIGURATION */
export function readServiceBase(serviceUri: string | null): ServiceBase {
  if (serviceUri === null || serviceUri === '') throw misconfigured('serviceUri', 'is not set');
  const { origin, path, query } = readUrl('serviceUri', serviceUri);
  return { origin, path: withoutEnd(path, '/'), query };
}

/** Address of a request of an operation. @throws ConnectorFailure CONFIGURATION, BAD_REQUEST */
export function serviceAddress(base: ServiceBase, path: string, query: string): RemoteAddress {
  const whole = wholeUrl.test(path) ? readUrl('path', path) : null;
  const way = whole?.path ?? `${base.path}${path.startsWith('/') || path === '' ? '' : '/'}${path}`;
  // A uid of dots would make another resource of it on the way.
  if (dotSegment.test(whole === null ? path : way))
    throw new ConnectorFailure(
      'BAD_REQUEST',
      `The path ${path} contains dot segments, so it points to another resource.`,
      {
        fix: 'Use a uid other than “.” and “..”.',
      },
    );
  const queries = [whole === null ? base.query : whole.query, query].filter((part) => part !== '');
  const origin = whole?.origin ?? base.origin;
  return {
    origin,
    target: `${way === '' ? '/' : way}${queries.length === 0 ? '' : `?${queries.join('&')}`}`,
    isTrusted: origin === base.origin,
  };
}

/** Address of the token endpoint. @throws ConnectorFailure CONFIGURATION */
export function endpointAddress(property: string, url: string): RemoteAddress {
  const { origin, path, query } = readUrl(property, url);
  return { origin, target: `${path === '' ? '/' : path}${query === '' ? '' : `?${query}`}`, isTrusted: true };
}

/** A URL of http or https, its path and query as they are written. */
function readUrl(property: string, text: string): ServiceBase {
  const [, authority = '', path = '', query = ''] = wholeUrl.exec(text.trim()) ?? [];
  if (!URL.canParse(authority)) throw misconfigured(property, 'is not an http or https URL');
  const { origin, username, password } = new URL(authority);
  if (username !== '' || password !== '') throw misconfigured(property, 'contains a user name or password');
  return { origin, path, query };
}

function misconfigured(property: string, what: string): ConnectorFailure {
  return new ConnectorFailure('CONFIGURATION', `${property} ${what}.`, {
    fix: `Set ${property} to a URL such as https://hr.example.com/api.`,
  });
}
