import { headerOf } from './command-parts.ts';
import { type ShellCommand, shellCommands } from './curl-words.ts';
import { textBody } from './script-body.ts';
import type { WrittenHeader, WrittenRequest } from './script-request.ts';
import { joined, partOf, plainText, type WrittenText } from './script-text.ts';

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
};
const longWithValue: ReadonlySet<string> = new Set(
  `request header data data-raw data-ascii data-binary data-urlencode json form form-string user url url-query
   upload-file output max-time connect-timeout cookie cookie-jar user-agent referer proxy cacert capath cert key
   cert-type key-type pass retry retry-delay retry-max-time write-out oauth2-bearer resolve connect-to range config
   interface limit-rate max-redirs dump-header trace trace-ascii proxy-user proto ciphers tls-max aws-sigv4 variable
   unix-socket stderr output-dir create-file-mode max-filesize noproxy socks5 socks5-hostname`.split(/\s+/),
);
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
    return urls.length === 0 ? [] : requestsTo(urls, command, group, valuesOf);
  });
}

/** One request to each URL of a command; all else is the same for them. */
function requestsTo(
  urls: readonly WrittenText[],
  { at, length, input }: ShellCommand,
  options: readonly CurlOption[],
  valuesOf: (...names: readonly string[]) => readonly WrittenText[],
): readonly WrittenRequest[] {
  const has = (name: string) => options.some((option) => option.name === name);
  const data = valuesOf('data', 'data-raw', 'data-ascii', 'data-binary', 'data-urlencode', 'json');
  const isMultipart = has('form') || has('form-string');
  const method = valuesOf('request').at(-1) ?? null;
  const isQuery = has('get');
  const query = [...valuesOf('url-query'), ...(isQuery ? data : [])];
  const isSent = data.length > 0 && !isQuery;
  const headers = valuesOf('header').flatMap(headerOf);
  const type = isMultipart ? 'multipart/form-data' : has('json') ? 'application/json' : isSent ? form : null;
  if (type !== null && !headers.some(({ name }) => name.toLowerCase() === 'content-type'))
    headers.push({ name: 'Content-Type', value: null, implied: type });
  const credentials = credentialsOf(valuesOf) ?? undefined;
  if (credentials !== undefined) headers.push({ name: 'Authorization', value: null, credentials });
  const implied = isMultipart || isSent ? 'POST' : has('upload-file') ? 'PUT' : has('head') ? 'HEAD' : 'GET';
  const body = isSent ? bodyOf(data, input.text, has('json')) : null;
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

/** Returns the body as far as it is known; contents of files are not. */
function bodyOf(data: readonly WrittenText[], input: WrittenText | null, isJson: boolean) {
  const known = data.flatMap((each) => {
    if (/^@(?:-|\/dev\/stdin)$/.test(each.text) && input !== null) return [input];
    return each.text.startsWith('@') ? [] : [each];
  });
  if (known.length === 0) return textBody(plainText('', 0));
  return textBody(known.length === 1 && known[0] !== undefined ? known[0] : joined(known, isJson ? '' : '&'));
}
