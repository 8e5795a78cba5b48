import { withScheme, withType } from './command-parts.ts';
import { fieldsBody, type HttpieItem } from './httpie-body.ts';
import { textBody, untoldBody } from './script-body.ts';
import type { WrittenHeader, WrittenRequest } from './script-request.ts';
import { joined, partOf, spanOf, type WrittenText, WrittenTextBuilder } from './script-text.ts';
import type { ShellCommand } from './shell-command.ts';
import { inputOf } from './shell-output.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const withValue =
  /^(?:-[aAopPs]|--(?:auth|auth-type|output|print|style|session|session-read-only|timeout|proxy|verify|cert|cert-key|cert-key-pass|ssl|ciphers|raw|boundary|max-redirects|max-headers|pretty|format-options|default-scheme|response-charset|response-mime|history-print))$/;
/** The separator between the name and the value of an item: the first that comes, the longest of those. */
const separator = /(?<!\\)(?::=@|:=|==|=@|=|@|:)/;
const maxItems = 10_000;

interface Line {
  readonly options: ReadonlyMap<string, WrittenText | null>;
  readonly words: readonly WrittenText[];
}

/** The request of an HTTPie command, `http POST host/path a=b c:=1 H:v q==1`; `words` are those behind its name. */
export function httpieRequests(
  command: ShellCommand,
  words: readonly WrittenText[],
  scheme: string,
): readonly WrittenRequest[] {
  const { at, length } = command;
  const line = lineOf(words);
  const [first, second] = line.words;
  const method = second !== undefined && /^[A-Za-z]+$/.test(first?.text ?? '') ? (first ?? null) : null;
  const url = method === null ? first : second;
  if (url === undefined) return [];
  const given = line.words.slice(method === null ? 1 : 2, maxItems);
  const items = given.flatMap(itemOf);
  // `@file` alone, or items that a variable holds: without a method they may as well be headers.
  const isElsewhere = given.some(({ text }) =>
    method === null ? text.startsWith('@') : /^(?:@|\$\{[^{}]*\}$)/.test(text),
  );
  const { body, type } = contentOf(command, line, items, isElsewhere);
  const byDefault = line.options.get('--default-scheme')?.text ?? scheme;
  return [
    {
      whole: { at, length },
      method: (method?.text ?? (type === null ? 'GET' : 'POST')).toUpperCase(),
      methodText: method,
      url: withQuery(withScheme(url, byDefault), items),
      headers: withType([...headersOf(items), ...credentialsOf(line)], type),
      body,
    },
  ];
}

/** The body of a request and its media type; a type of null: nothing is sent. */
function contentOf(
  command: ShellCommand,
  { options }: Line,
  items: readonly HttpieItem[],
  isElsewhere: boolean,
): { readonly body: WrittenRequest['body']; readonly type: string | null } {
  const fields = items.filter((item) => /^(?:=|:=|=@|:=@)$/.test(item.separator));
  const isMultipart = options.has('--multipart') || items.some((item) => item.separator === '@');
  const isForm = isMultipart || options.has('-f') || options.has('--form');
  const type = isMultipart ? 'multipart/form-data' : isForm ? form : json;
  const raw = options.get('--raw') ?? null;
  if (raw !== null) return { body: textBody(raw), type };
  const fieldsOf = () => fieldsBody(command, fields, isForm);
  if (isElsewhere)
    return { body: { ...(fields.length > 0 ? fieldsOf() : untoldBody(command)), isTold: false }, type };
  const input = options.has('--ignore-stdin') || options.has('-I') ? null : inputOf(command);
  if (fields.length > 0) return { body: fieldsOf(), type };
  if (input !== null) return { body: input.text === null ? untoldBody(command) : textBody(input.text), type };
  return { body: null, type: isMultipart ? type : null };
}

function lineOf(words: readonly WrittenText[]): Line {
  const options = new Map<string, WrittenText | null>();
  const rest: WrittenText[] = [];
  const left = words.values();
  for (const word of left) {
    const { text } = word;
    const equals = text.indexOf('=');
    if (!/^-[A-Za-z-]/.test(text)) rest.push(word);
    else if (text.startsWith('--') && equals > 0)
      options.set(text.slice(0, equals), partOf(word, equals + 1, text.length));
    else options.set(text, withValue.test(text) ? (left.next().value ?? null) : null);
  }
  return { options, words: rest };
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

/** The sender is authenticated. RFC 7617 §2, RFC 6750 §2.1 */
function credentialsOf({ options }: Line): readonly WrittenHeader[] {
  const given = options.get('--auth') ?? options.get('-a');
  if (given === undefined || given === null) return [];
  const kind = (options.get('--auth-type') ?? options.get('-A'))?.text;
  const credentials = { scheme: kind === 'bearer' ? 'Bearer' : 'Basic', text: given.text } as const;
  return [{ name: 'Authorization', value: null, credentials }];
}

function withQuery(url: WrittenText, items: readonly HttpieItem[]): WrittenText {
  const builder = new WrittenTextBuilder();
  for (const item of items) {
    if (item.separator !== '==') continue;
    const mark = builder.length > 0 ? '&' : url.text.includes('?') ? '&' : '?';
    const text = encodeURIComponent(item.value.text).replace(/%24%7B(\w+)%7D/g, '${$1}');
    const { at, length } = spanOf(item.value);
    builder.addUnwritten(`${mark}${encodeURIComponent(item.name)}=`, at);
    if (text === item.value.text) builder.addWritten(item.value);
    else builder.addUnwritten(text, at, length);
  }
  return builder.length === 0 ? url : joined([url, builder.build()], '');
}
