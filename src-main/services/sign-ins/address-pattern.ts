import { percentDecoded } from '#shared/text/decoding.ts';

/** Segments of a path that are words of an address, and no id: letters, with a few digits and signs between them. */
const word = /^[A-Za-z][A-Za-z0-9._~-]{0,39}$/;
const maxDigits = 2;

/**
 * An address as origin and path, in which `*` stands for each segment that is an id or a token. Query, fragment, user
 * and path parameters go. Null for what is not `http` or `https`.
 */
export function addressPattern(address: string, hidden: readonly string[] = []): string | null {
  const url = httpUrl(address);
  if (url === null) return null;
  const path = url.pathname
    .split('/')
    .map((segment) => segmentPattern(segment.split(';')[0] ?? '', hidden))
    .join('/');
  return `${url.origin}${path}`;
}

/** The origin of an address; null for what is not `http` or `https`. */
export function httpOrigin(address: string): string | null {
  return httpUrl(address)?.origin ?? null;
}

function segmentPattern(segment: string, hidden: readonly string[]): string {
  if (segment === '' || segment === '*') return segment;
  const plain = percentDecoded(segment);
  if (plain === null || hidden.some((value) => value !== '' && plain.includes(value))) return '*';
  const digits = plain.replace(/\D/g, '').length;
  // Versions, such as `v2.0`, are words.
  const isWord = word.test(plain) && digits <= maxDigits && !/[A-Za-z]{25}/.test(plain);
  return isWord ? segment : '*';
}

function httpUrl(address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
}
/** True if an address lies at a pattern: the origin is the same, and each segment of the path is, or is `*` in it. */
export function matchesAddress(pattern: string, address: string): boolean {
  const [wanted, found] = [httpUrl(pattern), httpUrl(address)];
  if (wanted === null || found === null || wanted.origin !== found.origin) return false;
  const [wantedParts, parts] = [segmentsOf(wanted), segmentsOf(found)];
  return (
    wantedParts.length === parts.length &&
    wantedParts.every((part, index) => part === '*' || part === parts[index])
  );
}

function segmentsOf({ pathname }: URL): readonly string[] {
  return pathname.split('/').map((segment) => segment.split(';')[0] ?? '');
}
