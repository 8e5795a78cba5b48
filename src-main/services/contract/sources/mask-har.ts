import { maskUrl } from '#main/platform/exchange-summary.ts';
import {
  mask,
  maskHeaderValue,
  maskMembers,
  secretKindOfHeader,
  secretKindOfName,
} from '#shared/exchange/index.ts';
import { percentDecoded } from '#shared/text/decoding.ts';
import { isJsonObject, type JsonValue } from '#shared/workspace/index.ts';

type Members = Readonly<Record<string, JsonValue>>;

/** A HAR entry without secrets, and how many there were. */
export interface MaskedEntry {
  readonly entry: JsonValue;
  readonly masked: number;
}

/** Masks credentials in headers, cookies, queries, forms and JSON bodies of a HAR entry; other bodies are left out. */
export function maskHarEntry(entry: JsonValue): MaskedEntry {
  const masker = new Masker();
  return { entry: masker.entry(entry), masked: masker.count };
}

function nameOf({ name }: Members): string {
  return typeof name === 'string' ? name : '';
}

class Masker {
  count = 0;

  entry(entry: JsonValue): JsonValue {
    if (!isJsonObject(entry)) return entry;
    return {
      ...standardOf(entry),
      ...(isJsonObject(entry['request']) ? { request: this.#request(standardOf(entry['request'])) } : {}),
      ...(isJsonObject(entry['response']) ? { response: this.#response(standardOf(entry['response'])) } : {}),
    };
  }

  #request(request: Members): JsonValue {
    const { url, headers, cookies, queryString, postData } = request;
    return {
      ...request,
      ...(typeof url === 'string' ? { url: this.#url(url) } : {}),
      ...this.#listed('headers', headers, (name, value) => this.#header(name, value)),
      ...this.#listed('cookies', cookies, () => mask),
      ...this.#listed('queryString', queryString, (name, value) => this.#parameter(name, value)),
      ...(isJsonObject(postData) ? { postData: this.#postData(standardOf(postData)) } : {}),
    };
  }

  #response(response: Members): JsonValue {
    const { headers, cookies, content, redirectURL } = response;
    return {
      ...response,
      ...this.#listed('headers', headers, (name, value) => this.#header(name, value)),
      ...this.#listed('cookies', cookies, () => mask),
      ...(typeof redirectURL === 'string' ? { redirectURL: this.#url(redirectURL) } : {}),
      ...(isJsonObject(content) ? { content: this.#content(standardOf(content)) } : {}),
    };
  }

  /** A body that is no JSON says nothing to the linter, and may hold anything: it is not kept. */
  #content({ text, ...content }: Members): JsonValue {
    if (typeof text !== 'string') return content;
    const isJson = content['encoding'] !== 'base64' && /^\s*[[{"]/.test(text);
    return isJson ? { ...content, text: this.#counted(text, maskedMembers(text)) } : content;
  }

  #postData(postData: Members): JsonValue {
    const { text, params } = postData;
    return {
      ...postData,
      ...(typeof text === 'string' ? { text: this.#counted(text, maskedBody(text)) } : {}),
      ...this.#listed('params', params, (name, value) => this.#parameter(name, value)),
    };
  }

  #listed(
    member: string,
    list: JsonValue | undefined,
    maskValue: (name: string, value: string) => string,
  ): Members {
    if (!Array.isArray(list)) return {};
    const masked = (list as readonly JsonValue[]).map((pair) => {
      if (!isJsonObject(pair) || typeof pair['value'] !== 'string') return pair;
      return { ...pair, value: this.#counted(pair['value'], maskValue(nameOf(pair), pair['value'])) };
    });
    return { [member]: masked };
  }

  #header(name: string, value: string): string {
    if (secretKindOfHeader(name, value) !== undefined) return maskHeaderValue(name, value);
    return /^(?:location|referer|:path)$/i.test(name) ? maskUrl(value) : value;
  }

  #parameter(name: string, value: string): string {
    if (value === '') return value;
    return secretKindOfName(name) === undefined ? maskedMembers(value) : mask;
  }

  #url(url: string): string {
    // The text before the host is a name and a password.
    const bare = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@?#]*@/i, `$1${mask}@`);
    return this.#counted(url, maskedFields(maskUrl(bare)));
  }

  #counted(before: string, after: string): string {
    if (before !== after) this.count += 1;
    return after;
  }
}

/**
 * Keeps the members of HAR 1.2: those that programs add by themselves may hold anything, such as messages of sockets.
 * §4.1
 */
function standardOf(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !name.startsWith('_')));
}

function maskedMembers(text: string): string {
  return maskMembers(text, (name) => secretKindOfName(name) !== undefined);
}

function maskedBody(text: string): string {
  if (/^[\w.~%+-]+=/.test(text)) return maskedFields(maskUrl(`?${text}`)).slice(1);
  return text.startsWith('--') ? maskedParts(text) : maskedMembers(text);
}

/** JSON in fields of a query or form, percent-encoded there, without its secrets. */
function maskedFields(url: string): string {
  return url.replace(/=((?:%7B|%5B|%22|[{[])[^&#]*)/gi, (whole, value: string) => {
    const text = percentDecoded(value.replaceAll('+', '%20'));
    const masked = text === null ? '' : maskedMembers(text);
    return masked === text ? whole : `=${encodeURIComponent(masked)}`;
  });
}

/** The parts of a form whose names say that they are secret. RFC 7578 §4 */
function maskedParts(text: string): string {
  // Heads, blank lines and bodies, in turn.
  const pieces = text.split(/(\r?\n\r?\n)/);
  for (let index = 2; index < pieces.length; index += 2) {
    const name = [...(pieces[index - 2] ?? '').slice(-maxHeadLength).matchAll(partName)].at(-1)?.[1];
    const body = pieces[index] ?? '';
    const [value = ''] = /^[^\r\n]*/.exec(body) ?? [];
    if (name === undefined || value === '') continue;
    const masked = secretKindOfName(name) === undefined ? maskedMembers(value) : mask;
    pieces[index] = masked + body.slice(value.length);
  }
  return pieces.join('');
}

/** Longest head of a part, in characters. */
const maxHeadLength = 9_216;
const partName = /\bname="([^"\r\n]{1,128})"/g;
