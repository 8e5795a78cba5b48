import { type CheckResult, type Evidence, headerOf, type WireResponse } from '../evidence.ts';
import type { CheckOf } from './schema.ts';
import { result } from './wire.ts';

const hasForm = ({ status, body }: WireResponse) =>
  status !== null && status < 500 && /<form[\s>]/i.test(body);
const asksForPassword = ({ body }: WireResponse) => /\stype=["']?password/i.test(body);

/** Judges the pages on which a person signs in and decides, in a walk through the front channel. */
export function pagesCheck({ step, are }: CheckOf<'pages'>, evidence: Evidence): CheckResult {
  const expected = are === 'of a new session' ? 'a new session after the sign-in' : `every page is ${are}`;
  const answers = evidence.responses(step);
  if (!answers.some(hasForm))
    return { outcome: 'inconclusive', expected, actual: 'there was no page with a form' };
  switch (are) {
    case 'unframed':
      return eachPage(answers, expected, unframed);
    case 'without referrer':
      return eachPage(answers, expected, withoutReferrer);
    case 'not kept':
      return eachPage(answers, expected, notKept);
    case 'of a new session':
      return newSession(answers, expected);
  }
}

function eachPage(
  answers: readonly WireResponse[],
  expected: string,
  faultOf: (page: WireResponse) => string | null,
): CheckResult {
  const faults = answers.filter(hasForm).flatMap((page) => {
    const fault = faultOf(page);
    return fault === null ? [] : [`${page.request.address}: ${fault}`];
  });
  return result(expected, faults[0] ?? null);
}

/** No other site may frame it: by either header. RFC 9700 §4.16 */
function unframed(page: WireResponse): string | null {
  const policy = headerOf(page, 'content-security-policy') ?? '';
  const [, ancestors] = /(?:^|[;,])\s*frame-ancestors\s+([^;,]*)/i.exec(policy) ?? [];
  if (ancestors !== undefined)
    return /^(?:'none'|'self')\s*$/i.test(ancestors) ? null : `frame-ancestors ${ancestors}`;
  const options = headerOf(page, 'x-frame-options');
  if (options === null) return 'neither frame-ancestors nor X-Frame-Options';
  return /^(?:deny|sameorigin)$/i.test(options.trim()) ? null : `X-Frame-Options: ${options}`;
}

/** RFC 9700 §4.2.4 */
function withoutReferrer(page: WireResponse): string | null {
  const value = headerOf(page, 'referrer-policy') ?? '';
  const isMeta = /<meta name=["']?referrer/i.test(page.body);
  return isMeta || /no-referrer(?!-when)|same-origin/i.test(value)
    ? null
    : 'no Referrer-Policy keeps its address back';
}

/** RFC 9111 §5.2.2.5 */
function notKept(page: WireResponse): string | null {
  return /no-store/i.test(headerOf(page, 'cache-control') ?? '') ? null : 'it may be cached';
}

/** A cookie is set from the answer to the sign-in on that was not there before: else whoever knew the session keeps it. */
function newSession(answers: readonly WireResponse[], expected: string): CheckResult {
  const at = answers.findIndex(asksForPassword);
  if (at < 0) return { outcome: 'inconclusive', expected, actual: 'nobody had to sign in' };
  const before = new Set(answers.slice(0, at + 1).flatMap(cookiesOf));
  const after = answers.slice(at + 1).flatMap(cookiesOf);
  if (before.size === 0 && after.length === 0)
    return { outcome: 'unknown', expected, actual: 'the server sets no cookie' };
  return result(
    expected,
    after.some((cookie) => !before.has(cookie)) ? null : 'no cookie is set with the sign-in',
  );
}

/** Names and values of the cookies that an answer sets, without those that it takes away. RFC 6265 §4.1 */
function cookiesOf({ headers }: WireResponse): readonly string[] {
  return headers.flatMap((name, index) => {
    if (index % 2 === 1 || name.toLowerCase() !== 'set-cookie') return [];
    const [pair = ''] = (headers[index + 1] ?? '').split(';', 1);
    return /=\s*$/.test(pair) ? [] : [pair];
  });
}
