/** Every response type. A new one begins here: the compiler names each place that lacks it. */
export const responseTypeNames = [
  'code',
  'token',
  'id_token',
  'id_token token',
  'code id_token',
  'code token',
  'code id_token token',
] as const;
/** The registered spelling: the parts in the order of the specification. */
export type ResponseTypeName = (typeof responseTypeNames)[number];

/** The content of an authorization response, and the meaning of requesting it. */
export interface ResponseTypeDescriptor {
  readonly code: boolean;
  readonly token: boolean;
  readonly idToken: boolean;
  readonly clause: string;
  readonly sentence: string;
  /** Why a careful reader stops at it. */
  readonly concern?: string;
}

export interface ResponseType extends ResponseTypeDescriptor {
  readonly name: ResponseTypeName;
}

const leaks = {
  concern: 'Tokens that pass through the browser leak from history, logs and scripts. RFC 9700 §2.1.2',
} as const;
const implicitId = 'OpenID Connect Core §3.2.2.1';
const hybrid = 'OpenID Connect Core §3.3.2.1';

const descriptors: Readonly<Record<ResponseTypeName, ResponseTypeDescriptor>> = {
  code: {
    code: true,
    token: false,
    idToken: false,
    clause: 'RFC 6749 §4.1.1',
    sentence: 'Here: a code, which the client exchanges for tokens without the browser.',
  },
  token: {
    code: false,
    token: true,
    idToken: false,
    clause: 'RFC 6749 §4.2.1',
    sentence: 'Here: an access token directly, through the browser (implicit).',
    ...leaks,
  },
  id_token: {
    code: false,
    token: false,
    idToken: true,
    clause: implicitId,
    sentence: 'Here: an ID token directly, through the browser, and no access token.',
  },
  'id_token token': {
    code: false,
    token: true,
    idToken: true,
    clause: implicitId,
    sentence: 'Here: an ID token and an access token directly, through the browser.',
    ...leaks,
  },
  'code id_token': {
    code: true,
    token: false,
    idToken: true,
    clause: hybrid,
    sentence: 'Here: an ID token directly, which protects the code in the same response (hybrid).',
  },
  'code token': {
    code: true,
    token: true,
    idToken: false,
    clause: hybrid,
    sentence: 'Here: a code, and an access token directly (hybrid).',
    ...leaks,
  },
  'code id_token token': {
    code: true,
    token: true,
    idToken: true,
    clause: hybrid,
    sentence: 'Here: a code, and an access token directly (hybrid).',
    ...leaks,
  },
};

/** Every response type. RFC 6749 §3.1.1, OAuth 2.0 Multiple Response Types §3 and §5. */
export const responseTypes: readonly ResponseType[] = responseTypeNames.map((name) => ({
  name,
  ...descriptors[name],
}));

const byParts = new Map(responseTypes.map((type) => [sortedParts(type.name), type]));

/** The response type of a `response_type` value; the order of its parts means nothing. RFC 6749 §3.1.1. */
export function parseResponseType(text: string): ResponseType | undefined {
  return byParts.get(sortedParts(text));
}

/** Ways in which the parameters of a response reach the client. OAuth 2.0 Multiple Response Types §2.1, Form Post Mode. */
export const responseModes = ['query', 'fragment', 'form_post'] as const;
export type ResponseMode = (typeof responseModes)[number];

/** The same ways for a response that is one signed JWT; `jwt` alone is the usual way of the response type. JARM §2.3 */
export const signedResponseModes = ['jwt', 'query.jwt', 'fragment.jwt', 'form_post.jwt'] as const;
export type SignedResponseMode = Exclude<(typeof signedResponseModes)[number], 'jwt'>;

/** True if a response type issues a token or an ID token at the authorization endpoint, besides any code. */
export function issuesInFront({ token, idToken }: ResponseTypeDescriptor): boolean {
  return token || idToken;
}

function sortedParts(name: string): string {
  return name.split(' ').toSorted().join(' ');
}
