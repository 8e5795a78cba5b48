/** Where a walk through the front channel began, and where it has been. */
export interface Course {
  /** The redirect URIs as the request really names them, and those of the client. */
  readonly redirectUris: readonly string[];
  /** Origins of the pages that were visited, that of the authorization server among them. */
  readonly visited: ReadonlySet<string>;
}

/** Parameters by which an address is an answer to a client. RFC 6749 §4.1.2, OpenID Connect Core §3.2.2.5, SAML Bindings §3.4 */
const answerNames: ReadonlySet<string> = new Set([
  'code',
  'error',
  'id_token',
  'access_token',
  'response',
  'SAMLResponse',
  'wresult',
]);

/** Parameters by which it is a request to a further server instead. */
const requestNames: ReadonlySet<string> = new Set([
  'client_id',
  'response_type',
  'request_uri',
  'SAMLRequest',
  'wtrealm',
]);

/**
 * Tests whether an address to which a browser is sent, with the names of the form that is posted there, is the end of a
 * walk: the client. Another origin alone does not say it, because a server may hand the sign-in on to the next.
 */
export function isAnswerTo(
  location: string,
  base: URL,
  course: Course,
  posted: readonly string[] = [],
): boolean {
  if (!URL.canParse(location, base)) return true;
  const url = new URL(location, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return true;
  if (course.redirectUris.some((uri) => uri !== '' && (location.startsWith(uri) || url.href.startsWith(uri))))
    return true;
  if (course.visited.has(url.origin)) return false;
  if (course.redirectUris.some((uri) => URL.canParse(uri) && new URL(uri).origin === url.origin)) return true;
  const names = [...namesOf(url), ...posted];
  if (names.some((name) => answerNames.has(name))) return true;
  return names.includes('state') && !names.some((name) => requestNames.has(name));
}

/** Tests whether a form that nobody fills in hands the sign-in on to another server. */
export function isHandedOn(posted: readonly string[]): boolean {
  return posted.some((name) => requestNames.has(name));
}

function namesOf(url: URL): readonly string[] {
  return [...url.searchParams.keys(), ...new URLSearchParams(url.hash.slice(1)).keys()];
}
