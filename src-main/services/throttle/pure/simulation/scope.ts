import { type HostObject, hostMember, hostNames, type Scope } from '#shared/expressions/index.ts';
import { parseForm } from '#shared/oauth/index.ts';
import { percentDecodedOrAsIs } from '#shared/text/decoding.ts';
import type { ClientRequest } from '../traffic/clients.ts';

const address = /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

type Attributes = Readonly<Record<string, string | null>>;

/**
 * Returns the scope of expressions for a client's request, as in the gateway; null attributes: nobody has looked at
 * its token. Every part is made when it is asked for, since there can be a million clients.
 */
export function scopeOf(request: ClientRequest, attributes: Attributes | null, roots: Scope): Scope {
  return {
    attributes: {},
    session: {},
    env: {},
    system: {},
    properties: {},
    ...roots,
    get request() {
      return requestOf(request);
    },
    get contexts() {
      return contextsOf(request, attributes);
    },
    get context() {
      return contextsOf(request, attributes);
    },
  };
}

function requestOf({ method, uri, headers }: ClientRequest) {
  const headerValues = headersOf(headers);
  return {
    method,
    version: 'HTTP/1.1',
    headers: headerValues,
    entity: {},
    get uri() {
      return uriOf(uri);
    },
    get cookies() {
      return cookiesOf(headerValues);
    },
    get form() {
      return parametersOf(uri);
    },
    get queryParams() {
      return parametersOf(uri);
    },
  };
}

function contextsOf({ uri, headers, remoteAddress }: ClientRequest, attributes: Attributes | null) {
  return {
    attributes: { attributes: {} },
    client: {
      remoteAddress,
      remotePort: 0,
      remoteUser: null,
      localAddress: '127.0.0.1',
      isSecure: uri.startsWith('https:'),
      certificates: [],
      get userAgent() {
        return first(headersOf(headers)[hostMember]('user-agent'));
      },
    },
    router: {
      matchedUri: '',
      remainingUri: '',
      uriTemplateVariables: {},
      get originalUri() {
        return uriOf(uri);
      },
    },
    session: { session: {} },
    oauth2: attributes === null ? null : { accessToken: accessTokenOf(attributes) },
  };
}

function accessTokenOf(attributes: Attributes) {
  const scopes = attributes['scope']?.split(' ').filter((scope) => scope !== '') ?? [];
  return { info: attributes, token: 'simulated', scopes, expiresAt: null };
}

const first = (values: unknown): unknown => (Array.isArray(values) ? (values[0] ?? null) : null);

/** Names in any spelling, each with the list of its values. RFC 9110 §5.1 */
function headersOf(headers: Readonly<Record<string, string>>): HostObject {
  const values = new Map<string, string[]>();
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    values.set(lower, [...(values.get(lower) ?? []), value]);
  }
  return {
    [hostMember]: (name) => values.get(name.toLowerCase()) ?? null,
    [hostNames]: () => Object.keys(headers),
  };
}

function cookiesOf(headers: HostObject): ReadonlyMap<string, unknown> {
  const text = first(headers[hostMember]('cookie'));
  const pairs = typeof text === 'string' ? text.split(';') : [];
  const cookies = pairs.flatMap((pair) => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [] : [{ name: pair.slice(0, equals).trim(), value: pair.slice(equals + 1).trim() }];
  });
  return Map.groupBy(cookies, ({ name }) => name);
}

function uriOf(text: string) {
  const [, scheme = 'http', authority = '', rawPath = '', rawQuery, rawFragment] = address.exec(text) ?? [];
  const host = authority.replace(/^[^@]*@/, '').replace(/:\d+$/, '');
  const port = /:(\d+)$/.exec(authority)?.[1];
  return {
    scheme,
    authority,
    rawAuthority: authority,
    userInfo: null,
    rawUserInfo: null,
    host,
    port: port === undefined ? (scheme === 'https' ? 443 : 80) : Number(port),
    path: percentDecodedOrAsIs(rawPath === '' ? '/' : rawPath),
    rawPath: rawPath === '' ? '/' : rawPath,
    query: rawQuery === undefined ? null : percentDecodedOrAsIs(rawQuery),
    rawQuery: rawQuery ?? null,
    fragment: rawFragment === undefined ? null : percentDecodedOrAsIs(rawFragment),
    rawFragment: rawFragment ?? null,
  };
}

function parametersOf(uri: string): ReadonlyMap<string, readonly string[]> {
  const { fields } = parseForm(uriOf(uri).rawQuery ?? '');
  return new Map(
    [...Map.groupBy(fields, ({ name }) => name)].map(([name, of]) => [name, of.map(({ value }) => value)]),
  );
}
