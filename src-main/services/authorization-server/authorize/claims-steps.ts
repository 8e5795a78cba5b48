import type { Step } from '#main/platform/pipeline.ts';
import {
  type ClaimRequest,
  type ClaimsRequest,
  formValue,
  parseClaimsRequest,
  scopeOfClaim,
} from '#shared/oauth/index.ts';
import { authenticationClasses } from '../authentication.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import type { AuthorizationRequest } from '../stores/transactions.ts';
import { required } from '../token/context.ts';
import type { AuthorizeContext, InteractionContext } from './context.ts';

const onlyAsked = {
  applies: ({ form }: AuthorizeContext): boolean => formValue(form, 'claims') !== undefined,
  isUnlisted: true,
} as const;

/** Checks of the claims that a request names one by one. OpenID Connect Core §5.5 */
export const claimsSteps: readonly Step<AuthorizeContext>[] = [
  {
    id: 'claims-readable',
    rule: 'claims is a JSON object as specified',
    clause: 'OpenID Connect Core §5.5',
    check: readClaims,
    ...onlyAsked,
  },
  {
    id: 'authentication-class',
    rule: 'Essential acr is supported',
    clause: 'OpenID Connect Core §5.5.1.1',
    check: checkClass,
    ...onlyAsked,
  },
];

/** The user who signed in has a class of authentication, where the request insists on one. OpenID Connect Core §5.5.1.1 */
export const classStep: Step<InteractionContext> = {
  id: 'authentication-class-met',
  rule: 'Sign-in has the essential acr',
  clause: 'OpenID Connect Core §5.5.1.1',
  check: checkReached,
  applies: ({ transaction }) =>
    transaction?.request.isClassEssential === true && transaction.subject !== null,
  isUnlisted: true,
};

/** Scopes to which the user consents: a claim is asked for as the scope that it belongs to. OpenID Connect Core §5.4 */
export function consentScopes({ scopes, claims }: AuthorizationRequest): readonly string[] {
  if (claims === null) return scopes;
  const names = [...Object.keys(claims.idToken), ...Object.keys(claims.userinfo)];
  return [...new Set([...scopes, ...names.flatMap((name) => scopeOfClaim(name) ?? [])])];
}

function readClaims(context: AuthorizeContext): void {
  const { form, client } = context;
  const read = parseClaimsRequest(formValue(form, 'claims') ?? '');
  if (read === null)
    throw invalidRequest('claims is malformed.', { want: 'a JSON object with id_token and userinfo' });
  const { scopes } = required(client);
  const registered = (asked: ClaimsRequest['idToken']): ClaimsRequest['idToken'] =>
    Object.fromEntries(
      Object.entries(asked).filter(([name]) => {
        const scope = scopeOfClaim(name);
        return scope === undefined || scopes.includes(scope);
      }),
    );
  context.claims = { idToken: registered(read.idToken), userinfo: registered(read.userinfo) };
  for (const asked of [read.idToken, read.userinfo]) takeSubject(context, ownClaim(asked, 'sub'));
}

function ownClaim(asked: ClaimsRequest['idToken'], name: string): ClaimRequest | undefined {
  return Object.hasOwn(asked, name) ? asked[name] : undefined;
}

/** There is an answer for that user only. OpenID Connect Core §5.5.1 */
function takeSubject(context: AuthorizeContext, asked: ClaimRequest | undefined): void {
  const [name, ...others] = asked?.values ?? [];
  if (name === undefined) return;
  if (typeof name !== 'string' || others.length > 0)
    throw invalidRequest('claims is malformed.', { want: 'one user as sub' });
  if (context.hintedUsername !== null && context.hintedUsername !== name)
    throw new OAuthError('login_required', {
      description: 'The request names two users.',
      want: context.hintedUsername,
      got: name,
    });
  context.hintedUsername = name;
}

function checkClass(context: AuthorizeContext): void {
  const acr = ownClaim(required(context.claims).idToken, 'acr');
  if (acr?.isEssential !== true) return;
  const { values } = acr;
  context.isClassEssential = true;
  if (values === null || authenticationClasses.some((known) => values.includes(known))) return;
  throw new OAuthError('unmet_authentication_requirements', {
    description: 'The server does not support the requested acr.',
    want: values.map((value) => JSON.stringify(value)).join(' '),
    got: authenticationClasses.join(' '),
  });
}

/** Another server vouched for the user: of how they signed in there, nothing is known. */
function checkReached(context: InteractionContext): void {
  const transaction = required(context.transaction);
  if (required(transaction.subject).methods.length > 0) return;
  context.runtime.transactions.end(transaction);
  context.onRefusal = 'client';
  context.effect = 'Nothing was issued. The client receives an error: the acr of the sign-in is unknown.';
  throw new OAuthError('unmet_authentication_requirements', {
    description: 'The user did not sign in as the request demands.',
    want: authenticationClasses.join(' '),
    got: 'none',
  });
}
