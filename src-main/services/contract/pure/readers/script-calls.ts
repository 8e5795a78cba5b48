import type { WrittenBody } from './script-body.ts';
import { textBody } from './script-body.ts';
import { literalBody } from './script-literal-body.ts';
import type { WrittenHeader, WrittenRequest } from './script-request.ts';
import { joined, partOf, spanOf, type WrittenText, WrittenTextBuilder } from './script-text.ts';
import type { ScriptToken, TokenLanguage } from './script-tokens.ts';
import { fieldsOf, type Literal, ValueReader } from './script-values.ts';

type ObjectLiteral = Literal & { readonly kind: 'object' };

const methods: Readonly<Record<string, string>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  del: 'DELETE',
  head: 'HEAD',
};
const clients = /^(?:fetch|axios|got|ky|request|superagent|\$fetch|ofetch|sendRequest)$/;
/** Members that make an object the options of a request, not its body. */
const optionNames = new Set(
  `method headers body json data form searchParams params query path uri url multipart timeout
   failOnStatusCode contentType requestContentType`.split(/\s+/),
);
/** Texts that can only be URLs: of this platform, or of any host with a scheme. */
const ofAnybody = /^https?:\/\/[^\s/]+/i;
const ofPlatform = /^(?:\$\{[^{}]*\})?(?:\/v1)?\/(?:environments|organizations|\$\{[^{}]*\}\/as)(?:\/|$)/;
const onlyBase = /^https?:\/\/[^/?#]+(?:\/v1)?\/?$/i;
const form = 'application/x-www-form-urlencoded';

/** The requests that a script sends with a client that is known, and its other URLs. */
export function callRequests(
  tokens: readonly ScriptToken[],
  language: TokenLanguage,
): readonly WrittenRequest[] {
  return new CallReader(tokens, language).read();
}

class CallReader {
  readonly #values: ValueReader;
  readonly #language: TokenLanguage;
  readonly #constants: ReadonlyMap<string, Literal>;
  readonly #requests: WrittenRequest[] = [];
  /** Values of variables that requests are made of. */
  readonly #used = new Set<Literal>();

  constructor(tokens: readonly ScriptToken[], language: TokenLanguage) {
    this.#values = new ValueReader(tokens, language);
    this.#language = language;
    this.#constants = constantsOf(this.#values);
  }

  read(): readonly WrittenRequest[] {
    const { tokens } = this.#values;
    const bare: WrittenRequest[] = [];
    /** Behind the last call that was understood: its texts are no URLs of their own. */
    let end = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.kind === 'name' && this.#values.isMark(index + 1, '(')) {
        const request = this.#callAt(index);
        if (request === null) continue;
        this.#requests.push(request);
        end = Math.max(end, request.whole.at + request.whole.length);
      } else if (token.written !== null && token.at >= end) {
        const request = this.#bare(index, token, token.written);
        if (request !== null) bare.push(request);
      }
    }
    const used = [...this.#used];
    const isUsed = ({ whole }: WrittenRequest) =>
      used.some(({ at, length }) => at <= whole.at && whole.at < at + length);
    return [...this.#requests, ...bare.filter((request) => !isUsed(request))].toSorted(
      (one, other) => one.whole.at - other.whole.at,
    );
  }

  /** A URL that nothing is known of but that it is there. */
  #bare(index: number, token: ScriptToken, written: WrittenText): WrittenRequest | null {
    const before = this.#values.tokens[index - 1];
    // A part of a sum was seen with its beginning.
    if (before?.source === '+' || (before?.kind === 'name' && /^(?:from|import)$/.test(before.source)))
      return null;
    const [literal] = this.#values.expression(index);
    const url = this.#filled(literal.kind === 'text' ? literal.written : written);
    const isThere = (ofAnybody.test(url.text) && !onlyBase.test(url.text)) || ofPlatform.test(url.text);
    if (!isThere || /\s/.test(url.text.replace(/\$\{[^{}]*\}/g, ''))) return null;
    const whole = { at: token.at, length: token.length };
    return { whole, method: 'GET', methodText: null, url, headers: [], body: null };
  }

  #callAt(index: number): WrittenRequest | null {
    const { tokens } = this.#values;
    const name = tokens[index]?.source ?? '';
    const isMember = this.#values.isMark(index - 1, '.') || this.#values.isMark(index - 1, '?.');
    const implied = isMember && Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (implied === undefined && !clients.test(name)) return null;
    const args = this.#values.argumentsOf(index + 1).map((each) => this.#resolved(each));
    const client = isMember ? (tokens[index - 2]?.source ?? '') : name;
    return this.#request(args, implied, client, tokens[index]?.at ?? 0);
  }

  #request(
    args: readonly Literal[],
    implied: string | undefined,
    client: string,
    at: number,
  ): WrittenRequest | null {
    const options = optionsOf(args, client, implied);
    const member = (...names: readonly string[]) => this.#member(options, names);
    const url = this.#urlOf(args, [member('url', 'uri'), member('path')]);
    if (url === null || (args[0]?.kind === 'text' && implied !== undefined && !isUrl(url.text, client)))
      return null;
    const method = member('method');
    const methodText = method?.kind === 'text' ? method.written : null;
    const hasData = implied !== undefined && implied !== 'GET';
    const data = hasData ? args.slice(1).find((each) => each !== options) : undefined;
    const body = this.#body(member('json', 'data', 'body', 'form') ?? data);
    const query = member('params', 'searchParams', 'query');
    const end = Math.max(...args.map((each) => (each.at >= at ? each.at + each.length : 0)), at);
    return {
      whole: { at, length: end - at },
      method: (methodText?.text ?? implied ?? 'GET').toUpperCase(),
      methodText,
      url: query?.kind === 'object' ? withQuery(url, fieldsOf(query)) : url,
      headers: withType(this.#headers(member('headers')), body, member('form') !== undefined),
      body,
    };
  }

  /** The first text, or what the options name; null: there is none. */
  #urlOf(args: readonly Literal[], named: readonly (Literal | undefined)[]): WrittenText | null {
    const parts = args[0]?.kind === 'text' ? [args[0]] : named;
    const texts = parts.flatMap((part) => (part?.kind === 'text' ? [part.written] : []));
    return texts.length === 0 ? null : this.#filled(joined(texts, ''));
  }

  #member(options: ObjectLiteral | undefined, names: readonly string[]): Literal | undefined {
    const found = options?.members.find(({ name }) => names.includes(name))?.value;
    return found === undefined ? undefined : this.#resolved(found);
  }

  /** The value of a variable that is only set once. */
  #resolved(literal: Literal): Literal {
    if (literal.kind !== 'other' || literal.name === null) return literal;
    const value = this.#constants.get(literal.name);
    if (value === undefined) return literal;
    this.#used.add(value);
    return value;
  }

  #headers(literal: Literal | undefined): readonly WrittenHeader[] {
    const object = literal?.kind === 'call' ? this.#resolvedFirst(literal.args) : literal;
    if (object?.kind !== 'object') return [];
    return object.members.map(({ name, value }) => {
      const resolved = this.#resolved(value);
      return { name, value: resolved.kind === 'text' ? this.#filled(resolved.written) : null };
    });
  }

  #resolvedFirst(args: readonly Literal[]): Literal | undefined {
    return args[0] === undefined ? undefined : this.#resolved(args[0]);
  }

  #body(literal: Literal | undefined): WrittenBody | null {
    if (literal === undefined) return null;
    if (literal.kind === 'call') {
      const inner = this.#resolvedFirst(literal.args);
      if (/(?:^|\.)(?:stringify|toJson)$/.test(literal.name) && inner !== undefined)
        return literalBody(inner, this.#language);
      if (literal.name === 'URLSearchParams' && inner?.kind === 'object') return textBody(fieldsOf(inner));
      if (literal.name === 'URLSearchParams' && inner?.kind === 'text') return textBody(inner.written);
      return null;
    }
    if (literal.kind === 'text') return textBody(this.#filled(literal.written));
    return literal.kind === 'object' || literal.kind === 'list' ? literalBody(literal, this.#language) : null;
  }

  /** A text with the texts of variables filled in that are only set once. */
  #filled(written: WrittenText): WrittenText {
    if (!written.text.includes('${')) return written;
    const builder = new WrittenTextBuilder();
    let end = 0;
    for (const { 0: all, 1: name = '', index } of written.text.matchAll(/\$\{([\w.]+)\}/g)) {
      const value = this.#constants.get(name);
      if (value?.kind !== 'text') continue;
      this.#used.add(value);
      builder.addWritten(partOf(written, end, index));
      const { at, length } = spanOf(written, index, index + all.length);
      builder.addUnwritten(value.written.text, at, length);
      end = index + all.length;
    }
    builder.addWritten(partOf(written, end, written.text.length));
    return builder.build();
  }
}

