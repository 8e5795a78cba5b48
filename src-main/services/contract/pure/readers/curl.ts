import { fromFile, headerOf, isGivenWords } from './command-parts.ts';
import { shellCommands } from './curl-words.ts';
import { textBody, untoldBody, type WrittenBody } from './script-body.ts';
import type { WrittenHeader, WrittenRequest } from './script-request.ts';
import { joined, partOf, plainText, type WrittenText } from './script-text.ts';
import type { ShellCommand } from './shell-command.ts';
import { inputOf } from './shell-output.ts';

/** Options that take a value, by their short letter; letters without a value are written alone. */
const shortWithValue = 'AbcCdDeEFhHKmoPQrtTuUwxXyYz';
const longOf: Readonly<Record<string, string>> = {
  X: 'request',
  H: 'header',
  d: 'data',
  F: 'form',
  u: 'user',
  G: 'get',
  I: 'head',
  T: 'upload-file',
  K: 'config',
};
const longWithValue: ReadonlySet<string> = new Set(
  `request header data data-raw data-ascii data-binary data-urlencode json form form-string user url url-query
   upload-file output max-time connect-timeout cookie cookie-jar user-agent referer proxy cacert capath cert key
   cert-type key-type pass retry retry-delay retry-max-time write-out oauth2-bearer resolve connect-to range config
   interface limit-rate max-redirs dump-header trace trace-ascii proxy-user proto ciphers tls-max aws-sigv4 variable
   unix-socket stderr output-dir create-file-mode max-filesize noproxy socks5 socks5-hostname`.split(/\s+/),
);
/** Options whose value is sent as the body. */
const dataOptions: ReadonlySet<string> = new Set([
  'data',
  'data-raw',
  'data-ascii',
  'data-binary',
  'data-urlencode',
  'json',
]);
/** Most requests of one command. */
const maxUrls = 1_000;
const form = 'application/x-www-form-urlencoded';

interface CurlOption {
  readonly name: string;
  readonly value: WrittenText | null;
}

/** The requests that a shell script sends with curl. */
export function curlRequests(text: string, file: string): readonly WrittenRequest[] {
  return shellCommands(text, file).flatMap((command) => {
    const start = command.words.findIndex((word) => /(?:^|[/\\])curl(?:\.exe)?$/.test(word.text));
    return start < 0 ? [] : curlCommandRequests(command, command.words.slice(start + 1));
  });
}

/** The requests of a `curl` command; `words` are those behind its name. */
export function curlCommandRequests(
  command: ShellCommand,
  words: readonly WrittenText[],
): readonly WrittenRequest[] {
  return requestsOf(command, optionsOf(words));
}

function optionsOf(words: readonly WrittenText[]): readonly CurlOption[] {
  const options: CurlOption[] = [];
  const left = words.values();
  for (const word of left) {
    const { text } = word;
    if (text.startsWith('--')) {
      const name = text.slice(2);
      options.push({ name, value: longWithValue.has(name) ? (left.next().value ?? null) : null });
    } else if (text.startsWith('-') && text.length > 1) options.push(...shortOptions(word, left));
    else options.push({ name: 'url', value: word });
  }
  return options;
}

/** Letters in one word: `-sSX POST`, `-XPOST`. */
function shortOptions(word: WrittenText, left: Iterator<WrittenText>): readonly CurlOption[] {
  const options: CurlOption[] = [];
  for (let index = 1; index < word.text.length; index += 1) {
    const letter = word.text[index] ?? '';
    const name = longOf[letter] ?? letter;
    if (!shortWithValue.includes(letter)) {
      options.push({ name, value: null });
      continue;
    }
    const rest = partOf(word, index + 1, word.text.length);
    const { value: next } = rest.text === '' ? left.next() : { value: rest };
    options.push({ name, value: (next as WrittenText | undefined) ?? null });
    return options;
  }
  return options;
}

/** `--next` begins another request in the same command. */
function requestsOf(command: ShellCommand, options: readonly CurlOption[]): readonly WrittenRequest[] {
  const groups: CurlOption[][] = [[]];
  for (const option of options)
    if (option.name === 'next') groups.push([]);
    else groups.at(-1)?.push(option);
  return groups.flatMap((group) => {
    const valuesOf = (...names: readonly string[]) =>
      group.flatMap(({ name, value }) => (names.includes(name) && value !== null ? [value] : []));
    const urls = valuesOf('url').slice(0, maxUrls);
    // The address comes from a file or from another command.
    const isElsewhere = urls.length === 0 && (valuesOf('config').length > 0 || isGivenWords(command));
    const all = isElsewhere ? [fromFile(command.at)] : urls;
    return all.length === 0 ? [] : requestsTo(all, command, group, valuesOf);
  });
}

