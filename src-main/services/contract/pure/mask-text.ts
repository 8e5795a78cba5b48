import {
  isSecretName,
  mask,
  maskHeaderValue,
  maskMembers,
  replaceWebTokens,
  secretKindOfHeader,
  secretKindOfName,
} from '#shared/exchange/index.ts';

/** A text without secrets, and how many there were. */
export interface MaskedText {
  readonly text: string;
  readonly masked: number;
}

// All repetitions are bounded, or end at what follows: a file of any content takes as long as it is large.
const headerLine =
  /(^|["'`\n]\s{0,80}|-H\s{0,8}["']?)([A-Za-z][A-Za-z0-9-]{1,60})(["']?\s{0,8}:\s{0,80})(["']?)([^"'`\n]+)/g;
const parameter = /([?&"'`\s]|^)([\w.-]{1,60})=([^&\s"'`]+)/g;
const credentials =
  /((?:^|\s)(?:-u\s{0,8}|--user(?:\s{1,8}|=)|--proxy-user(?:\s{1,8}|=)|--oauth2-bearer(?:\s{1,8}|=)|--auth(?:\s{1,8}|=)|-A\s{0,8}bearer\s{1,8}-a\s{1,8}))(["']?)([^"'\s]+)\2/g;
/** As HTTPie is given a user and a password; behind a colon a path is that of a file elsewhere. */
const shortCredentials = /((?:^|\s)-a\s{0,8})(["']?)([^"'\s:/@]{1,256}:(?!\/)[^"'\s]+)\2/g;
const cookies = /((?:^|\s)(?:-b\s{0,8}|--cookie(?:\s{1,8}|=)))(["']?)([^"'\s]*=[^"'\n]*)/g;
const userInfo = /([a-z][a-z0-9+.-]{0,15}:\/\/)[^/@\s"'`?#]{1,1024}@/gi;
const bearer = /\b(Bearer|Basic)(\s{1,80})(?!\{\{|\$\{|\$[A-Z_])[A-Za-z0-9._~+/=-]{8,}/g;
/** A variable, member or argument that is set to a text. */
const assignment = /(?<![\w$-])([\w$-]{1,60})(["']?\]?\s{0,20}[:=]\s{0,20})(["'`])([^"'`\n]{1,8192})\3/g;
/** A pair of a list, as collections of requests have them. */
const pair =
  /("(?:key|name)"\s{0,20}:\s{0,20}"([\w.-]{1,128})"\s{0,20},\s{0,80}"value"\s{0,20}:\s{0,20}")((?:[^"\\]|\\.)+)/g;
/** A member of JSON that is a text within JSON. */
const innerMember =
  /(\\"([\w.-]{1,128})\\"(?:\s|\\[nrt]){0,20}:(?:\s|\\[nrt]){0,80}\\")((?:[^"\\]|\\\\(?:\\["\\]|[^"\\]))+)/g;
/** A placeholder of a secret is no secret. */
const placeholder = /^(?:[A-Za-z]+\s+)?(?:\{\{[^{}]*\}\}|\$\{[^{}]*\}|\$\w+|&\{[^{}]*\}|<[^<>]*>)$/;

const isSecretMember = (name: string) => secretKindOfName(name) !== undefined;
const isSecretHeader = (name: string, value: string) => secretKindOfHeader(name, value) !== undefined;

/** Masks credentials in a script, a request file or JSON; placeholders stay. */
export function maskScript(text: string): MaskedText {
  let masked = 0;
  const put = (whole: string, next: string): string => {
    if (next !== whole) masked += 1;
    return next;
  };
  /** Masks a value behind its lead, unless it is a placeholder. */
  const value = (whole: string, lead: string, secret: string, isSecret: boolean, tail = ''): string =>
    !isSecret || secret === mask || placeholder.test(secret.trim())
      ? whole
      : put(whole, `${lead}${mask}${tail}`);
  const withoutHeaders = replaceWebTokens(text, (whole) => put(whole, mask))
    .replace(userInfo, (whole, scheme: string) => put(whole, `${scheme}${mask}@`))
    .replace(credentials, (whole, option: string, quote: string, secret: string) =>
      value(whole, `${option}${quote}`, secret, true, quote),
    )
    .replace(shortCredentials, (whole, option: string, quote: string, secret: string) =>
      value(whole, `${option}${quote}`, secret, true, quote),
    )
    .replace(cookies, (whole, option: string, quote: string, secret: string) =>
      put(whole, `${option}${quote}${maskHeaderValue('cookie', secret)}`),
    )
    // Before its line is looked at: a header may go on with the next.
    .replace(bearer, (whole, scheme: string, space: string) => put(whole, `${scheme}${space}${mask}`))
    .replace(
      headerLine,
      (whole, lead: string, name: string, middle: string, quote: string, secret: string) =>
        placeholder.test(secret.trim()) || !isSecretHeader(name, secret)
          ? whole
          : put(whole, `${lead}${name}${middle}${quote}${maskHeaderValue(name, secret)}`),
    )
    .replace(parameter, (whole, lead: string, name: string, secret: string) =>
      value(whole, `${lead}${name}=`, secret, isSecretMember(name)),
    )
    .replace(assignment, (whole, name: string, middle: string, quote: string, secret: string) =>
      value(whole, `${name}${middle}${quote}`, secret, isSecretName(name), quote),
    )
    .replace(pair, (whole, lead: string, name: string, secret: string) =>
      value(whole, lead, secret, isSecretMember(name) || isSecretHeader(name, secret)),
    )
    .replace(innerMember, (whole, lead: string, name: string, secret: string) =>
      value(whole, lead, secret, isSecretMember(name)),
    );
  const result = maskMembers(withoutHeaders, isSecretMember);
  return { text: result, masked: masked + (result === withoutHeaders ? 0 : 1) };
}
