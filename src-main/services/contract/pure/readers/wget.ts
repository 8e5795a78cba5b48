import { fromFile, headerOf, isGivenWords, withScheme, withType } from './command-parts.ts';
import { textBody, untoldBody, type WrittenBody } from './script-body.ts';
import type { WrittenRequest } from './script-request.ts';
import { partOf, type WrittenText } from './script-text.ts';
import type { ShellCommand } from './shell-command.ts';
import { inputOf } from './shell-output.ts';

const form = 'application/x-www-form-urlencoded';
/** Most requests of one command. */
const maxUrls = 1_000;
/** Letters behind which a value stands; `-n` has a second letter and no value. */
const shortWithValue = 'OoaetTUPiDIXlARQwB';
const longWithValue: ReadonlySet<string> = new Set(
  `method post-data post-file body-data body-file header user password http-user http-password user-agent referer
   output-document output-file append-output execute tries timeout directory-prefix input-file domains base level
   accept reject quota wait load-cookies save-cookies certificate private-key ca-certificate ca-directory
   bind-address limit-rate dns-timeout connect-timeout read-timeout waitretry max-redirect secure-protocol ciphers
   proxy-user proxy-password cut-dirs default-page config`.split(/\s+/),
);

interface Options {
  readonly urls: WrittenText[];
  readonly values: Map<string, WrittenText[]>;
}

/** The requests of a `wget` command; `words` are those behind its name. */
export function wgetRequests(
  command: ShellCommand,
  words: readonly WrittenText[],
): readonly WrittenRequest[] {
  const { at, length } = command;
  const { urls: written, values } = optionsOf(words);
  // Addresses that stand in a file, or that another command gives.
  const isElsewhere = values.has('input-file') || (written.length === 0 && isGivenWords(command));
  const urls = [...written.slice(0, maxUrls), ...(isElsewhere ? [fromFile(at)] : [])];
  const last = (...names: readonly string[]) => names.flatMap((name) => values.get(name) ?? []).at(-1);
  const data = last('post-data', 'body-data');
  const file = last('post-file', 'body-file');
  const isSent = data !== undefined || file !== undefined;
  const isPost = values.has('post-data') || values.has('post-file');
  const method = last('method') ?? null;
  const headers = withType((values.get('header') ?? []).flatMap(headerOf), isSent ? form : null);
  const user = last('http-user', 'user');
  const text = `${user?.text ?? ''}:${last('http-password', 'password')?.text ?? ''}`;
  const credentials = { scheme: 'Basic', text } as const;
  return urls.map((url) => ({
    whole: { at, length },
    method: (method?.text ?? (isPost ? 'POST' : values.has('spider') ? 'HEAD' : 'GET')).toUpperCase(),
    methodText: method,
    url: withScheme(url, 'http'),
    headers: user === undefined ? headers : [...headers, { name: 'Authorization', value: null, credentials }],
    body: isSent ? bodyOf(data ?? null, file ?? null, command) : null,
  }));
}

/** The body as far as it is known: of a file only where it is the input of the command. */
function bodyOf(data: WrittenText | null, file: WrittenText | null, command: ShellCommand): WrittenBody {
  const isInput = /^(?:-|\/dev\/stdin)$/.test(file?.text ?? '');
  const text = data ?? (isInput ? (inputOf(command)?.text ?? null) : null);
  return text === null ? untoldBody(command) : textBody(text);
}

function optionsOf(words: readonly WrittenText[]): Options {
  const options: Options = { urls: [], values: new Map() };
  const put = (name: string, value: WrittenText | undefined) =>
    options.values.set(name, [...(options.values.get(name) ?? []), ...(value === undefined ? [] : [value])]);
  const left = words.values();
  for (const word of left) {
    const { text } = word;
    const equals = text.indexOf('=');
    if (text.startsWith('--')) {
      const name = text.slice(2, equals < 0 ? undefined : equals);
      const isNext = equals < 0 && longWithValue.has(name);
      put(name, isNext ? left.next().value : equals < 0 ? undefined : partOf(word, equals + 1, text.length));
    } else if (text.startsWith('-') && text.length > 1) {
      const letter = text
        .slice(1)
        .split('')
        .findIndex((each) => shortWithValue.includes(each));
      if (letter < 0 || text.startsWith('-n')) continue;
      // A letter at the end of its word has its value in the next one.
      const isNext = letter === text.length - 2;
      const value = isNext ? left.next().value : partOf(word, letter + 2, text.length);
      if (text[letter + 1] === 'i') put('input-file', value);
    } else options.urls.push(word);
  }
  return options;
}
