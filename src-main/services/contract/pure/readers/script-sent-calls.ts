import type { Literal } from './literals.ts';
import { isClient, isSender, makesClient, methodName, methodOf, soundsLikeClient } from './script-clients.ts';
import type { Span, WrittenText } from './script-text.ts';
import { isWholeUrl } from './script-urls.ts';
import type { ValueReader } from './script-values.ts';
import type { TokenLanguage } from './tokenizer.ts';
import type { VariableValues } from './variable-values.ts';

/** Tokens of a type argument, `get<User>(…)`. */
const maxTypeTokens = 200;
/** Calls of one chain, and tokens behind a call, among which its `send` is looked for. */
const maxChained = 20;
const maxBehind = 2_000;
/** Names behind which a call may stand; behind any other one it is declared. */
const beforeCall = /^(?:return|await|new|in|of|yield|case|else|do|typeof|void|throw|assert|println|print)$/;
const declares = /^(?:function|def|async|public|private|protected|static|override|abstract|declare|get|set)$/;

/** A call that sends a request, or may. */
export interface ClientCall {
  /** Where its name begins. */
  readonly at: number;
  /** All of it, from the beginning of what it belongs to. */
  readonly whole: Span;
  readonly args: readonly Literal[];
  /** The client that it belongs to by its name. */
  readonly client: string;
  /** The method that its name or its first argument says. */
  readonly implied: string | undefined;
  readonly methodText: WrittenText | null;
  /** The base address that its client was made with. */
  readonly base: Literal | null;
  /** The body, where another call sends it: `.send(body)`. */
  readonly sent: Literal | null;
  /** True of `$.ajax`, whose method may be called `type`. */
  readonly isAjax: boolean;
  /** Said elsewhere: the method by `connection.requestMethod = 'POST'`, the body by `request.write(body)`. */
  readonly apart: 'method' | 'body' | null;
  /** True if it sends a request even where its address cannot be told. */
  readonly isSure: boolean;
}

/** Tells the calls that send a request from all others. */
export class SentCalls {
  readonly #values: ValueReader;
  readonly #variables: VariableValues;
  readonly #isGroovy: boolean;

  constructor(values: ValueReader, variables: VariableValues, language: TokenLanguage) {
    this.#values = values;
    this.#variables = variables;
    this.#isGroovy = language === 'groovy';
  }

  /** The call whose name stands here; null: none does, or none of a client. */
  at(index: number): ClientCall | null {
    const open = this.#openOf(index);
    if (open < 0) return null;
    const args = this.#values.argumentsOf(open);
    if (this.#isDeclared(index, open, args)) return null;
    const { at = 0, source: name = '' } = this.#values.tokens[index] ?? {};
    const owner = this.#ownerOf(index);
    const made = this.#madeAs(owner || name, at);
    const call: ClientCall = {
      at,
      whole: this.#wholeOf(index, open),
      args,
      client: made?.client ?? (owner || name),
      implied: owner === '' ? undefined : methodOf(name),
      methodText: null,
      base: made?.base ?? null,
      sent: this.#sentBehind(index, open, name === 'open' ? owner : ''),
      isAjax: name === 'ajax',
      apart: name === 'request' && /^https?$/.test(owner) ? 'body' : null,
      isSure: false,
    };
    if (call.implied !== undefined) return { ...call, isSure: this.#isOfClient(call, owner, made !== null) };
    const isMade = owner === '' && made !== null && made.client !== name;
    return this.#called(call, index, owner, isMade);
  }

  /** A call whose name says no method. */
  #called(call: ClientCall, index: number, owner: string, isMade: boolean): ClientCall | null {
    const { args } = call;
    const name = this.#values.tokens[index]?.source ?? '';
    if (args[0]?.kind === 'text' && methodName.test(args[0].written.text))
      return this.#withMethod(call, name, owner);
    const isCalled = isClient(name) || isMade || this.#isRequestObject(index, name);
    if (!isCalled || this.#isMadeBefore(args[0])) return this.#openedUrl(index, call);
    return { ...call, isSure: args.length > 0 && (owner === '' || isSender(owner)) };
  }

  #ownerOf(index: number): string {
    return this.#values.isMember(index) ? (this.#values.tokens[index - 2]?.source ?? '') : '';
  }

  #isOfClient({ args, client }: ClientCall, owner: string, isMade: boolean): boolean {
    return args.length > 0 && (isMade || isClient(client) || soundsLikeClient(owner));
  }

