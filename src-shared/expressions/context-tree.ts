import type { ContextNode, ContextTree } from './types.ts';

const leaf = (detail: string): ContextNode => ({ detail });
const node = (detail: string, members: ContextTree): ContextNode => ({ detail, members });
/** Members of any name. */
const anyOf = (detail: string, items: ContextNode): ContextNode => ({ detail, items });
/** Whatever is there, to any depth. */
function anything(detail: string, depth = 6): ContextNode {
  return { detail, items: depth === 0 ? leaf('value') : anything('value', depth - 1) };
}

const texts = (detail: string): ContextNode => anyOf(detail, anyOf('values', leaf('text')));

const uri = node('the requested URI', {
  scheme: leaf('http or https'),
  authority: leaf('user information, host and port'),
  userInfo: leaf('user information'),
  host: leaf('the host'),
  port: leaf('the port as a number'),
  path: leaf('the path, decoded'),
  query: leaf('the query, decoded'),
  fragment: leaf('the fragment, decoded'),
  rawAuthority: leaf('the authority as sent'),
  rawUserInfo: leaf('the user information as sent'),
  rawPath: leaf('the path as sent'),
  rawQuery: leaf('the query as sent'),
  rawFragment: leaf('the fragment as sent'),
});

const request = node('the request', {
  method: leaf('the method'),
  uri,
  version: leaf('the HTTP version'),
  headers: texts('headers by name, case-insensitive; each is a list'),
  cookies: anyOf(
    'cookies by name; each is a list',
    anyOf('cookies', node('a cookie', { name: leaf('its name'), value: leaf('its value') })),
  ),
  form: texts('query parameters; each is a list'),
  queryParams: texts('query parameters; each is a list'),
  entity: node('the body', { string: leaf('as text'), json: anything('as JSON'), form: texts('as a form') }),
});

const attributes = anything('values set by filters and scripts');

const contexts = node('contexts of the request', {
  attributes: node('attributes', { attributes }),
  client: node('the connected client', {
    remoteAddress: leaf('its IP address'),
    remotePort: leaf('its port'),
    remoteUser: leaf('its user'),
    localAddress: leaf('the local address of the connection'),
    userAgent: leaf('the User-Agent header'),
    isSecure: leaf('whether TLS is used'),
    certificates: anything('its certificates'),
  }),
  router: node('the route', {
    matchedUri: leaf('the part of the URI that the condition matched'),
    remainingUri: leaf('the remaining part of the URI'),
    originalUri: uri,
    uriTemplateVariables: anyOf('variables', leaf('text')),
  }),
  session: node('the session', { session: anything('its members') }),
  oauth2: node('the result of the filter OAuth2ResourceServerFilter', {
    accessToken: node('the access token', {
      info: anything('claims from introspection'),
      token: leaf('the token itself'),
      scopes: anyOf('its scopes', leaf('a scope')),
      expiresAt: leaf('when it expires, in milliseconds since 1970'),
      realm: leaf('its realm'),
    }),
  }),
});

const configured: ContextTree = {
  env: anyOf('environment variables', leaf('text')),
  system: anyOf('system properties', leaf('text')),
  properties: anything('properties of the route and of the active environment'),
};

/** The context available to expressions that are evaluated with every request. */
export const requestTree: ContextTree = {
  request,
  contexts,
  context: anything('the innermost context'),
  attributes,
  session: anything('the session'),
  ...configured,
};

/** The context available to expressions that are evaluated once, when a route is loaded. */
export const configTree: ContextTree = configured;
