import { secretKindOfHeader } from '#shared/exchange/redaction.ts';
import { isToken } from '#shared/http/token.ts';
import type { ColumnRole } from '#shared/throttle/traffic/recorded.ts';
import { plainName } from './column-words.ts';

/** Part of a request's address that a column holds. */
export type AddressPart = 'uri' | 'host' | 'scheme' | 'query';

/** The meaning of a column of a log. `line`: a request line such as `GET / HTTP/1.1`. RFC 9112 §3 */
export type Meaning =
  | { readonly kind: 'column'; readonly role: Exclude<ColumnRole, 'uri'>; readonly name: string }
  | { readonly kind: 'address'; readonly part: AddressPart }
  | { readonly kind: 'line' }
  | { readonly kind: 'none' };

/** Roles of which a request has one text, however many columns tell of it. */
export type SingleRole = 'remoteAddress' | 'method' | 'status';

/** Tests whether a request has one text of a role. */
export function isSingle(role: ColumnRole): role is SingleRole {
  return role === 'remoteAddress' || role === 'method' || role === 'status';
}

const addressName = /(?:addr(?:ess)?|(?:^|[._])(?:client_?|source_?|remote_?)?ip|(?:^|[._])remote_?host)$/i;
/** Addresses of somebody other than the client. */
const otherAddressName =
  /(?:^|[._])(?:local|server|host|dest(?:ination)?|dst|upstream|e?-?mail|mac)[._]?(?:addr(?:ess)?|ip)$/i;
const forwardedName = /(?:^|[._])x[-_]forwarded[-_]for$/i;
/** The header with the addresses that proxies saw. */
export const forwardedHeader = 'x-forwarded-for';
const methodName = /(?:^|[._])(?:http_?)?(?:request_?)?method$/i;
const uriName = /(?:^|[._])(?:uri|url|path|request_?uri|request_?path|target)$/i;
const hostName = /(?:^|[._])(?:host|http_?host|authority|server_?name|vhost|virtual_?host|upstream_?host)$/i;
const schemeName = /(?:^|[._])(?:scheme|x_?forwarded_?proto)$/i;
const queryName = /(?:^|[._])(?:query|query_?string|args)$/i;
const lineName = /(?:^|[._])(?:request|request_?line)$/i;
const statusName = /(?:^|[._])(?:http_?)?(?:response_?)?(?:status|status_?code|code)$/i;
const upstreamName = /(?:^|[._])upstream[._]/i;
const headerName = /(?:^|[._])headers?[._]/i;
/** Variables of nginx that hold a header. */
const nginxHeader = /^http_(.+)$/i;
const agentName = /(?:^|[._])(?:http_?)?user_?agent$/i;
const refererName = /(?:^|[._])(?:http_?)?refer(?:r)?er$/i;
const requestLine = /^[A-Z]{3,20} \S/;
const numericAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[?[0-9a-f]*:[0-9a-f:.]+\]?)$/i;
const httpStatus = /^[1-5]\d\d$/;
/** Values of such columns are not kept anywhere as they are. */
const secretName =
  /(?:token|secret|password|passwd|authorization|cookie|api[-_]?key|credential|signature)$|(?:^|[._-])sig$/i;
const secretValue = /^(?:bearer|basic|digest)\s+\S|^eyJ[\w-]+\.[\w-]+/i;
/** Facts of the answer, and what no two requests share: nothing that a policy looks at. */
const ofAnswer =
  /(?:^|[._])(?:resp(?:onse)?|upstream|latenc(?:y|ies))[._]|(?:bytes|size|length|duration|latency|elapsed|_sent|_received|response_flags|details|(?:request|response|service|process(?:ing)?)_?time)$/i;
const ofOneRequest =
  /(?:request|trace|span|correlation|transaction|event|message)[-_]?id$|(?:^|[._])(?:uuid|rt|urt|uht|uct)$/i;

/** The meaning of a column by its name and its first text. */
export function meaningOf(name: string, text: string): Meaning {
  const plain = plainName(name);
  const header = headerIn(name);
  if (lineName.test(plain) && requestLine.test(text)) return { kind: 'line' };
  if (statusName.test(plain) && !upstreamName.test(plain) && httpStatus.test(text))
    return { kind: 'column', role: 'status', name };
  if (isLeftOut(name)) return { kind: 'none' };
  if (methodName.test(plain) && isToken(text)) return { kind: 'column', role: 'method', name };
  const field = fieldOf(plain);
  if (field !== undefined) return { kind: 'column', role: 'header', name: field };
  if (hostName.test(plain) && !numericAddress.test(text)) return { kind: 'address', part: 'host' };
  if (header !== undefined && isToken(header))
    return { kind: 'column', role: 'header', name: header.toLowerCase() };
  const part = partOf(plain);
  if (part !== undefined) return { kind: 'address', part };
  if (otherAddressName.test(plain)) return attributeOf(name);
  if (addressName.test(plain) || (hostName.test(plain) && numericAddress.test(text)))
    return { kind: 'column', role: 'remoteAddress', name };
  return attributeOf(name);
}