  /** A function that is given a method and a path: `call('POST', '/environments/…')`, `xhr.open('GET', url)`. */
  #withMethod(call: ClientCall, name: string, owner: string): ClientCall | null {
    const [first, ...args] = call.args;
    const methodText = first?.kind === 'text' ? first.written : null;
    const given = args[0]?.kind === 'text' ? args[0].written.text : '';
    const isSure = args.length > 0 && ((name === 'open' && owner !== '') || isClient(name));
    if (!isSure && !isWholeUrl(given)) return null;
    return { ...call, args, methodText, implied: methodText?.text.toUpperCase(), isSure };
  }

  /** Groovy reads what a URL is opened for; in JavaScript a URL alone sends nothing. */
  #openedUrl(index: number, call: ClientCall): ClientCall | null {
    const { tokens } = this.#values;
    const isUrl = this.#isGroovy && tokens[index]?.source === 'URL' && tokens[index - 1]?.source === 'new';
    return isUrl && call.args.length === 1
      ? { ...call, isSure: true, apart: this.#setsMethod() ? 'method' : null }
      : null;
  }

  /** True if the code sets a method other than GET on a connection. */
  #setsMethod(): boolean {
    return this.#values.tokens.some(({ source }, index) => {
      if (!/^(?:setR|r)equestMethod$/.test(source)) return false;
      const method = this.#values.tokens[index + 2]?.written?.text;
      return method !== undefined && method !== 'GET';
    });
  }

  /** The argument of a `.send(…)` in the same chain, or of the one of the same owner that comes next. */
  #sentBehind(index: number, open: number, owner: string): Literal | null {
    const { tokens } = this.#values;
    let next = this.#values.endOf(open) + 1;
    for (let steps = 0; steps < maxChained && this.#values.isMark(next, '.'); steps += 1) {
      if (!this.#values.isMark(next + 2, '(')) return null;
      if (tokens[next + 1]?.source === 'send') return this.#values.argumentsOf(next + 2)[0] ?? null;
      next = this.#values.endOf(next + 2) + 1;
    }
    if (owner === '') return null;
    for (let at = index; at < Math.min(index + maxBehind, tokens.length); at += 1)
      if (
        tokens[at]?.source === owner &&
        tokens[at + 2]?.source === 'send' &&
        this.#values.isMark(at + 3, '(')
      )
        return this.#values.argumentsOf(at + 3)[0] ?? null;
    return null;
  }

  #isRequestObject(index: number, name: string): boolean {
    return !this.#isGroovy && name === 'Request' && this.#values.tokens[index - 1]?.source === 'new';
  }

  /** A request that is sent later was seen where it was made. */
  #isMadeBefore(first: Literal | undefined): boolean {
    if (first?.kind === 'call') return first.name === 'Request';
    const value = first?.kind === 'other' ? this.#variables.valueOf(first.name ?? '', first.at) : undefined;
    return value?.kind === 'call' && value.name === 'Request';
  }

  /** A client that the script makes: by which, and with which base address. */
  #madeAs(name: string, at: number): { readonly client: string; readonly base: Literal | null } | null {
    const made = this.#variables.valueOf(name, at) ?? this.#variables.valueOf(`this.${name}`, at);
    if (made?.kind !== 'call' || !makesClient(made.name)) return null;
    const [first] = made.args;
    const options = first?.kind === 'object' ? first.members : [];
    const named = options.find((each) => /^(?:baseURL|prefixUrl|uri)$/.test(each.name))?.value;
    const base = named ?? (first?.kind === 'object' ? null : (first ?? null));
    return { client: made.name.split('.')[0] ?? made.name, base };
  }

  /** The bracket of the arguments behind a name, and behind types between them; −1: there is none. */
  #openOf(index: number): number {
    const { tokens } = this.#values;
    if (this.#values.isMark(index + 1, '(')) return index + 1;
    if (this.#isGroovy || !this.#values.isMark(index + 1, '<')) return -1;
    let depth = 0;
    for (let next = index + 1; next < index + maxTypeTokens && next < tokens.length; next += 1) {
      const source = tokens[next]?.source ?? '';
      if (source === '<') depth += 1;
      else if (source === '>') depth -= 1;
      else if (/^(?:\(|\)|;|=>|&&|\|\|)$/.test(source)) return -1;
      if (depth === 0) return this.#values.isMark(next + 1, '(') ? next + 1 : -1;
    }
    return -1;
  }

  /** A function or method that only has the name of a client. */
  #isDeclared(index: number, open: number, args: readonly Literal[]): boolean {
    if (this.#values.isMember(index)) return false;
    const before = this.#values.tokens[index - 1];
    if (before?.kind === 'name' && declares.test(before.source)) return true;
    const behind = this.#values.endOf(open) + 1;
    const isBody = this.#values.isMark(behind, '{');
    if (this.#isGroovy) return isBody && before?.kind === 'name' && !beforeCall.test(before.source);
    return isBody || this.#values.isNamed(args[0], open);
  }

  #wholeOf(index: number, open: number): Span {
    const { tokens } = this.#values;
    let start = index;
    while (this.#values.isMember(start) && tokens[start - 2]?.kind === 'name') start -= 2;
    const [first, last] = [tokens[start], tokens[this.#values.endOf(open)]];
    const at = first?.at ?? 0;
    return { at, length: Math.max(0, (last?.at ?? at) + 1 - at) };
  }
}
