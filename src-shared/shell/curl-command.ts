import { toBinaryText } from '../flows/binary.ts';
import { isToken } from '../http/token.ts';
import { fitsWord, shellQuote, shellWord, shellWrite } from './shell-word.ts';

/** A request as it is copied: its address in two parts, its header fields, and its body as text. */
export interface CurlRequest {
  readonly method: string;
  /** Scheme and authority, with or without path and query. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

/** Characters that are seen as they are, and that no terminal takes for a key: no controls, nothing invisible. */
const readable = /^[\n -~\p{L}\p{M}\p{N}\p{P}\p{S}]*$/u;
const typeName = 'content-type';

/**
 * A request as one command for a POSIX shell. Every word is quoted; what a terminal would take for a key is written
 * by printf. Fields that no request can have, and those of other versions of HTTP, are left out.
 */
export function curlCommand({ method, url, headers, body }: CurlRequest): string {
  const hasBody = body !== null && body !== '';
  const [address, target] = addressOf(url);
  const fields = headers.filter(([name, value]) => isToken(name) && fitsWord([{ bytes: value }]));
  const needsType = hasBody && !fields.some(([name]) => name.toLowerCase() === typeName);
  const lines = [
    ['curl', ...methodWords(method, hasBody), ...addressWords(address)].join(' '),
    ...(target === null ? [] : [`--request-target ${word(target)}`]),
    ...fields.map(([name, value]) => `-H ${word(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // curl would say that it is a form.
    ...(needsType ? ["-H 'Content-Type:'"] : []),
  ];
  if (!hasBody) return joined(lines);
  if (readable.test(body)) return joined([...lines, `--data-raw ${shellQuote(body)}`]);
  return `${shellWrite([{ bytes: toBinaryText(body) }])} |\n  ${joined([...lines, '--data-binary @-'])}`;
}

function joined(lines: readonly string[]): string {
  return lines.join(' \\\n  ');
}

/** curl takes a request with data for a POST, and waits for the body of a HEAD that it is only told the name of. */
function methodWords(method: string, hasBody: boolean): readonly string[] {
  if (method === 'HEAD' && !hasBody) return ['--head'];
  return method === 'GET' && !hasBody ? [] : ['-X', word(method)];
}

/** Brackets and braces stand for several addresses, and dots between slashes are removed, unless curl is told not to. */
function addressWords(address: string): readonly string[] {
  return [
    ...(/[[\]{}]/.test(address) ? ['--globoff'] : []),
    ...(/\/\.{1,2}(?:[/?]|$)/.test(address) ? ['--path-as-is'] : []),
    ...(/^https?:/i.test(address) ? [] : ['--url']),
    word(address),
  ];
}

/** The address, and the target of the request where curl would not send the address as it is. */
function addressOf(url: string): readonly [address: string, target: string | null] {
  const [, origin = '', target = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/is.exec(url) ?? [];
  if (origin === '' || /^(?:\/[!"$-~]*)?$/.test(target)) return [url, null];
  // No word of a shell holds these, and no target either.
  const fit = target.replace(/[\0\r\n]/g, (end) => encodeURIComponent(end));
  return [`${origin}/`, fit];
}

/** A text of a request, of which each character is a byte unless one is beyond, as one word. */
function word(text: string): string {
  const bytes = /^[\0-\xff]*$/.test(text) ? text : toBinaryText(text);
  return shellWord([{ bytes: bytes.replaceAll('\0', '') }]);
}
