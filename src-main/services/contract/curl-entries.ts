import { curlRequests } from './pure/index.ts';

/** Characters of a text that curl commands are looked for in. */
const maxCharacters = 1_048_576;

/** A request that a curl command sends. */
export interface CurlEntry {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
}

/** The requests that the curl commands of a text send; null: there is none. Contents of files are not known. */
export function curlEntries(text: string): readonly CurlEntry[] | null {
  // A document or a request may hold the word too.
  if (/^\s*(?:[{<]|\S+ \S+ HTTP\/\d)/.test(text)) return null;
  if (text.length > maxCharacters || !/(?:^|\s)curl(?:\.exe)?\s/.test(text)) return null;
  const requests = curlRequests(text, 'curl').filter(({ url }) => URL.canParse(withScheme(url.text)));
  if (requests.length === 0) return null;
  return requests.map(({ method, url, headers, body }) => ({
    method,
    url: withScheme(url.text),
    headers: headers.map(({ name, value, implied = '', credentials }) => ({
      name,
      value: value?.text ?? (credentials === undefined ? implied : authorization(credentials)),
    })),
    body: body?.text?.text ?? '',
  }));
}

/** curl takes an address without a scheme for one of HTTP. */
function withScheme(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`;
}

function authorization({
  scheme,
  text,
}: {
  readonly scheme: 'Basic' | 'Bearer';
  readonly text: string;
}): string {
  return `${scheme} ${scheme === 'Basic' ? Buffer.from(text).toString('base64') : text}`;
}
