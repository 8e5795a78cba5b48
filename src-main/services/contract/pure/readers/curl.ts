import { type CommandOption, CommandOptions, type KnownOptions, readOptions } from './command-options.ts';
import { authorization, fromFile, headerOf, isGivenWords } from './command-parts.ts';
import { shellCommands } from './curl-words.ts';
import { formMediaType } from './request-fact.ts';
import { textBody, untoldBody, type WrittenBody } from './script-body.ts';
import { type WrittenHeader, type WrittenRequest, withMediaType } from './script-request.ts';
import { joined, partOf, plainText, type WrittenText } from './script-text.ts';
import { withQuery } from './script-urls.ts';
import type { ShellCommand } from './shell-command.ts';
import { inputOf } from './shell-output.ts';

const knownOptions: KnownOptions = {
  lettersWithValue: 'AbcCdDeEFhHKmoPQrtTuUwxXyYz',
  namesWithValue: new Set(
    `request header data data-raw data-ascii data-binary data-urlencode json form form-string user url url-query
   upload-file output max-time connect-timeout cookie cookie-jar user-agent referer proxy cacert capath cert key
   cert-type key-type pass retry retry-delay retry-max-time write-out oauth2-bearer resolve connect-to range config
   interface limit-rate max-redirs dump-header trace trace-ascii proxy-user proto ciphers tls-max aws-sigv4 variable
   unix-socket stderr output-dir create-file-mode max-filesize noproxy socks5 socks5-hostname`.split(/\s+/),
  ),
  longOf: {
    X: 'request',
    H: 'header',
    d: 'data',
    F: 'form',
    u: 'user',
    G: 'get',
    I: 'head',
    T: 'upload-file',
    K: 'config',
  },
  word: 'url',
};
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
  return requestsOf(command, readOptions(words, knownOptions));
}

/** `--next` begins another request in the same command. */
function requestsOf(command: ShellCommand, options: CommandOptions): readonly WrittenRequest[] {
  const groups: CommandOption[][] = [[]];
  for (const option of options.all)
    if (option.name === 'next') groups.push([]);
    else groups.at(-1)?.push(option);
  return groups.flatMap((group) => {
    const own = new CommandOptions(group);
    const urls = own.values('url').slice(0, maxUrls);
    // The address comes from a file or from another command.
    const isElsewhere = urls.length === 0 && (own.values('config').length > 0 || isGivenWords(command));
    const all = isElsewhere ? [fromFile(command.at)] : urls;
    return all.length === 0 ? [] : requestsTo(all, command, own);
  });
}

/** One request to each URL of a command; all else is the same for them. */
function requestsTo(
  urls: readonly WrittenText[],
  command: ShellCommand,
  options: CommandOptions,
): readonly WrittenRequest[] {
  const { at, length } = command;
  const sent = options.all.filter(({ name, value }) => dataOptions.has(name) && value !== null);
  const data = sent.map((option) => dataOf(option, command));
  const isMultipart = options.has('form', 'form-string');
  const method = options.values('request').at(-1) ?? null;
  const isQuery = options.has('get');
  const query = [...options.values('url-query'), ...(isQuery ? data.flatMap(({ text }) => text ?? []) : [])];
  const isSent = data.length > 0 && !isQuery;
  const type = isMultipart
    ? 'multipart/form-data'
    : options.has('json')
      ? 'application/json'
      : isSent
        ? formMediaType
        : null;
  const headers = [
    ...withMediaType(options.values('header').flatMap(headerOf), type),
    ...authorization(credentialsOf(options)),
  ];
  const implied =
    isMultipart || isSent
      ? 'POST'
      : options.has('upload-file')
        ? 'PUT'
        : options.has('head')
          ? 'HEAD'
          : 'GET';
  const upload = options.has('upload-file') ? uploadBody(command, options.values('upload-file')) : null;
  const body = isSent ? bodyOf(data, at, options.has('json')) : upload;
  return urls.map((url) => ({
    whole: { at, length },
    method: method?.text ?? implied,
    methodText: method,
    url: withQuery(url, joined(query, '&')),
    headers,
    body,
  }));
}

function credentialsOf(options: CommandOptions): WrittenHeader['credentials'] | null {
  const [user, token] = [options.values('user').at(-1), options.values('oauth2-bearer').at(-1)];
  if (token !== undefined) return { scheme: 'Bearer', text: token.text };
  if (user === undefined) return null;
  return { scheme: 'Basic', text: user.text.includes(':') ? user.text : `${user.text}:` };
}

/** A part of the body; a text of null: it is only known when the command runs. */
interface Data {
  readonly text: WrittenText | null;
}

const isInput = (text: string) => /^@?(?:-|\.|\/dev\/stdin)$/.test(text);

/** The text that an option sends; contents of files are not known. */
function dataOf({ name, value }: CommandOption, command: ShellCommand): Data {
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
