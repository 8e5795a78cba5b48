import { textOf } from '../token/assertion-checks.ts';
import { required, type TokenContext } from '../token/context.ts';
import { claimsOf, refuseJwtGrant } from './jwt-grant.ts';

/** Claims about the assertion itself; the others are attributes of its subject. RFC 7519 §4.1 */
const ofAssertion: ReadonlySet<string> = new Set([
  'iss',
  'sub',
  'aud',
  'exp',
  'nbf',
  'iat',
  'jti',
  'client_id',
  'resource',
  'scope',
  'auth_time',
  'acr',
  'amr',
  'act',
  'cnf',
]);

/**
 * Finds for whom the assertion is: a user of the workspace, or anybody, as the file of the issuer says. RFC 7523 §3 (2)
 * @throws OAuthError invalid_grant
 */
export function findJwtSubject(context: TokenContext): void {
  const claims = claimsOf(context);
  const { subject: whose, subjectClaim = 'sub', issuer } = required(required(context.jwtGrant).issuer);
  const username = Object.hasOwn(claims, subjectClaim) ? claims[subjectClaim] : undefined;
  if (typeof claims['sub'] !== 'string' || claims['sub'] === '')
    throw refuseJwtGrant({ detail: 'sub is required.', got: textOf(claims['sub']) });
  if (typeof username !== 'string' || username === '')
    throw refuseJwtGrant({
      detail: 'The claim with the user name is not a text.',
      want: subjectClaim,
      got: textOf(username),
    });
  const isUser = context.runtime.registrations().user(username) !== undefined;
  if (whose === 'user' && !isUser)
    throw refuseJwtGrant({ detail: 'The subject is not a user of the workspace.', got: username });
  // A resource server could not distinguish two people with the same name.
  if (whose === 'any' && isUser)
    throw refuseJwtGrant({ detail: 'The subject has the name of a user of the workspace.', got: username });
  const { auth_time: authTime } = claims;
  context.subject = {
    username,
    authority: issuer,
    attributes: whose === 'user' ? null : attributesIn(claims),
    authTimeMillis: typeof authTime === 'number' ? authTime * 1_000 : context.nowMillis,
    methods: [],
  };
}

function attributesIn(claims: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !ofAssertion.has(name)));
}
