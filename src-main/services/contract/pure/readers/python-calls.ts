import { bareRequest, type FoundRequests, inOrder } from './found-requests.ts';
import { isToldBody } from './literal-objects.ts';
import { fieldsOf, type Literal, memberOf, type ObjectLiteral } from './literals.ts';
import { PythonNames } from './python-names.ts';
import { withFormattedTexts } from './python-texts.ts';
import { pythonTokens } from './python-tokens.ts';
import { formMediaType } from './request-fact.ts';
import { textBody, untoldBody, type WrittenBody } from './script-body.ts';
import { methodName } from './script-clients.ts';
import { literalBody } from './script-literal-body.ts';
import { type WrittenHeader, type WrittenRequest, withMediaType } from './script-request.ts';
import { plainText, type Span, type WrittenText } from './script-text.ts';
import { below, isTold, isWholeUrl, withParameters } from './script-urls.ts';
import { ValueReader } from './script-values.ts';
import { commonVerbs } from './script-verbs.ts';
import type { ScriptToken } from './tokenizer.ts';

/** The requests of a script with its tokens. */
export interface PythonRequests extends FoundRequests {
  readonly tokens: readonly ScriptToken[];
}

const methods: Readonly<Record<string, string>> = { ...commonVerbs, options: 'OPTIONS' };
const modules = /^(?:requests|httpx)$/;
const sessions = /^(?:requests\.(?:Session|session|sessions\.Session)|httpx\.(?:Async)?Client)$/;
/** Variables that hold a client which comes from elsewhere. */
const likeClient = /(?:^|\.)_?(?:\w*_)?(?:session|client|http|api|sess)$/i;
const urllib = /^urllib\.request\.(?:urlopen|Request)$/;

/**
 * Reads the requests that a Python script sends with requests, httpx or urllib.request.
 * @throws contract.unreadable, with its place
 */
export function pythonRequests(text: string, file: string): PythonRequests {
  const tokens = withFormattedTexts(pythonTokens(text, file));
  return new PythonReader(tokens, text).read();
}

/** A call of a client: how its arguments are meant. */
interface Call {
  readonly index: number;
  readonly name: string;
  readonly method: string | null;
  /** Where its URL stands among the arguments. */
  readonly urlAt: number;
  readonly client: Client | null;
  readonly kind: 'client' | 'urllib' | 'wrapper';
}

interface Client {
  readonly baseUrl: WrittenText | null;
  readonly headers: readonly WrittenHeader[];
}

class PythonReader {
  readonly #values: ValueReader;
  readonly #names: PythonNames;
  readonly #untold: Span[] = [];
  /** Headers that a session was given after it was made. */
  readonly #added = new Map<string, WrittenHeader[]>();

  constructor(tokens: readonly ScriptToken[], text: string) {
    this.#values = new ValueReader(tokens, 'python');
    this.#names = new PythonNames(this.#values, text);
  }

  read(): PythonRequests {
    const { tokens } = this.#values;
    const requests: WrittenRequest[] = [];
    const bare: WrittenRequest[] = [];
    let end = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.kind === 'name' && this.#values.isMark(index + 1, '(')) {
        this.#noteHeaders(index);
        const call = this.#callAt(index);
        const span = call === null ? null : this.#spanOf(index);
        if (call === null || span === null) continue;
        const request = this.#request(call, span);
        if (request === null) this.#untold.push(span);
        else requests.push(request);
        end = Math.max(end, span.at + span.length);
      } else if (token.written !== null && token.at >= end) {
        const request = bareRequest(this.#values, index, (written) => this.#names.filled(written));
        if (request !== null) bare.push(request);
      }
    }
    return { tokens, requests: inOrder(requests, bare, this.#names.used), untold: this.#untold };
  }

  #spanOf(index: number): Span {
    const [literal] = this.#values.expression(index);
    const first = this.#values.tokens[index];
    return first === undefined ? literal : { at: first.at, length: literal.at + literal.length - first.at };
  }

