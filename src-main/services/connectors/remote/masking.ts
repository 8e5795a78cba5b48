import {
  isSecretName,
  isSecretParameter,
  mask,
  maskHeaderValue,
  maskMembers,
  redactText,
  secretKindOfHeader,
} from '#shared/exchange/index.ts';
import { percentEncode } from '#shared/oauth/index.ts';
import type { Fields } from './message.ts';

/** Takes secrets out of the parts of a request and of its answer. */
export interface Masking {
  url(url: string): string;
  headers(headers: Fields): Fields;
  body(body: string): string;
}

/** Shorter ones occur in texts by chance; as a field or member they are masked by its name. */
const minLength = 4;
/** Of a query; longer names are those of nobody. */
const parameter = /([?&])([^?&=#]{1,128})=([^&#]+)/g;

/**
 * Masks known secrets in every encoding, and values by their names. `isToken`: the request is one for a
 * token, and everything in it that looks like a credential is one.
 */
export function createMasking(secrets: readonly string[], isToken: boolean): Masking {
  const texts = [...new Set(secrets.filter(({ length }) => length >= minLength).flatMap(spellings))].toSorted(
    // One may be a part of another.
    (a, b) => b.length - a.length,
  );
  const known = (text: string) => texts.reduce((rest, secret) => rest.replaceAll(secret, mask), text);
  return {
    url: (url) => maskParameters(known(url)),
    headers: (headers) => headers.map(([name, value]) => [name, maskField(name, known(value), value)]),
    body: (body) => {
      const masked = maskMembers(known(body), isSecretName);
      return isToken ? redactText(masked) : masked;
    },
  };
}

function maskField(name: string, masked: string, value: string): string {
  return secretKindOfHeader(name, value) === undefined ? masked : maskHeaderValue(name, masked);
}

function maskParameters(url: string): string {
  return url.replace(parameter, (whole, lead: string, name: string) =>
    isSecretParameter(name) ? `${lead}${name}=${mask}` : whole,
  );
}

/** A secret in its spellings in fields, JSON, forms, queries and Basic credentials. */
function spellings(secret: string): readonly string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    percentEncode(secret),
    percentEncode(secret).replaceAll('%20', '+'),
    encodeURIComponent(secret),
  ];
}

/** Tests whether an attribute counts as a password by its name. */
export function isPasswordName(attribute: string): boolean {
  return /passw/i.test(attribute);
}
