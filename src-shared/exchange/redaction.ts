import { replaceWebTokens } from './web-tokens.ts';

/** Parameters, JSON members, header fields and cookies whose value is a stored secret of the workspace. */
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
  'otc',
  'otp',
  'passcode',
  'password',
  'pin',
  'refresh_token',
  'request',
  'samlresponse',
  'session',
  'subject_token',
  'token',
]);

/** Names that say it themselves; a token that leads to the next page is none. */
const secretEnding = /(?:passw(?:or)?d|passphrase|secret|api[-_.]?key|private[-_]?key|token|assertion)$/i;
const pageToken = /(?:page|next|sync|delta|skip|continuation|cursor)[-_]?token$/i;

/** Headers that carry credentials. */
const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization', 'set-cookie']);
/** Fields that say it themselves; numbers of tokens are none. */
const secretHeaderName = /secret|token(?!s)|passw|api[-_]?key|credential/;

export const mask = '••••••••';

/** True if the name of a parameter or member indicates that its value is a secret. */
export function isSecretName(name: string): boolean {
  return secretEnding.test(name) && !pageToken.test(name);
}

/** True if the name of a query parameter indicates that its value is a secret. */
export function isSecretParameter(name: string): boolean {
  return isSecretName(name) || name.toLowerCase() === 'key';
}

/** Returns the kind of secret that a parameter or JSON member holds, by its name; undefined for none. */
export function secretKindOfName(name: string): 'stored' | 'artefact' | undefined {
  const lower = name.toLowerCase();
  if (storedSecretNames.has(lower)) return 'stored';
  if (artefactNames.has(lower)) return 'artefact';
  if (!isSecretName(lower)) return undefined;
  return /(?:token|assertion)$/.test(lower) ? 'artefact' : 'stored';
}

/** The member of these actions that holds what it sets is named but by the media type. */
const passwordActions = /\.password\.set\+json$/i;

/** Says of the names of members of a body which are secret, where its media type says more than they do. */
export function secretsOfType(
  mediaType: string,
  isSecret: (name: string) => boolean,
): (name: string) => boolean {
  if (!passwordActions.test(mediaType)) return isSecret;
  return (name) => isSecret(name === 'value' ? 'password' : name);
}

/**
 * Returns the kind of secret that a header holds. Basic credentials, keys and password headers are stored secrets,
 * tokens and cookies are artefacts.
 */
export function secretKindOfHeader(name: string, value: string): 'stored' | 'artefact' | undefined {
  const lower = name.toLowerCase();
  if (secretHeaders.has(lower)) return /^basic\s/i.test(value) ? 'stored' : 'artefact';
  if (!secretHeaderName.test(lower) || lower.startsWith('access-control-')) return undefined;
  return lower.includes('token') ? 'artefact' : 'stored';
}

/** The header's value with the credential masked and the scheme or the cookie's name kept. */
export function maskHeaderValue(name: string, value: string): string {
  const lower = name.toLowerCase();
  if (lower === 'cookie' || lower === 'set-cookie')
    return value.replace(/(^|;\s*)([^=;\s]+)=([^;]*)/g, (whole, lead: string, key: string) =>
      /^(path|domain|max-age|expires|samesite)$/i.test(key) ? whole : `${lead}${key}=${mask}`,
    );
  // Only there the first word is a scheme: elsewhere it is a part of the secret.
  const scheme = lower.endsWith('authorization')
    ? /^([A-Za-z][A-Za-z0-9-]*)\s+\S/.exec(value)?.[1]
    : undefined;
  return scheme === undefined ? mask : `${scheme} ${mask}`;
}

const loggedSecretName =
  /(secret|password|passwd|token|assertion|verifier|authorization|cookie|credential|\bcode\b|\bkey\b)/i;
const namesInTexts =
  'access_token|refresh_token|id_token|code|code_verifier|client_secret|password|assertion|token';
const nameInTexts = new RegExp(`^(?:${namesInTexts})$`, 'i');
const textPatterns: readonly (readonly [RegExp, string])[] = [
  [/\b(Basic|Bearer)\s+[A-Za-z0-9._~+/=-]{4,}/gi, `$1 ${mask}`],
  [new RegExp(`\\b(${namesInTexts})=[^&\\s"']+`, 'gi'), `$1=${mask}`],
];

/** Text with credentials that are recognisable by their form masked. */
export function redactText(text: string): string {
  const redacted = textPatterns.reduce(
    (before, [pattern, replacement]) => before.replace(pattern, replacement),
    maskMembers(text, (name) => nameInTexts.test(name)),
  );
  return replaceWebTokens(redacted, () => mask);
}

/** Returns the replacement of a secret: of the parameter or member of a name, in its spelling there. */
export type WriteSecret = (name: string, written: string) => string;

/**
 * A text of JSON, sound or not, in which the texts of members with such names are masked, or written as `write` says; all
 * else stays as it is.
 */
export function maskMembers(
  text: string,
  isSecret: (name: string) => boolean,
  write: WriteSecret = () => mask,
): string {
  const opening = /"([\w.-]{1,128})"\s*:\s*"/g;
  let masked = '';
  let from = 0;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const start = opening.lastIndex;
    if (text[start] === '"' || !isSecret(found[1] ?? '')) continue;
    const end = endOfText(text, start);
    const put = write(found[1] ?? '', text.slice(start, end));
    masked += `${text.slice(from, start)}${put}${end === text.length ? '"' : ''}`;
    from = end;
    opening.lastIndex = end;
  }
  return from === 0 ? text : masked + text.slice(from);
}

/** Where a text of JSON ends: at a quotation mark that nothing escapes. A pattern would run out of memory in long ones. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - slashes - 1] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
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