/** One request to each URL of a command; all else is the same for them. */
function requestsTo(
  urls: readonly WrittenText[],
  command: ShellCommand,
  options: readonly CurlOption[],
  valuesOf: (...names: readonly string[]) => readonly WrittenText[],
): readonly WrittenRequest[] {
  const { at, length } = command;
  const has = (name: string) => options.some((option) => option.name === name);
  const sent = options.filter(({ name, value }) => dataOptions.has(name) && value !== null);
  const data = sent.map((option) => dataOf(option, command));
  const isMultipart = has('form') || has('form-string');
  const method = valuesOf('request').at(-1) ?? null;
  const isQuery = has('get');
  const query = [...valuesOf('url-query'), ...(isQuery ? data.flatMap(({ text }) => text ?? []) : [])];
  const isSent = data.length > 0 && !isQuery;
  const headers = valuesOf('header').flatMap(headerOf);
  const type = isMultipart ? 'multipart/form-data' : has('json') ? 'application/json' : isSent ? form : null;
  if (type !== null && !headers.some(({ name }) => name.toLowerCase() === 'content-type'))
    headers.push({ name: 'Content-Type', value: null, implied: type });
  const credentials = credentialsOf(valuesOf) ?? undefined;
  if (credentials !== undefined) headers.push({ name: 'Authorization', value: null, credentials });
  const implied = isMultipart || isSent ? 'POST' : has('upload-file') ? 'PUT' : has('head') ? 'HEAD' : 'GET';
  const upload = has('upload-file') ? uploadBody(command, valuesOf('upload-file')) : null;
  const body = isSent ? bodyOf(data, at, has('json')) : upload;
  return urls.map((url) => ({
    whole: { at, length },
    method: method?.text ?? implied,
    methodText: method,
    url: withQuery(url, query),
    headers,
    body,
  }));
}

/** The sender is authenticated. RFC 7617 §2, RFC 6750 §2.1 */
function credentialsOf(
  valuesOf: (...names: readonly string[]) => readonly WrittenText[],
): WrittenHeader['credentials'] | null {
  const [user, token] = [valuesOf('user').at(-1), valuesOf('oauth2-bearer').at(-1)];
  if (token !== undefined) return { scheme: 'Bearer', text: token.text };
  if (user === undefined) return null;
  return { scheme: 'Basic', text: user.text.includes(':') ? user.text : `${user.text}:` };
}

function withQuery(url: WrittenText, query: readonly WrittenText[]): WrittenText {
  return query.length === 0 ? url : joined([url, joined(query, '&')], url.text.includes('?') ? '&' : '?');
}

/** A part of the body; a text of null: it is only known when the command runs. */
interface Data {
  readonly text: WrittenText | null;
}

const isInput = (text: string) => /^@?(?:-|\.|\/dev\/stdin)$/.test(text);

/** The text that an option sends; contents of files are not known. */
function dataOf({ name, value }: CurlOption, command: ShellCommand): Data {
  if (value === null || name === 'data-raw') return { text: value };
  const file = name === 'data-urlencode' ? /^[^=@]*@/.exec(value.text)?.[0] : undefined;
  if (file !== undefined && file !== '@')
    return { text: joined([partOf(value, 0, file.length - 1), fromFile(value.starts[0] ?? 0)], '=') };
  if (!value.text.startsWith('@')) return { text: value };
  return isInput(value.text) ? (inputOf(command) ?? { text: null }) : { text: null };
}

function uploadBody(command: ShellCommand, files: readonly WrittenText[]): WrittenBody {
  const input = files.every(({ text }) => isInput(text)) ? (inputOf(command)?.text ?? null) : null;
  return input === null ? untoldBody(command) : textBody(input);
}

/** Returns the body as far as it is known. */
function bodyOf(data: readonly Data[], at: number, isJson: boolean): WrittenBody {
  const known = data.flatMap(({ text }) => text ?? []);
  const isWhole = known.length === data.length;
  const [only, ...more] = known;
  if (only === undefined) return textBody(plainText('', at), isWhole);
  return textBody(more.length === 0 ? only : joined(known, isJson ? '' : '&'), isWhole);
}
