import { type CheckResult, type Evidence, headerOf, type WireResponse } from '../evidence.ts';
import { withoutAnswer } from './refusals.ts';
import type { CheckOf } from './schema.ts';
import { lastResponse, result } from './wire.ts';

/** All values of a header. */
function headersOf({ headers }: WireResponse, name: string): readonly string[] {
  return headers.filter((_value, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === name);
}

/** The sources that may frame a page, of each policy that says so. Content Security Policy 3 §6.4.2 */
function frameAncestors(response: WireResponse): readonly string[] {
  return headersOf(response, 'content-security-policy')
    .flatMap((policy) => policy.split(/[;,]/))
    .map((directive) => directive.trim().toLowerCase())
    .filter((directive) => /^frame-ancestors(?:\s|$)/.test(directive))
    .map((directive) => directive.slice('frame-ancestors'.length).trim());
}

/** True of sources by which every site may frame: `*`, or a scheme alone. */
function isOpen(sources: string): boolean {
  return sources.split(/\s+/).some((source) => source === '*' || /^https?:(?:\/\/\*)?$/.test(source));
}

/** Judges whether other sites may frame a page; browsers that read the policy do not look at X-Frame-Options. RFC 9700 §4.16 */
export function framesCheck(check: CheckOf<'frames'>, evidence: Evidence): CheckResult {
  const expected = 'no other site can frame the page';
  const without = withoutAnswer(check, expected, evidence);
  if (without !== null) return without;
  const response = lastResponse(evidence, check.step);
  const ancestors = frameAncestors(response);
  if (ancestors.length > 0) {
    const isGuarded = ancestors.some((sources) => !isOpen(sources));
    const actual = `frame-ancestors ${ancestors.join(', ')}`;
    return result(expected, isGuarded ? null : actual, actual);
  }
  const options = headerOf(response, 'x-frame-options') ?? '';
  if (!/^\s*(?:deny|sameorigin)\s*$/i.test(options))
    return result(expected, 'neither frame-ancestors nor X-Frame-Options is set');
  return {
    outcome: 'otherwise',
    expected,
    actual: `X-Frame-Options: ${options} only, without frame-ancestors`,
  };
}

/** Tags of elements that a page loads by itself: scripts, pictures, frames, style sheets. */
const loading = /<(?:script|img|iframe|link)\b[^<>]*/gi;
const addressed = /\b(?:src|href)\s*=\s*["']?([^"'\s<>]+)/i;

/** Judges whether a page loads something from another site than the server's own. RFC 9700 §4.2.4 */
export function loadsCheck(check: CheckOf<'loads'>, evidence: Evidence): CheckResult {
  const expected = 'nothing is loaded from other sites';
  const without = withoutAnswer(check, expected, evidence);
  if (without !== null) return without;
  const tags = lastResponse(evidence, check.step).body.matchAll(loading);
  const addresses = [...tags].map(([tag]) => addressed.exec(tag)?.[1] ?? '');
  const foreign = addresses.find((address) => isElsewhere(address, evidence.issuer));
  return result(expected, foreign === undefined ? null : `the page loads ${foreign}`);
}

/** True of an address with an authority that is not the issuer's. RFC 3986 §4.2 */
function isElsewhere(address: string, issuer: string): boolean {
  const authorityOf = (text: string) => /^(?:https?:)?\/\/([^/?#]*)/i.exec(text)?.[1]?.toLowerCase();
  const authority = authorityOf(address);
  return authority !== undefined && authority !== authorityOf(issuer);
}

/** A Set-Cookie line: the value, and the attributes in small letters. RFC 6265 §5.2 */
function cookieOf(line: string) {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  return {
    name: pair.split('=', 1)[0] ?? '',
    value: pair.slice(pair.indexOf('=') + 1),
    attributes: attributes.map((attribute) => attribute.toLowerCase()),
  };
}

type Cookie = ReturnType<typeof cookieOf>;

/** True of a line that takes a cookie away. RFC 6265 §5.3 */
function isRemoval({ value, attributes }: Cookie): boolean {
  return (
    value === '' ||
    attributes.some(
      (attribute) =>
        /^max-age=(?:0|-\d+)$/.test(attribute) || attribute.startsWith('expires=thu, 01 jan 1970'),
    )
  );
}

/** The attribute that a cookie lacks to be kept to the server itself; null: it has them. RFC 6265 §4.1.2.6 */
function exposure({ attributes }: Cookie): string | null {
  if (!attributes.includes('httponly')) return 'HttpOnly';
  return attributes.some((attribute) => /^samesite=(?:lax|strict|none)$/.test(attribute)) ? null : 'SameSite';
}

/** Judges the cookies of all answers of a step. SameSite=None is a choice, as pages that others frame need it. */
export function cookiesCheck(check: CheckOf<'cookies'>, evidence: Evidence): CheckResult {
  const expected = 'cookies with HttpOnly and SameSite';
  const without = withoutAnswer(check, expected, evidence);
  if (without !== null) return without;
  const cookies = evidence
    .responses(check.step)
    .flatMap((response) => headersOf(response, 'set-cookie'))
    .map(cookieOf)
    .filter((cookie) => !isRemoval(cookie));
  const exposed = cookies.flatMap((cookie) => {
    const missing = exposure(cookie);
    return missing === null ? [] : [`${cookie.name} without ${missing}`];
  });
  return result(expected, exposed.length === 0 ? null : exposed.join(', '));
}
