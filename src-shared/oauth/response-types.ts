/** What an authorization response carries. */
export interface ResponseType {
  /** The registered spelling: the parts in the order of the specification. */
  readonly name: string;
  readonly code: boolean;
  readonly token: boolean;
  readonly idToken: boolean;
  readonly clause: string;
}

/** Every response type, one line each. RFC 6749 §3.1.1, OAuth 2.0 Multiple Response Types §3 and §5. */
export const responseTypes: readonly ResponseType[] = [
  { name: 'code', code: true, token: false, idToken: false, clause: 'RFC 6749 §4.1.1' },
  { name: 'token', code: false, token: true, idToken: false, clause: 'RFC 6749 §4.2.1' },
  { name: 'id_token', code: false, token: false, idToken: true, clause: 'OpenID Connect Core §3.2.2.1' },
  { name: 'id_token token', code: false, token: true, idToken: true, clause: 'OpenID Connect Core §3.2.2.1' },
  { name: 'code id_token', code: true, token: false, idToken: true, clause: 'OpenID Connect Core §3.3.2.1' },
  { name: 'code token', code: true, token: true, idToken: false, clause: 'OpenID Connect Core §3.3.2.1' },
  {
    name: 'code id_token token',
    code: true,
    token: true,
    idToken: true,
    clause: 'OpenID Connect Core §3.3.2.1',
  },
];

const byParts = new Map(responseTypes.map((type) => [sortedParts(type.name), type]));

/** The response type of a `response_type` value; the order of its parts means nothing. RFC 6749 §3.1.1. */
export function parseResponseType(text: string): ResponseType | undefined {
  return byParts.get(sortedParts(text));
}

/** Ways in which the parameters of a response reach the client. OAuth 2.0 Multiple Response Types §2.1, Form Post Mode. */
export const responseModes = ['query', 'fragment', 'form_post'] as const;
export type ResponseMode = (typeof responseModes)[number];

/** Whether a response type issues something at the authorization endpoint besides a code. */
export function issuesInFront({ token, idToken }: ResponseType): boolean {
  return token || idToken;
}

function sortedParts(name: string): string {
  return name.split(' ').toSorted().join(' ');
}