/** An object that holds the options of a request; with some clients the second argument is always the body. */
function optionsOf(
  args: readonly Literal[],
  client: string,
  implied: string | undefined,
): ObjectLiteral | undefined {
  const hasBody = client === 'axios' && (implied ?? '').startsWith('P');
  return args.findLast(
    (each, index): each is ObjectLiteral =>
      each.kind === 'object' && !(hasBody && index === 1) && isOptions(each, index),
  );
}

/** Headers with the media type that a client sets by itself. */
function withType(
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

function isOptions({ members }: ObjectLiteral, index: number): boolean {
  return index === 0 || members.some(({ name }) => optionNames.has(name));
}

function isUrl(text: string, client: string): boolean {
  return ofAnybody.test(text) || ofPlatform.test(text) || (clients.test(client) && /^[/$]/.test(text));
}

function withQuery(url: WrittenText, query: WrittenText): WrittenText {
  return query.text === '' ? url : joined([url, query], url.text.includes('?') ? '&' : '?');
}

function bodyType(body: WrittenBody, isForm: boolean): string | null {
  if (isForm || (body.text !== null && body.value === undefined)) return form;
  return body.text === null ? 'application/json' : null;
}

/** Variables that are set once, to a value that can be read. */
function constantsOf(values: ValueReader): ReadonlyMap<string, Literal> {
  const found = new Map<string, Literal>();
  const times = new Map<string, number>();
  for (const [index, { kind, source }] of values.tokens.entries()) {
    if (kind !== 'mark' || source !== '=') continue;
    const name = nameBefore(values, index);
    if (name === null) continue;
    times.set(name, (times.get(name) ?? 0) + 1);
    const [literal] = values.expression(index + 1);
    if (literal.kind === 'text' || literal.kind === 'object' || literal.kind === 'call')
      found.set(name, literal);
  }
  for (const [name, count] of times) if (count > 1) found.delete(name);
  return found;
}

/** `const name =`, `def name =`, and `const name: type =`. */
function nameBefore(values: ValueReader, index: number): string | null {
  const { tokens } = values;
  const before = tokens[index - 1];
  if (before?.kind !== 'name') return null;
  const isTyped = values.isMark(index - 2, ':') && tokens[index - 3]?.kind === 'name';
  return (isTyped ? tokens[index - 3]?.source : before.source) ?? null;
}
