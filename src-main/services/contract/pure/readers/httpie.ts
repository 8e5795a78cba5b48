import { type CommandOptions, type KnownOptions, readOptions } from './command-options.ts';
import { authorization, withScheme } from './command-parts.ts';
import { fieldsBody, type HttpieItem } from './httpie-body.ts';
import { formMediaType } from './request-fact.ts';
import { textBody, untoldBody } from './script-body.ts';
import { type WrittenHeader, type WrittenRequest, withMediaType } from './script-request.ts';
import { partOf, spanOf, type WrittenText, WrittenTextBuilder } from './script-text.ts';
import { withQuery } from './script-urls.ts';
import type { ShellCommand } from './shell-command.ts';
import { inputOf } from './shell-output.ts';

const json = 'application/json';
const knownOptions: KnownOptions = {
  lettersWithValue: 'aAopPs',
  namesWithValue: new Set(
    `auth auth-type output print style session session-read-only timeout proxy verify cert cert-key
     cert-key-pass ssl ciphers raw boundary max-redirects max-headers pretty format-options
     default-scheme response-charset response-mime history-print`.split(/\s+/),
  ),
  longOf: { a: 'auth', A: 'auth-type', f: 'form', I: 'ignore-stdin' },
  word: 'item',
};
/** The separator between the name and the value of an item: the first that comes, the longest of those. */
const separator = /(?<!\\)(?::=@|:=|==|=@|=|@|:)/;
const maxItems = 10_000;

/** The request of an HTTPie command, `http POST host/path a=b c:=1 H:v q==1`; `words` are those behind its name. */
export function httpieRequests(
  command: ShellCommand,
  words: readonly WrittenText[],
  scheme: string,
): readonly WrittenRequest[] {
  const { at, length } = command;
  const options = readOptions(words, knownOptions);
  const written = options.values('item');
  const [first, second] = written;
  const method = second !== undefined && /^[A-Za-z]+$/.test(first?.text ?? '') ? (first ?? null) : null;
  const url = method === null ? first : second;
  if (url === undefined) return [];
  const given = written.slice(method === null ? 1 : 2, maxItems);
  const items = given.flatMap(itemOf);
  // `@file` alone, or items that a variable holds: without a method they may as well be headers.
  const isElsewhere = given.some(({ text }) =>
    method === null ? text.startsWith('@') : /^(?:@|\$\{[^{}]*\}$)/.test(text),
  );
  const { body, type } = contentOf(command, options, items, isElsewhere);
  const byDefault = options.values('default-scheme').at(-1)?.text ?? scheme;
  return [
    {
      whole: { at, length },
      method: (method?.text ?? (type === null ? 'GET' : 'POST')).toUpperCase(),
      methodText: method,
      url: withQuery(withScheme(url, byDefault), queryOf(items)),
      headers: withMediaType([...headersOf(items), ...credentialsOf(options)], type),
      body,
    },
  ];
}

/** The body of a request and its media type; a type of null: nothing is sent. */
function contentOf(
  command: ShellCommand,
  options: CommandOptions,
  items: readonly HttpieItem[],
  isElsewhere: boolean,
): { readonly body: WrittenRequest['body']; readonly type: string | null } {
  const fields = items.filter((item) => /^(?:=|:=|=@|:=@)$/.test(item.separator));
  const isMultipart = options.has('multipart') || items.some((item) => item.separator === '@');
  const isForm = isMultipart || options.has('form');
  const type = isMultipart ? 'multipart/form-data' : isForm ? formMediaType : json;
  const raw = options.values('raw').at(-1);
  if (raw !== undefined) return { body: textBody(raw), type };
  const fieldsOf = () => fieldsBody(command, fields, isForm);
  if (isElsewhere)
    return { body: { ...(fields.length > 0 ? fieldsOf() : untoldBody(command)), isTold: false }, type };
  const input = options.has('ignore-stdin') ? null : inputOf(command);
  if (fields.length > 0) return { body: fieldsOf(), type };
  if (input !== null) return { body: input.text === null ? untoldBody(command) : textBody(input.text), type };
  return { body: null, type: isMultipart ? type : null };
}

function itemOf(word: WrittenText): HttpieItem[] {
  const found = separator.exec(word.text);
  if (found === null || found.index === 0) return [];
  const value = partOf(word, found.index + found[0].length, word.text.length);
  const name = word.text.slice(0, found.index).replace(/\\([:=@])/g, '$1');
  return [{ word, separator: found[0], name, nameEnd: found.index, value }];
}

function headersOf(items: readonly HttpieItem[]): readonly WrittenHeader[] {
  return items.flatMap((item) => (item.separator === ':' ? [{ name: item.name, value: item.value }] : []));
}

function credentialsOf(options: CommandOptions): readonly WrittenHeader[] {
  const given = options.values('auth').at(-1);
  if (given === undefined) return [];
  const kind = options.values('auth-type').at(-1)?.text;
  return authorization({ scheme: kind === 'bearer' ? 'Bearer' : 'Basic', text: given.text });
}

function queryOf(items: readonly HttpieItem[]): WrittenText {
  const builder = new WrittenTextBuilder();
  for (const item of items) {
    if (item.separator !== '==') continue;
    const text = encodeURIComponent(item.value.text).replace(/%24%7B(\w+)%7D/g, '${$1}');
    const { at, length } = spanOf(item.value);
    builder.addUnwritten(`${builder.length > 0 ? '&' : ''}${encodeURIComponent(item.name)}=`, at);
    if (text === item.value.text) builder.addWritten(item.value);
    else builder.addUnwritten(text, at, length);
  }
  return builder.build();
}
