import {
  mask,
  maskHeaderValue,
  maskMembers,
  replaceWebTokens,
  secretKindOfHeader,
  secretKindOfName,
} from '#shared/exchange/index.ts';
import { decodeFormComponent, formEncode } from '#shared/oauth/index.ts';

/** Characters of a body, of the target of a request and of the value of a header that a report keeps. */
export const maxBodyCharacters = 2_000;
const maxTargetCharacters = 1_000;
const maxValueCharacters = 500;
/** Shorter values may occur anywhere by chance. */
const minSecretCharacters = 6;

/** Shorter words behind a scheme are parameters of a challenge. */
const minCredentialCharacters = 16;
const credentials = /\b(Basic|Bearer|DPoP) ([A-Za-z0-9._~+/=-]+)/gi;

type Header = [name: string, value: string];

export const isAnySecret = (name: string): boolean => secretKindOfName(name) !== undefined;

/** Every way of writing such a value leaves it as it is. */
const plain = /^[\w.-]+$/;

/** The secrets of a play in all the ways in which a message may write them, the longest first. */
export function spellingsOf(secrets: readonly string[]): readonly string[] {
  const long = secrets.filter(({ length }) => length >= minSecretCharacters);
  const all = long.flatMap((secret) => {
    if (plain.test(secret)) return [secret];
    const wellFormed = secret.toWellFormed();
    const encoded = encodeURIComponent(wellFormed);
    return [
      secret,
      encoded,
      encoded.replaceAll('%20', '+'),
      formEncode(wellFormed),
      JSON.stringify(secret).slice(1, -1),
    ];
  });
  return [...new Set(all)].toSorted((one, other) => other.length - one.length);
}

/** The target of a request without secrets. */
export function maskedTarget(target: string, spellings: readonly string[]): string {
  return cut(withoutSecrets(maskParameters(target), spellings), maxTargetCharacters);
}

/** The words of a check, without the secrets of the messages that it quotes. */
export function maskedSaying(text: string, spellings: readonly string[]): string {
  const named = text
    .replaceAll(/(?<![\w.-])([\w.-]{1,100}) is “([^“”]+)”/g, (whole, name: string) =>
      isAnySecret(name) ? `${name} is “${mask}”` : whole,
    )
    .replaceAll(
      /\b((?:set-)?cookie|(?:proxy-)?authorization): (.+)/gi,
      (_whole, name: string, value: string) => `${name}: ${maskHeaderValue(name, value)}`,
    );
  return withoutSecrets(maskParameters(maskMembers(named, isAnySecret)), spellings);
}

/** Header fields without secrets: codes in addresses too. */
export function maskedHeaders(headers: readonly string[], spellings: readonly string[]): Header[] {
  const fields: Header[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    const isSecret = secretKindOfHeader(name, value) !== undefined;
    const masked = isSecret ? maskHeaderValue(name, value) : withoutSecrets(maskParameters(value), spellings);
    fields.push([cut(name, maxValueCharacters), cut(masked, maxValueCharacters)]);
  }
  return fields;
}

/** A body without secrets, by its media type, cut where it is long; `maskFields` masks the fields of pages. */
export function maskedBody(
  body: string,
  mediaType: string,
  spellings: readonly string[],
  maskFields: (html: string) => string,
): string {
  const masked = maskParameters(maskMembers(maskFields(body), isAnySecret));
  const isForm = /^application\/x-www-form-urlencoded/i.test(mediaType);
  return cut(
    withoutSecrets(isForm ? maskParameters(`&${masked}`).slice(1) : masked, spellings),
    maxBodyCharacters,
  );
}

/** Parameters of a query, a fragment or a form, anywhere in a text. */
function maskParameters(text: string): string {
  return text.replaceAll(
    /([?&#]|&amp;)([^=&#?\s"'<>]{1,200})=([^&#\s"'<>]*)/g,
    (whole, lead: string, name: string, value: string) =>
      value !== '' && isAnySecret(decodeFormComponent(name) ?? name) ? `${lead}${name}=${mask}` : whole,
  );
}

function withoutSecrets(text: string, spellings: readonly string[]): string {
  const left = spellings.reduce((before, spelling) => before.replaceAll(spelling, mask), text);
  const hidden = left.replaceAll(credentials, (whole, scheme: string, value: string) =>
    value.length < minCredentialCharacters ? whole : `${scheme} ${mask}`,
  );
  return replaceWebTokens(hidden, () => mask);
}

/** The beginning of a text, which says where it was cut. */
function cut(text: string, max: number): string {
  return text.length <= max
    ? text
    : `${text.slice(0, max).toWellFormed()}… (cut: ${max} of ${text.length} characters)`;
}
