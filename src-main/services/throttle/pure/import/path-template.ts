/** Stands in a template for a part of a path that names one thing among many. */
const placeholder = '{id}';

const wholeNumber = /^\d+$/;
/** RFC 9562 §4 */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const hexDigits = /^[0-9a-f]+$/i;
const hashOfSecret = /^h-[0-9a-f]{16}$/;
/** Base64 with either alphabet, RFC 4648 §4 and §5, and what names are made of besides. */
const base64 = /^[A-Za-z0-9+_-]+={0,2}$/;
const ending = /^[A-Za-z][A-Za-z0-9]{0,4}$/;

/** Shorter ones are words. */
const leastHex = 12;
const leastBase64 = 16;
const leastMixed = 8;

/**
 * The path of an address with `{id}` in the place of numbers, UUIDs, long hexadecimal digits and base64: what
 * `/orders/1` and `/orders/2?x=3` have in common is `/orders/{id}`. An ending such as `.json` stays.
 */
export function pathTemplate(address: string): string {
  return pathOf(address).split('/').map(partTemplate).join('/');
}

/** The path, without what is before and behind it. RFC 3986 §3 */
function pathOf(address: string): string {
  const end = address.search(/[?#]/);
  const bare = end < 0 ? address : address.slice(0, end);
  const authority = bare.indexOf('://');
  if (authority < 0) return bare;
  const begin = bare.indexOf('/', authority + 3);
  return begin < 0 ? '/' : bare.slice(begin);
}

function partTemplate(part: string): string {
  if (isId(part)) return placeholder;
  const dot = part.lastIndexOf('.');
  if (dot > 0 && ending.test(part.slice(dot + 1)) && isId(part.slice(0, dot)))
    return placeholder + part.slice(dot);
  return part;
}

function isId(part: string): boolean {
  if (wholeNumber.test(part) || uuid.test(part) || hashOfSecret.test(part)) return true;
  if (part.length >= leastHex && hexDigits.test(part)) return /\d/.test(part);
  return part.length >= leastBase64 && base64.test(part) && isMixed(part);
}

/** Tells bytes from words: digits stand in several places, and between letters of one piece. */
function isMixed(part: string): boolean {
  const runs = part.match(/\d+/g)?.length ?? 0;
  const pieces = part.split(/[+_=-]/);
  return (
    runs > 1 &&
    pieces.some((piece) => piece.length >= leastMixed && /\d/.test(piece) && /[A-Za-z]/.test(piece))
  );
}
