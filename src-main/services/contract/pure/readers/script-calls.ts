import { codeVariables } from './code-variables.ts';
import { bareRequest, type FoundRequests, inOrder } from './found-requests.ts';
import { flattened, isToldBody, knownLiteral, type ValuesOfNames } from './literal-objects.ts';
import { type CallLiteral, fieldsOf, type Literal, memberOf, type ObjectLiteral } from './literals.ts';
import type { WrittenBody } from './script-body.ts';
import { textBody, untoldBody } from './script-body.ts';
import { bodyType, isClient, optionsOf } from './script-clients.ts';
import { literalBody } from './script-literal-body.ts';
import { type WrittenHeader, type WrittenRequest, withMediaType } from './script-request.ts';
import { type ClientCall, SentCalls } from './script-sent-calls.ts';
import { partOf, type Span, type WrittenText } from './script-text.ts';
import { below, hasKnownPath, isTold, isWholeUrl, unknownText, withParameters } from './script-urls.ts';
import { ValueReader } from './script-values.ts';
import type { ScriptToken, TokenLanguage } from './tokenizer.ts';
import { changesOf } from './variable-changes.ts';
import { VariableValues } from './variable-values.ts';

/** The requests that a script sends with a client that is known, and its other URLs. */
export function callRequests(tokens: readonly ScriptToken[], language: TokenLanguage): FoundRequests {
  return new CallReader(tokens, language).read();
}

class CallReader {
  readonly #values: ValueReader;
  readonly #language: TokenLanguage;
  readonly #variables: VariableValues;
  readonly #calls: SentCalls;
  readonly #requests: WrittenRequest[] = [];
  readonly #untold: Span[] = [];
  /** Values at the call that is read: variables are changed before and behind it. */
  #names: ValuesOfNames;

