import type { WrittenBody } from './script-body.ts';
import type { WrittenHeader } from './script-request.ts';
import type { Literal } from './script-values.ts';
import { commonVerbs } from './script-verbs.ts';

export type ObjectLiteral = Literal & { readonly kind: 'object' };

const methods: Readonly<Record<string, string>> = { ...commonVerbs, del: 'DELETE' };
const clients =
  /^(?:fetch|axios|got|ky|request|superagent|\$fetch|ofetch|sendRequest|ajax|undici|needle|\$http)$/;
/** Calls that make a client with settings of its own. */
const makers =
  /^(?:(?:axios|ky)\.create|got\.extend|ofetch\.create|\$fetch\.create|RESTClient|HTTPBuilder|AsyncHTTPBuilder)$/;
/** Variables that hold a client which comes from elsewhere, and those that only sound so. */
const likeClient = /(?:^|[a-z\d_$])(?:[Cc]lient|[Hh]ttp|HTTP|[Aa]pi|API|[Rr]est)$/;
const unlikeClient = /redis|cache|query|db|sql|mongo|memcached|s3|storage|store/i;
/** Owners of a `fetch` or `request` that sends one. */
const senders =
  /^(?:window|globalThis|self|global|this|https?|undici|pm|cy|page|context|ctx|request|Bun|UrlFetchApp|\$|jQuery|axios|api|client)$/;
/** Members that make an object the options of a request, not its body. */
const optionNames = new Set(
  `method headers body json data form searchParams params query path uri url multipart timeout
   failOnStatusCode contentType requestContentType baseURL prefixUrl`.split(/\s+/),
);
/** Texts that can only be URLs: of this platform, or of any host with a scheme. */
const ofAnybody = /^https?:\/\/[^\s/]+/i;
const ofPlatform = /^(?:\$\{[^{}]*\})?(?:\/v1)?\/(?:environments|organizations|\$\{[^{}]*\}\/as)(?:\/|$)/;
const onlyBase = /^https?:\/\/[^/?#]+(?:\/v1)?\/?$/i;
const form = 'application/x-www-form-urlencoded';

/** A text that is the name of a method of HTTP. RFC 9110 §9.3 */
export const methodName = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i;

/** The method that a member of a client sends, such as `get`; undefined: it sends none by its name. */
export function methodOf(member: string): string | undefined {
  return Object.hasOwn(methods, member) ? methods[member] : undefined;
}

/** True of names that send a request wherever they are called. */
export function isClient(name: string): boolean {
  return clients.test(name);
}

/** True of calls such as `axios.create(…)`. */
export function makesClient(name: string): boolean {
  return makers.test(name);
}

/** True of names by which people call clients. */
export function soundsLikeClient(name: string): boolean {
  return likeClient.test(name) && !unlikeClient.test(name);
}

/** True of what a `fetch` or `request` that sends something belongs to. */
export function isSender(name: string): boolean {
  return senders.test(name) || soundsLikeClient(name);
}

/** True if a text stands for a URL wherever it is written. */
export function isWholeUrl(text: string): boolean {
  return ofAnybody.test(text) || ofPlatform.test(text);
}

/** True if a text that nothing is known of is the URL of a request. */
export function isBareUrl(text: string): boolean {
  const isThere = (ofAnybody.test(text) && !onlyBase.test(text)) || ofPlatform.test(text);
  return isThere && !/\s/.test(text.replace(/\$\{[^{}]*\}/g, ''));
}

/** An object that holds the options of a request; with some clients the second argument is always the body. */
export function optionsOf(
  args: readonly Literal[],
  call: { readonly client: string; readonly implied: string | undefined; readonly isAjax: boolean },
): ObjectLiteral | undefined {
  const { client, implied, isAjax } = call;
  const hasBody = client === 'axios' && (implied ?? '').startsWith('P');
  // Without a method in its name, a call has no body as an argument of its own.
  const isOnlyOptions = implied === undefined || isAjax;
  return args.findLast(
    (each, index): each is ObjectLiteral =>
      each.kind === 'object' && !(hasBody && index === 1) && (isOnlyOptions || isOptions(each, index)),
  );
}

function isOptions({ members }: ObjectLiteral, index: number): boolean {
  return index === 0 || members.some(({ name }) => optionNames.has(name));
}

/** Headers with the media type that a client sets by itself. */
export function withType(
  headers: readonly WrittenHeader[],
  body: WrittenBody | null,
  isForm: boolean,
): readonly WrittenHeader[] {
  const type = body === null ? null : bodyType(body, isForm);
  const isSet = headers.some(({ name }) => name.toLowerCase() === 'content-type');
  return type === null || isSet
    ? headers
    : [...headers, { name: 'Content-Type', value: null, implied: type }];
}

function bodyType(body: WrittenBody, isForm: boolean): string | null {
  if (isForm || (body.text !== null && body.value === undefined)) return form;
  return body.text === null ? 'application/json' : null;
}
