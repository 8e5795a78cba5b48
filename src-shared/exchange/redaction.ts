/** Parameters, JSON members and cookies whose value is a stored secret of the workspace. */
const storedSecretNames = new Set(['client_secret']);

/** Parameters and members whose value is an artefact of a run: sealed at rest, masked in view. */
const artefactNames = new Set([
  'access_token',
  'assertion',
  'actor_token',
  'client_assertion',
  'code',
  'code_verifier',
  'csrf',
  'id_token',
  'id_token_hint',
  'password',
  'pin',
  'refresh_token',
  'request',
  'samlresponse',
  'session',
  'subject_token',
  'token',
]);

/** Headers that carry credentials. */
const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization', 'set-cookie', 'x-api-key']);

export const mask = '••••••••';

/** What kind of secret a parameter or JSON member holds, by its name; undefined for none. */
export function secretKindOfName(name: string): 'stored' | 'artefact' | undefined {
  const lower = name.toLowerCase();
  if (storedSecretNames.has(lower)) return 'stored';
  return artefactNames.has(lower) ? 'artefact' : undefined;
}

/**
 * What kind of secret a header holds. Basic credentials and password headers are stored secrets, bearer tokens and
 * cookies are artefacts.
 */
export function secretKindOfHeader(name: string, value: string): 'stored' | 'artefact' | undefined {
  const lower = name.toLowerCase();
  if (lower.endsWith('-password')) return 'stored';
  if (!secretHeaders.has(lower)) return undefined;
  return /^basic\s/i.test(value) || lower === 'x-api-key' ? 'stored' : 'artefact';
}

/** The header's value with the credential masked and the scheme or the cookie's name kept. */
export function maskHeaderValue(name: string, value: string): string {
  const lower = name.toLowerCase();
  if (lower === 'cookie' || lower === 'set-cookie')
    return value.replace(/(^|;\s*)([^=;\s]+)=([^;]*)/g, (whole, lead: string, key: string) =>
      /^(path|domain|max-age|expires|samesite)$/i.test(key) ? whole : `${lead}${key}=${mask}`,
    );
  const scheme = /^([A-Za-z][A-Za-z0-9-]*)\s+\S/.exec(value)?.[1];
  return scheme === undefined ? mask : `${scheme} ${mask}`;
}

const loggedSecretName =
  /(secret|password|passwd|token|assertion|verifier|authorization|cookie|credential|\bcode\b|\bkey\b)/i;
const namesInTexts =
  'access_token|refresh_token|id_token|code|code_verifier|client_secret|password|assertion|token';
const textPatterns: readonly (readonly [RegExp, string])[] = [
  [/\b(Basic|Bearer)\s+[A-Za-z0-9._~+/=-]{4,}/gi, `$1 ${mask}`],
  [new RegExp(`\\b(${namesInTexts})=[^&\\s"']+`, 'gi'), `$1=${mask}`],
  [new RegExp(`"(${namesInTexts})"(\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"?`, 'gi'), `"$1"$2"${mask}"`],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g, mask],
];

/** Text with credentials that are recognisable by their form masked. */
export function redactText(text: string): string {
  return textPatterns.reduce(
    (redacted, [pattern, replacement]) => redacted.replace(pattern, replacement),
    text,
  );
}

/** A copy of a value for the log: members with secret names masked, texts redacted, depth bounded. */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (value === null || typeof value !== 'object') return typeof value === 'bigint' ? String(value) : value;
  if (depth > 5) return '…';
  if (value instanceof Error) return { name: value.name, message: redactText(value.message) };
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redactValue(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      loggedSecretName.test(name) &&
      member !== null &&
      typeof member !== 'number' &&
      typeof member !== 'boolean'
        ? mask
        : redactValue(member, depth + 1),
    ]),
  );
}