/** The header that a column holds under a name of its own. */
function fieldOf(plain: string): string | undefined {
  if (agentName.test(plain)) return 'user-agent';
  if (forwardedName.test(plain)) return forwardedHeader;
  return refererName.test(plain) ? 'referer' : undefined;
}

function partOf(plain: string): AddressPart | undefined {
  if (uriName.test(plain)) return 'uri';
  if (schemeName.test(plain)) return 'scheme';
  return queryName.test(plain) ? 'query' : undefined;
}

function headerIn(name: string): string | undefined {
  const found = headerName.exec(name);
  if (found !== null) return name.slice(found.index + found[0].length);
  return nginxHeader.exec(name)?.[1]?.replaceAll('_', '-');
}

/** Tests whether a column says something of the answer, or of one request alone. */
export function isLeftOut(name: string): boolean {
  const plain = plainName(name);
  return ofAnswer.test(plain) || ofOneRequest.test(plain);
}

/** A column that says something of a request that nothing else does. */
export function attributeOf(name: string): Meaning {
  const short = lastPart(name);
  return short === '__proto__' || short === ''
    ? { kind: 'none' }
    : { kind: 'column', role: 'attribute', name: short };
}

/** Tests whether a text of a column may be kept only as its hash. */
export function isSecretText(name: string, text: string): boolean {
  return isSecretColumn(name) || secretKindOfHeader(name, text) !== undefined || secretValue.test(text);
}

/** Tests whether the name of a column or a parameter says that it holds a secret. */
export function isSecretColumn(name: string): boolean {
  return secretName.test(plainName(name));
}

/** Tests whether a column holds addresses by its name, those of other requests too. */
export function isAddressColumn(name: string): boolean {
  const plain = plainName(name);
  return refererName.test(plain) || uriName.test(plain);
}

const timeNames =
  /^(?:@?timestamp|time|ts|date_?time|datetime|date|at|started_?date_?time|start(?:ed)?(?:_?(?:at|time))?|time_?local|request_?time|.*(?:timestamp|_at|time))$/i;
/** Times that say how long something took. */
const durationName = /(?:request|response|upstream|process(?:ing)?|elapsed|service)_?(?:response_?)?time$/i;
const dateName = /(?:^|[._])date$/i;
const timeOfDayName = /(?:^|[._])time(?:_of_day)?$/i;
/** Best first. */
const keyNames = [
  /(?:^|[._])(?:mail|e-?mail)$/i,
  /(?:^|[._])(?:user(?:_?(?:name|id))?|sub|subject|login|account)$/i,
  /(?:^|[._])(?:client(?:_?id)?|consumer|app(?:_?id)?|tenant|api_?key_?id)$/i,
  /(?:^|[._])consumer\.(?:username|id)$/i,
  /(?:^|[._])(?:x-)?api[-_]?key$/i,
  /(?:^|[._])(?:remote_?addr(?:ess)?|client_?ip|ip(?:_?address)?|source_?ip|x[-_]forwarded[-_]for|host)$/i,
  /(?:^|[._])authorization$/i,
];

/**
 * The columns with the time, by names and then by texts; empty: there are none. `pair`: the date stands in one, and the
 * time of day in another.
 */
export function guessTime(
  names: readonly string[],
  values: readonly string[],
  isTime: (text: string, name: string) => boolean,
  pair: readonly string[] | null,
): readonly string[] {
  const fits = names.filter((name, index) => isTime(values[index] ?? '', name));
  // Beside a pair a number is more likely to say how long something took.
  const isNumber = (name: string) => !Number.isNaN(Number(values[names.indexOf(name)]));
  const named = fits.find((name) => isTimeName(name) && (pair === null || !isNumber(name)));
  if (named !== undefined) return [named];
  if (pair !== null) return pair;
  const found = fits.find((name) => timeNames.test(lastPart(plainName(name)))) ?? fits[0];
  return found === undefined ? [] : [found];
}

/** Tests whether the name of a column says that it holds dates. */
export function isDateName(name: string): boolean {
  return dateName.test(plainName(name));
}

/** Tests whether the name of a column says that it holds times of day, and not how long something took. */
export function isTimeOfDayName(name: string): boolean {
  const plain = plainName(name);
  return timeOfDayName.test(plain) && !durationName.test(plain);
}

/** Tests whether a column holds addresses of clients: their own ones, or those that proxies saw. */
export function isClientAddress(name: string, text: string): boolean {
  const plain = plainName(name);
  if (otherAddressName.test(plain)) return false;
  const isHost = hostName.test(plain) && numericAddress.test(text);
  return isHost || addressName.test(plain) || forwardedName.test(plain);
}

/** Tests whether the name of a column says that it holds times, and not how long something took. */
export function isTimeName(name: string): boolean {
  const plain = plainName(name);
  return timeNames.test(lastPart(plain)) && !durationName.test(plain);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** How well the name of a column fits what tells clients apart, 0 the best; −1: not at all. */
export function keyRank(name: string): number {
  const plain = plainName(name);
  return keyNames.findIndex((pattern) => pattern.test(plain));
}

/** Tests whether a text stands for nothing, as web servers write it. */
export function isAbsent(text: string): boolean {
  return text === '' || text === '-';
}