  constructor(tokens: readonly ScriptToken[], language: TokenLanguage) {
    this.#values = new ValueReader(tokens, language);
    this.#language = language;
    this.#variables = new VariableValues(
      this.#values,
      codeVariables(this.#values, language),
      changesOf(this.#values, language),
    );
    this.#names = this.#variables.namesAt(0);
    this.#calls = new SentCalls(this.#values, this.#variables, language);
  }

  read(): FoundRequests {
    const { tokens } = this.#values;
    const bare: WrittenRequest[] = [];
    /** Behind the last call that was understood: its texts are no URLs of their own. */
    let end = 0;
    for (const [index, token] of tokens.entries()) {
      const call = token.kind === 'name' ? this.#calls.at(index) : null;
      if (call !== null) {
        const request = this.#understood(call);
        if (request === null) continue;
        this.#requests.push(request);
        end = Math.max(end, request.whole.at + request.whole.length);
      } else if (token.written !== null && token.at >= end) {
        const request = bareRequest(this.#values, index, (written) => this.#variables.filled(written));
        if (request !== null) bare.push(request);
      }
    }
    return { requests: inOrder(this.#requests, bare, this.#variables.used), untold: this.#untold };
  }

  /** The request of a call; one whose address cannot be told is noted, and only the rest of it is looked at. */
  #understood(call: ClientCall): WrittenRequest | null {
    const read = this.#request(call);
    const request = read?.request ?? null;
    if (request !== null && isTold(request.url.text) && read?.isMethodTold === true) return request;
    if (call.isSure || read?.isMethodTold === false) this.#untold.push(call.whole);
    return request !== null && hasKnownPath(request.url.text) ? request : null;
  }

  #request(call: ClientCall): { readonly request: WrittenRequest; readonly isMethodTold: boolean } | null {
    const { implied, at } = call;
    this.#variables.begin();
    this.#names = this.#variables.namesAt(at);
    const args = call.args.map((each) => this.#resolved(each));
    const options = optionsOf(args, call);
    const member = (...names: readonly string[]) => this.#member(options, names);
    const url = this.#urlOf(call, args, member);
    if (url === null) return null;
    const method = member('method', ...(call.isAjax ? ['type'] : []));
    const named = method?.kind === 'text' ? method.written : null;
    const { body, isOpen } = this.#sent(call, args, options);
    const query = member('params', 'searchParams', 'query');
    const end = Math.max(...call.args.map((each) => (each.at >= at ? each.at + each.length : 0)), at);
    const request = {
      whole: { at, length: end - at },
      method: (named?.text ?? implied ?? 'GET').toUpperCase(),
      methodText: named ?? call.methodText,
      url: withParameters(url, query),
      headers: withMediaType(this.#headers(member('headers')), bodyType(body, member('form') !== undefined)),
      body,
    };
    return { request, isMethodTold: isMethodTold(method, implied, isOpen) };
  }

  /** The body of a call; `isOpen`: options that come from elsewhere may hold a method and a body. */
  #sent(call: ClientCall, args: readonly Literal[], options: ObjectLiteral | undefined) {
    const hasData = call.implied !== undefined && call.implied !== 'GET';
    const data = hasData ? args.slice(1).find((each) => each !== options) : undefined;
    const placed = data === undefined ? call.sent : call.args[args.indexOf(data)];
    const given = memberOf(options, 'json', 'data', 'body', 'form', 'payload')?.value ?? placed ?? undefined;
    const isOpen = call.apart === 'method' || options?.isOpen === true || (!hasData && mayBeOptions(args[1]));
    const isApart = given === undefined && (isOpen || call.apart === 'body');
    return { body: isApart ? untoldBody(call.whole) : this.#body(given), isOpen };
  }

  /** The address below the base of its client; null: there is none, or nothing of it is written. */
  #urlOf(
    call: ClientCall,
    args: readonly Literal[],
    member: (...names: readonly string[]) => Literal | undefined,
  ): WrittenText | null {
    const [first] = args;
    const given = first?.kind === 'object' ? undefined : first;
    const named = [member('url', 'uri'), member('path')].filter((each) => each !== undefined);
    const texts = (given === undefined ? named : [given]).map((each) => this.#textOf(each));
    const [url, path] = texts.filter((each) => each !== null);
    if (url === undefined || texts.includes(null)) return null;
    const address = path === undefined ? url : below(url, path);
    if (given !== undefined && call.implied !== undefined && !isMeant(address.text, call)) return null;
    const own = member('baseURL', 'prefixUrl') ?? call.base ?? undefined;
    if (own === undefined || /^\w+:\/\//.test(address.text)) return address;
    this.#variables.used.add(own);
    return below(this.#textOf(own) ?? unknownText(own), address);
  }

  /** A value as the text that it is in an address; null: that is only known when it runs. */
  #textOf(given: Literal): WrittenText | null {
    const literal = this.#resolved(given);
    if (literal.kind === 'text') return this.#variables.filled(literal.written);
    if (literal.kind === 'other') {
      const url = /^(\w+)\.href$/.exec(literal.name ?? '')?.[1];
      const value = url === undefined ? undefined : this.#variables.valueOf(url, literal.at);
      return value === undefined || value === literal ? null : this.#textOf(value);
    }
    return literal.kind === 'call' ? this.#textOfCall(literal) : null;
  }

  /** `new URL(path, base)`, `url.toString()`, `String(url)` */
  #textOfCall({ name, args, at }: CallLiteral): WrittenText | null {
    const url = /^(\w+)\.toString$/.exec(name)?.[1];
    const value = url === undefined ? undefined : this.#variables.valueOf(url, at);
    if (value?.kind === 'call' && value.name === 'URL') return this.#textOfCall(value);
    const [first, base] = args;
    if (first === undefined || !/^(?:URL|URI|String|encodeURI)$/.test(name)) return null;
    // RFC 3986 §5.2.2: a path that begins at the root leaves nothing of that of its base.
    const path = first.kind === 'call' ? null : this.#textOf(first);
    const root = base === undefined || base.kind === 'call' ? null : this.#textOf(base);
    if (path === null || base === undefined || /^\w+:\/\//.test(path.text)) return path;
    if (root === null) return below(unknownText(base), path);
    const server = /^\w+:\/\/[^/]*/.exec(root.text)?.[0].length ?? 0;
    return below(path.text.startsWith('/') && server > 0 ? partOf(root, 0, server) : root, path);
  }

  #member(options: ObjectLiteral | undefined, names: readonly string[]): Literal | undefined {
    const found = memberOf(options, ...names);
    return found === undefined ? undefined : this.#resolved(found.value);
  }

  /** The value of a variable, after what changes it before this call. */
  #resolved(literal: Literal): Literal {
    const value = this.#names.resolve(literal);
    return value.kind === 'object' ? flattened(value, this.#names) : value;
  }

  #headers(literal: Literal | undefined): readonly WrittenHeader[] {
    const object = literal?.kind === 'call' ? this.#resolvedFirst(literal.args) : literal;
    if (object?.kind !== 'object') return [];
    return object.members.map(({ name, value }) => {
      const resolved = this.#resolved(value);
      return { name, value: resolved.kind === 'text' ? this.#variables.filled(resolved.written) : null };
    });
  }

  #resolvedFirst(args: readonly Literal[]): Literal | undefined {
    return args[0] === undefined ? undefined : this.#resolved(args[0]);
  }

  #body(given: Literal | undefined): WrittenBody | null {
    if (given === undefined) return null;
    const literal = this.#known(given);
    if (literal.kind === 'call') return this.#bodyOfCall(literal);
    if (literal.kind === 'text') return textBody(literal.written);
    if (literal.kind === 'plain') return null;
    return literal.kind === 'other' ? untoldBody(given) : literalBody(literal, this.#language);
  }

  #bodyOfCall(call: CallLiteral): WrittenBody | null {
    const { name, args } = call;
    const inner = args[0] === undefined ? undefined : this.#known(args[0]);
    const isMade = /(?:^|\.)(?:stringify|toJson|JsonBuilder)$/.test(name);
    if (isMade && inner !== undefined) return literalBody(inner, this.#language);
    if (name === 'URLSearchParams' && inner?.kind === 'object')
      return textBody(fieldsOf(inner), isToldBody(inner));
    if (name === 'URLSearchParams' && inner?.kind === 'text') return textBody(inner.written);
    return isToldBody(call) ? null : untoldBody(call);
  }

  /** A value with all that is known of it. */
  #known(literal: Literal): Literal {
    return knownLiteral(literal, this.#names);
  }
}

/** True if the method of a call is written, or follows from its name. */
function isMethodTold(method: Literal | undefined, implied: string | undefined, isOpen: boolean): boolean {
  if (method?.kind === 'text') return !method.written.text.includes('${');
  return implied !== undefined || (method === undefined && !isOpen);
}

/** True if a value that only the running script knows could hold the options of a call, so is not a function. */
function mayBeOptions(literal: Literal | undefined): boolean {
  return literal?.kind === 'call' || (literal?.kind === 'other' && literal.name !== null);
}

/** True if a first text is an address: members such as `get` belong to much else. */
function isMeant(text: string, { client, isSure, base }: ClientCall): boolean {
  if (isWholeUrl(text) || base !== null) return true;
  return (isClient(client) || isSure) && /^[/$]/.test(text);
}
