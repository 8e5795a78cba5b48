import type { Literal, ObjectLiteral } from './literals.ts';
import { formMediaType } from './request-fact.ts';
import type { WrittenBody } from './script-body.ts';
import { commonVerbs } from './script-verbs.ts';

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

/** The media type that a client sets by itself; null: it sets none. */
export function bodyType(body: WrittenBody | null, isForm: boolean): string | null {
  if (body === null) return null;
  if (isForm || (body.text !== null && body.value === undefined)) return formMediaType;
  return body.text === null ? 'application/json' : null;
}
