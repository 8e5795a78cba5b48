import { type KnownOptions, readOptions } from './command-options.ts';
import { authorization, fromFile, headerOf, isGivenWords, withScheme } from './command-parts.ts';
import { formMediaType } from './request-fact.ts';
import { textBody, untoldBody, type WrittenBody } from './script-body.ts';
import { type WrittenRequest, withMediaType } from './script-request.ts';
import type { WrittenText } from './script-text.ts';
import type { ShellCommand } from './shell-command.ts';
import { inputOf } from './shell-output.ts';

/** Most requests of one command. */
const maxUrls = 1_000;
const knownOptions: KnownOptions = {
  lettersWithValue: 'OoaetTUPiDIXlARQwB',
  namesWithValue: new Set(
    `method post-data post-file body-data body-file header user password http-user http-password user-agent referer
   output-document output-file append-output execute tries timeout directory-prefix input-file domains base level
   accept reject quota wait load-cookies save-cookies certificate private-key ca-certificate ca-directory
   bind-address limit-rate dns-timeout connect-timeout read-timeout waitretry max-redirect secure-protocol ciphers
   proxy-user proxy-password cut-dirs default-page config`.split(/\s+/),
  ),
  longOf: { i: 'input-file' },
  word: 'url',
};

/** The requests of a `wget` command; `words` are those behind its name. */
export function wgetRequests(
  command: ShellCommand,
  words: readonly WrittenText[],
): readonly WrittenRequest[] {
  const { at, length } = command;
  const options = readOptions(words, knownOptions);
  const written = options.values('url');
  // Addresses that stand in a file, or that another command gives.
  const isElsewhere = options.has('input-file') || (written.length === 0 && isGivenWords(command));
  const urls = [...written.slice(0, maxUrls), ...(isElsewhere ? [fromFile(at)] : [])];
  const last = (...names: readonly string[]) => names.flatMap((name) => options.values(name)).at(-1);
  const data = last('post-data', 'body-data');
  const file = last('post-file', 'body-file');
  const isSent = data !== undefined || file !== undefined;
  const isPost = options.has('post-data', 'post-file');
  const method = last('method') ?? null;
  const user = last('http-user', 'user');
  const text = `${user?.text ?? ''}:${last('http-password', 'password')?.text ?? ''}`;
  const headers = [
    ...withMediaType(options.values('header').flatMap(headerOf), isSent ? formMediaType : null),
    ...authorization(user === undefined ? null : { scheme: 'Basic', text }),
  ];
  return urls.map((url) => ({
    whole: { at, length },
    method: (method?.text ?? (isPost ? 'POST' : options.has('spider') ? 'HEAD' : 'GET')).toUpperCase(),
    methodText: method,
    url: withScheme(url, 'http'),
    headers,
    body: isSent ? bodyOf(data ?? null, file ?? null, command) : null,
  }));
}

/** The body as far as it is known: of a file only where it is the input of the command. */
function bodyOf(data: WrittenText | null, file: WrittenText | null, command: ShellCommand): WrittenBody {
  const isInput = /^(?:-|\/dev\/stdin)$/.test(file?.text ?? '');
  const text = data ?? (isInput ? (inputOf(command)?.text ?? null) : null);
  return text === null ? untoldBody(command) : textBody(text);
}
