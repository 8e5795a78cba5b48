import { planted, plantedHeader } from './fuzz-values.ts';
import type { WireAnswer } from './fuzz-wire.ts';
import { callback } from './parties.ts';

/** Characters of `error` and `error_description`. RFC 6749 §5.2. */
const errorText = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;
const errorMembers: ReadonlySet<string> = new Set(['error', 'error_description', 'error_uri']);

function valuesOf({ headers }: WireAnswer, name: string): readonly string[] {
  return headers.filter(([each]) => each === name).map(([, value]) => value);
}

function jsonFlaw({ status, body }: WireAnswer): string | null {
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    return 'its JSON cannot be read';
  }
  if (typeof document !== 'object' || document === null) return 'its JSON is no object';
  if (status < 400) return null;
  const error = Object.entries(document);
  if (!('error' in document)) return 'its JSON names no error';
  const odd = error.find(
    ([name, value]) => !errorMembers.has(name) || typeof value !== 'string' || !errorText.test(value),
  );
  return odd === undefined ? null : `its ${odd[0]} is not as RFC 6749 §5.2 has it`;
}

function pageFlaw(answer: WireAnswer): string | null {
  const [policy = ''] = valuesOf(answer, 'content-security-policy');
  if (!policy.includes("default-src 'none'")) return 'its page has no content security policy';
  if (policy.includes('unsafe-inline') || policy.includes('unsafe-eval')) return 'its policy lets scripts in';
  return answer.body.toLowerCase().includes(planted) ? 'its page holds what was sent as it came' : null;
}

function redirectFlaw(location: string, origin: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(location)) return 'its Location is no URL';
  const target = URL.parse(location, origin);
  if (target === null) return 'its Location is no URL';
  const isKnown =
    target.origin === origin ||
    `${target.origin}${target.pathname}` === callback ||
    location.startsWith('com.example.mobile:/cb');
  return isKnown ? null : `it sends the browser to ${target.origin}${target.pathname}`;
}

/** Names the flaw of an answer, whatever the request; null if there is none. */
export function flawOf(answer: WireAnswer, origin: string, method: string): string | null {
  if (!(answer.status >= 200 && answer.status < 500)) return `its status is ${answer.status}`;
  if (answer.headers.some(([name]) => name === plantedHeader.toLowerCase()))
    return 'a header was planted in it';
  if (
    answer.headers.some(
      ([name, value]) => !/^[!#-'*+\-.^-z|~\d]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value),
    )
  )
    return 'a header of it is malformed';
  const [location] = valuesOf(answer, 'location');
  if (location !== undefined) return redirectFlaw(location, origin);
  const [type = ''] = valuesOf(answer, 'content-type');
  if (answer.body === '' || method === 'HEAD') return null;
  if (/^application\/([a-z-]+\+)?json/.test(type)) return jsonFlaw(answer);
  if (type.startsWith('text/html')) return pageFlaw(answer);
  return type.startsWith('text/plain') || type.startsWith('application/jwt')
    ? null
    : `its type is ${type || 'missing'}`;
}