  #callAt(index: number): Call | null {
    const name = this.#names.nameAt(index);
    if (this.#values.tokens[index - 1]?.source === 'def') return null;
    if (urllib.test(name)) return this.#urllibCall(index, name);
    const dot = name.lastIndexOf('.');
    const [owner, verb] = [name.slice(0, Math.max(0, dot)), name.slice(dot + 1)];
    const client = this.#clientOf(owner, index);
    const isOfClient = modules.test(owner) || client !== null;
    const method = Object.hasOwn(methods, verb) ? (methods[verb] ?? null) : null;
    const asks = /^(?:request|stream|build_request|Request)$/.test(verb);
    if (isOfClient && method !== null) return { index, name, method, urlAt: 0, client, kind: 'client' };
    if (isOfClient && asks) return { index, name, method: null, urlAt: 1, client, kind: 'client' };
    return this.#wrapperCall(index, name, method);
  }

  /** Another's client, or a function of the script that is given a method and a path. */
  #wrapperCall(index: number, name: string, method: string | null): Call | null {
    const args = this.#argumentsOf(index).filter(({ kind }) => kind !== 'object');
    const isUrl = (literal: Literal | undefined) =>
      literal?.kind === 'text' && isWholeUrl(this.#names.filled(literal.written).text);
    if (method !== null && isUrl(args[0]))
      return { index, name, method, urlAt: 0, client: null, kind: 'wrapper' };
    const [first, second] = args;
    const isAsked = first?.kind === 'text' && methodName.test(first.written.text);
    return isAsked && isUrl(second)
      ? { index, name, method: null, urlAt: 1, client: null, kind: 'wrapper' }
      : null;
  }

  /** A request object that is opened later is one request, not two. */
  #urllibCall(index: number, name: string): Call | null {
    const [first] = this.#argumentsOf(index);
    const made = first?.kind === 'other' ? this.#names.valueOf(first.name ?? '', index) : first;
    if (made?.kind === 'call' && this.#names.imported(made.name) === 'urllib.request.Request') return null;
    return { index, name, method: null, urlAt: 0, client: null, kind: 'urllib' };
  }

  #clientOf(owner: string, index: number): Client | null {
    if (owner === '') return null;
    const literal = this.#names.valueOf(owner, index);
    const added = this.#added.get(owner) ?? [];
    const isMade = literal?.kind === 'call' && sessions.test(this.#names.imported(literal.name));
    if (!isMade) return likeClient.test(owner) ? { baseUrl: null, headers: added } : null;
    const options = literal.args.find((each): each is ObjectLiteral => each.kind === 'object');
    const baseUrl = this.#member(options, 'base_url', index);
    return {
      baseUrl: baseUrl?.kind === 'text' ? this.#names.filled(baseUrl.written) : null,
      headers: [...this.#headersOf(this.#member(options, 'headers', index), index), ...added],
    };
  }

  /** `session.headers.update({…})` */
  #noteHeaders(index: number): void {
    const name = this.#names.nameAt(index);
    if (!name.endsWith('.headers.update')) return;
    const owner = name.slice(0, -'.headers.update'.length);
    const [first] = this.#argumentsOf(index);
    const headers = first === undefined ? [] : this.#headersOf(this.#names.resolved(first, index), index);
    this.#added.set(owner, [...(this.#added.get(owner) ?? []), ...headers]);
  }

