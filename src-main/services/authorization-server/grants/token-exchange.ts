import { formValue, parseScope } from '#shared/oauth/index.ts';
import { invalidRequest } from '../errors.ts';
import type { AccessToken } from '../stores/token-table.ts';
import { required, type TokenContext, wantsToken } from '../token/context.ts';
import { decideAudience, decideScope, type Issuance, issueStep } from '../token/issue.ts';
import { accessTokenFlaw } from '../tokens/token-state.ts';
import type { Grant } from './grant.ts';
import { jagIssueSteps } from './id-jag-issue.ts';

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const jwtType = 'urn:ietf:params:oauth:token-type:jwt';
const takenTypes: ReadonlySet<string> = new Set([accessTokenType, jwtType]);

/** A request for an ID-JAG passes steps of its own. */
const onlyTokens = { applies: wantsToken, isUnlisted: true } as const;

/** A client trades a token that it was handed for one of its own, for the same subject. RFC 8693 */
export const tokenExchangeGrant: Grant = {
  steps: [
    {
      id: 'subject-given',
      rule: 'subject_token and its type are present',
      clause: 'RFC 8693 §2.1',
      check: checkGiven,
    },
    {
      id: 'subject-valid',
      rule: 'Subject token is valid',
      clause: 'RFC 8693 §2.1',
      check: findSubject,
      ...onlyTokens,
      describe: ({ exchanged }) => `Subject token is valid: ${ownerOf(required(exchanged).subject)}`,
    },
    {
      id: 'actor-valid',
      rule: 'Actor token is valid',
      clause: 'RFC 8693 §2.1',
      check: findActor,
      applies: (context) => wantsToken(context) && hasActor(context),
    },
    {
      id: 'requested-type',
      rule: 'Requested token type is supported',
      clause: 'RFC 8693 §2.1',
      check: checkRequestedType,
      ...onlyTokens,
    },
    {
      id: 'scope-within-both',
      rule: 'Scope is within the subject token and the registration',
      clause: 'RFC 8693 §2.1',
      check: decideExchangeScope,
      ...onlyTokens,
      describe: ({ scope }) => (scope === '' ? 'No scope is requested' : `Scope is within both: ${scope}`),
    },
    { ...issueStep('RFC 8693 §2.2.1', decide), ...onlyTokens },
    ...jagIssueSteps,
  ],
};

function hasActor({ form }: TokenContext): boolean {
  return formValue(form, 'actor_token') !== undefined || formValue(form, 'actor_token_type') !== undefined;
}

function checkGiven({ form }: TokenContext): void {
  for (const name of ['subject_token', 'subject_token_type'])
    if (formValue(form, name) === undefined) throw invalidRequest(`${name} parameter is required`);
}

function findSubject(context: TokenContext): void {
  const subject = findToken(context, 'subject');
  // Without a grant behind it, nothing could say for whom the new token is: it would be the asking client's own.
  if (subject.family === null && subject.clientId !== required(context.client).clientId)
    throw invalidRequest('The subject_token is invalid.', {
      detail: 'The token belongs to another client and has no user.',
      got: subject.clientId,
    });
  context.exchanged = { subject, actor: null };
}

function findActor(context: TokenContext): void {
  const { form } = context;
  if (formValue(form, 'actor_token') === undefined) throw invalidRequest('actor_token parameter is required');
  if (formValue(form, 'actor_token_type') === undefined)
    throw invalidRequest('actor_token_type parameter is required');
  context.exchanged = { ...required(context.exchanged), actor: findToken(context, 'actor') };
}

/** RFC 8693 §2.2.2 has invalid_request for a token that is not acceptable, whatever the reason. */
function findToken(context: TokenContext, role: 'subject' | 'actor'): AccessToken {
  const { form, runtime, nowMillis } = context;
  const type = formValue(form, `${role}_token_type`) ?? '';
  if (!takenTypes.has(type)) {
    throw invalidRequest(`The ${role}_token_type is not supported.`, {
      want: [...takenTypes].join(' '),
      got: type,
    });
  }
  const token = runtime.accessTokens.find(formValue(form, `${role}_token`) ?? '');
  if (token === undefined)
    throw invalidRequest(`The ${role}_token is invalid.`, {
      detail: 'The access token is unknown.',
    });
  const flaw = accessTokenFlaw(runtime, token, nowMillis);
  if (flaw !== null) throw invalidRequest(`The ${role}_token is invalid.`, flaw);
  return token;
}

function checkRequestedType({ form }: TokenContext): void {
  const type = formValue(form, 'requested_token_type');
  if (type === undefined || takenTypes.has(type)) return;
  throw invalidRequest('The requested_token_type is not supported.', {
    want: [...takenTypes].join(' '),
    got: type,
  });
}

function decideExchangeScope(context: TokenContext): void {
  const { subject } = required(context.exchanged);
  const registered = required(context.client).scopes;
  const both = (parseScope(subject.scope) ?? []).filter((scope) => registered.includes(scope));
  decideScope(context, both, 'said');
}

function decide(context: TokenContext): Issuance {
  const { subject, actor } = required(context.exchanged);
  const isJwtWanted = formValue(context.form, 'requested_token_type') === jwtType;
  const acting = actor === null ? '' : ` ${ownerOf(actor)} acts for them.`;
  return {
    family: subject.family,
    // Nor does it reach further: a token for one audience stays so, unless the client may name another.
    audience: decideAudience(context) ?? subject.audience,
    actor: actor === null ? undefined : ownerOf(actor),
    // The new token cannot outlive the one that was given for it.
    endsAtMillis: subject.expiresAtMillis,
    // A JWT is asked for to be read elsewhere; without the wish the form is that of the client. RFC 8693 §2.2.1
    format: isJwtWanted ? 'jwt' : undefined,
    issuedTokenType: isJwtWanted ? jwtType : accessTokenType,
    effect: `Issued an access token for ${ownerOf(subject)} in exchange.${acting}`,
  };
}

function ownerOf({ username, clientId }: AccessToken): string {
  return username ?? clientId;
}
