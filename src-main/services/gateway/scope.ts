import type { TLSSocket } from 'node:tls';
import type { StreamedExchange } from '#main/platform/streamed-exchange.ts';
import { type HostObject, hostMember, hostNames, type Scope } from '#shared/expressions/index.ts';
import { parseForm } from '#shared/oauth/index.ts';
import { percentDecodedOrAsIs } from '#shared/text/decoding.ts';
import type { ResolvedToken } from './tokens/resolver.ts';

/** Facts that do not change from request to request. */
export interface ScopeFacts {
  readonly env: Readonly<Record<string, string>>;
  readonly system: Readonly<Record<string, string>>;
}

/** A scope; every route has properties of its own. */
export interface RouteScope extends Scope {
  properties: Readonly<Record<string, unknown>>;
}

/** The source of a scope; a token may come later than the scope. */
export interface ScopeSource {
  readonly exchange: StreamedExchange;
  readonly token: ResolvedToken | null;
}

/** Members by name, made from a source when they are asked for. */
type Members<Source> = ReadonlyMap<string, (source: Source) => unknown>;

/** An object whose members are made at each look, from a table that all of its kind share. */
class View<Source> implements HostObject {
  readonly #source: Source;
  readonly #members: Members<Source>;

  constructor(source: Source, members: Members<Source>) {
    this.#source = source;
    this.#members = members;
  }

  [hostMember](name: string): unknown {
    return this.#members.get(name)?.(this.#source) ?? null;
  }

  [hostNames](): readonly string[] {
    return [...this.#members.keys()];
  }
}

function membersOf<Source>(table: Readonly<Record<string, (source: Source) => unknown>>): Members<Source> {
  return new Map(Object.entries(table));
}

const uriMembers = membersOf<StreamedExchange>({
  scheme: ({ origin }) => origin.slice(0, origin.indexOf(':')),
  authority: authorityOf,
  rawAuthority: authorityOf,
  userInfo: () => null,
  rawUserInfo: () => null,
  host: (exchange) => authorityOf(exchange).replace(/:\d+$/, ''),
  port: portOf,
  path: ({ target }) => percentDecodedOrAsIs(pathOf(target)),
  rawPath: ({ target }) => pathOf(target),
  query: ({ target }) => decodedQueryOf(target),
  rawQuery: ({ target }) => rawQueryOf(target),
  fragment: () => null,
  rawFragment: () => null,
});

const requestMembers = membersOf<StreamedExchange>({
  method: ({ method }) => method,
  uri: (exchange) => new View(exchange, uriMembers),
  version: ({ incoming }) => `HTTP/${incoming.httpVersion}`,
  headers: ({ rawHeaders }) => new HeadersView(rawHeaders),
  cookies: ({ rawHeaders }) => cookiesOf(rawHeaders),
  form: ({ target }) => parametersOf(target),
  queryParams: ({ target }) => parametersOf(target),
});

const clientMembers = membersOf<StreamedExchange>({
  remoteAddress: ({ remoteAddress }) => remoteAddress,
  remotePort: ({ socket }) => socket.remotePort,
  remoteUser: () => null,
  localAddress: ({ socket }) => socket.localAddress,
  userAgent: ({ rawHeaders }) => headerValues(rawHeaders, 'user-agent')[0],
  isSecure: ({ socket }) => (socket as Partial<TLSSocket>).encrypted === true,
  certificates: () => [],
});

const routerMembers = membersOf<StreamedExchange>({
  originalUri: (exchange) => new View(exchange, uriMembers),
  matchedUri: () => '',
  remainingUri: ({ target }) => pathOf(target).replace(/^\//, ''),
  uriTemplateVariables: () => nothing,
});

const nothing = Object.freeze({});
/** Nothing here puts anything into them. */
const attributes = { attributes: nothing };
const session = { session: nothing };

const contextMembers = membersOf<ScopeSource>({
  attributes: () => attributes,
  client: ({ exchange }) => new View(exchange, clientMembers),
  oauth2: ({ token }) => (token === null ? null : { accessToken: accessTokenOf(token) }),
  router: ({ exchange }) => new View(exchange, routerMembers),
  session: () => session,
});

/** Makes what expressions see of a request. Every part is made when it is asked for, and most never are. */
export function createScope(source: ScopeSource, { env, system }: ScopeFacts): RouteScope {
  const contexts = new View(source, contextMembers);
  return {
    request: new View(source.exchange, requestMembers),
    contexts,
    context: contexts,
    attributes: nothing,
    session: nothing,
    env,
    system,
    properties: nothing,
  };
}

function accessTokenOf({ token, info, scopes, expiresAtMillis }: ResolvedToken) {
  return { token, info, scopes: [...scopes], expiresAt: expiresAtMillis };
}

function authorityOf({ rawHeaders, origin }: StreamedExchange): string {
  return headerValues(rawHeaders, 'host')[0] ?? new URL(origin).host;
}

function portOf(exchange: StreamedExchange): number {
  const port = /:(\d+)$/.exec(authorityOf(exchange))?.[1];
  return port === undefined ? (exchange.origin.startsWith('https:') ? 443 : 80) : Number(port);
}

function rawQueryOf(target: string): string | null {
  const question = target.indexOf('?');
  return question < 0 ? null : target.slice(question + 1);
}

function decodedQueryOf(target: string): string | null {
  const query = rawQueryOf(target);
  return query === null ? null : percentDecodedOrAsIs(query);
}

/** The path of a request target, whatever its form. */
export function pathOf(target: string): string {
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  return path.startsWith('/') ? path : (/^https?:\/\/[^/]*(\/.*)?$/i.exec(path)?.[1] ?? '/');
}

/** Values of a header field in the order in which they were sent. */
export function headerValues(rawHeaders: readonly string[], lowerName: string): string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === lowerName.length && name.toLowerCase() === lowerName)
      values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
}

/** Names in any spelling, each with the list of its values. RFC 9110 §5.1 */
class HeadersView implements HostObject {
  readonly #rawHeaders: readonly string[];

  constructor(rawHeaders: readonly string[]) {
    this.#rawHeaders = rawHeaders;
  }

  [hostMember](name: string): unknown {
    const values = headerValues(this.#rawHeaders, name.toLowerCase());
    return values.length === 0 ? null : values;
  }

  [hostNames](): readonly string[] {
    return [...new Set(this.#rawHeaders.filter((_text, index) => index % 2 === 0))];
  }
}

/** RFC 6265 §4.2 */
function cookiesOf(rawHeaders: readonly string[]): Map<string, { readonly name: string; value: string }[]> {
  const pairs = headerValues(rawHeaders, 'cookie').flatMap((line) => line.split(';'));
  const cookies = pairs.flatMap((pair) => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [] : [{ name: pair.slice(0, equals).trim(), value: pair.slice(equals + 1).trim() }];
  });
  return Map.groupBy(cookies, ({ name }) => name);
}

function parametersOf(target: string): Map<string, string[]> {
  const { fields } = parseForm(rawQueryOf(target) ?? '');
  const byName = new Map<string, string[]>();
  for (const { name, value } of fields) byName.set(name, [...(byName.get(name) ?? []), value]);
  return byName;
}