  #argumentsOf(index: number): readonly Literal[] {
    return this.#values.argumentsOf(index + 1);
  }

  /** null: neither its address nor a part of it can be told. */
  #request(call: Call, whole: Span): WrittenRequest | null {
    const { index, urlAt, client, kind } = call;
    const { named, placed } = this.#given(index);
    const member = (...names: readonly string[]) =>
      names.map((name) => this.#member(named, name, index)).find((each) => each !== undefined);
    const target = this.#targetOf(call, member, placed);
    if (target === null) return null;
    const { address, given } = target;
    const rest = placed.slice(urlAt + 1);
    const sent = this.#bodyOf(call, member, rest);
    const body = sent ?? bodyElsewhere(named, whole);
    const query = member('params') ?? (call.method === 'GET' && kind === 'client' ? rest[0] : undefined);
    const written = given?.kind === 'text' ? given.written : null;
    const implied = kind === 'urllib' && sent !== null ? 'POST' : 'GET';
    const headers = [...this.#headersOf(member('headers'), index), ...(client?.headers ?? [])];
    return {
      whole,
      method: (written?.text ?? call.method ?? implied).toUpperCase(),
      methodText: written,
      url: withParameters(address, query),
      headers: withMediaType(
        headers,
        member('files') === undefined ? (body?.type ?? null) : 'multipart/form-data',
      ),
      body: body?.body ?? null,
    };
  }

  /** Arguments by name, and by place. */
  #given(index: number): {
    readonly named: ObjectLiteral | undefined;
    readonly placed: readonly Literal[];
  } {
    const { named, placed } = this.#values.givenTo(index + 1);
    const known = named === null ? null : this.#names.known(named, index);
    return {
      named: known?.kind === 'object' ? known : undefined,
      placed: placed.map((each) => this.#names.known(each, index)),
    };
  }

  /** The address and the method as they are written; null: they cannot be told. */
  #targetOf(
    { urlAt, client }: Call,
    member: (...names: readonly string[]) => Literal | undefined,
    placed: readonly Literal[],
  ): { readonly address: WrittenText; readonly given: Literal | undefined } | null {
    const named = member('method');
    const given = named ?? (urlAt === 1 ? placed[0] : undefined);
    const place = named !== undefined && urlAt === 1 ? 0 : urlAt;
    const url = this.#urlOf(member('url', 'fullurl') ?? placed[place]);
    if (url === null || (urlAt === 1 && given?.kind !== 'text')) return null;
    const isBelow = client?.baseUrl && !/^\w+:\/\//.test(url.text);
    const address = isBelow ? below(client.baseUrl, url) : url;
    return isTold(address.text) ? { address, given } : null;
  }

  #urlOf(literal: Literal | undefined): WrittenText | null {
    return literal?.kind === 'text' ? this.#names.filled(literal.written) : null;
  }

  #member(options: ObjectLiteral | undefined, name: string, index: number): Literal | undefined {
    const found = memberOf(options, name);
    return found === undefined ? undefined : this.#names.known(found.value, index);
  }

  #bodyOf(
    { index, method, kind }: Call,
    member: (...names: readonly string[]) => Literal | undefined,
    rest: readonly Literal[],
  ): Body | null {
    const json = member('json') ?? (method === 'POST' && kind === 'client' ? rest[1] : undefined);
    if (json !== undefined && json.kind !== 'plain')
      return { body: this.#jsonBody(json, index), type: 'application/json' };
    const hasData = kind !== 'client' || (method !== null && method !== 'GET');
    const written = kind === 'wrapper' ? rest.find((each) => each.kind === 'object') : undefined;
    const placed = written ?? rest[0];
    const data = member('data', 'content', 'body', 'payload') ?? (hasData ? placed : undefined);
    if (data === undefined || data.kind === 'plain') return null;
    if (kind === 'wrapper' && data.kind === 'object')
      return { body: literalBody(data, 'python'), type: 'application/json' };
    return this.#dataBody(data, index, kind === 'urllib');
  }

  #dataBody(data: Literal, index: number, isUrllib: boolean): Body {
    const type = isUrllib ? formMediaType : null;
    if (data.kind === 'object')
      return { body: textBody(fieldsOf(data), isToldBody(data)), type: formMediaType };
    if (data.kind === 'text') return { body: textBody(data.written), type };
    if (data.kind !== 'call') return { body: untoldBody(data), type };
    const first = data.args.find((each) => each.kind !== 'object') ?? data.args.at(-1);
    const value = first === undefined ? undefined : this.#names.known(first, index);
    if (value !== undefined && /(?:^|\.)dumps$/.test(data.name))
      return { body: this.#jsonBody(value, index), type };
    if (value?.kind === 'object' && /(?:^|\.)urlencode$/.test(data.name))
      return { body: textBody(fieldsOf(value), isToldBody(value)), type: formMediaType };
    return { body: isToldBody(data) ? textBody(plainText('', data.at)) : untoldBody(data), type };
  }

  #jsonBody(literal: Literal, index: number): WrittenBody {
    return literalBody(this.#names.known(literal, index), 'python');
  }

  #headersOf(literal: Literal | undefined, index: number): readonly WrittenHeader[] {
    if (literal?.kind !== 'object') return [];
    return literal.members.map(({ name, value }) => {
      const known = this.#names.known(value, index);
      return { name, value: known.kind === 'text' ? known.written : null };
    });
  }
}

interface Body {
  readonly body: WrittenBody | null;
  readonly type: string | null;
}

/** Arguments that come from elsewhere, `**options`, may hold a body. */
function bodyElsewhere(named: ObjectLiteral | undefined, whole: Span): Body | null {
  return named?.isOpen === true ? { body: untoldBody(whole), type: null } : null;
}
