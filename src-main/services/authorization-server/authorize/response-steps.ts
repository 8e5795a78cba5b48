import type { Step } from '#main/platform/pipeline.ts';
import {
  formValue,
  issuesInFront,
  parseResponseType,
  type ResponseType,
  responseModes,
  responseTypeNames,
  signedResponseModes,
} from '#shared/oauth/index.ts';
import { type Client, followsRfcs } from '#shared/workspace/index.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import { required } from '../token/context.ts';
import { type AnswerMode, answerModes, carrierOf, isSignedMode, usualMode } from './answer-mode.ts';
import type { AuthorizeContext } from './context.ts';

/** Checks of the response type and the response mode. RFC 6749 §3.1.1, OAuth 2.0 Multiple Response Types §2.1 */
export const responseSteps: readonly Step<AuthorizeContext>[] = [
  {
    id: 'response-type-known',
    rule: 'response_type is known',
    clause: 'RFC 6749 §3.1.1',
    check: checkResponseType,
    describe: ({ responseType }) => `response_type known: ${required(responseType).name}`,
  },
  {
    id: 'response-type-allowed',
    rule: 'response_type is allowed for the client',
    clause: 'RFC 6749 §4.1.2.1',
    check: checkAllowed,
  },
  {
    id: 'response-mode',
    rule: 'response_mode is allowed for the response_type',
    clause: 'OAuth 2.0 Multiple Response Types §2.1',
    check: decideMode,
    describe: ({ responseMode }) => `Response mode is ${required(responseMode)}`,
  },
];

/** How a success travels: as the request wants it, else as its type has it. */
function responseModeOf(context: AuthorizeContext): AnswerMode {
  const { responseType } = context;
  const wanted = wantedMode(context);
  if (wanted === undefined) return usualMode(responseType, false);
  const inFront = responseType !== null && issuesInFront(responseType);
  return inFront && carrierOf(wanted) === 'query' ? usualMode(responseType, isSignedMode(wanted)) : wanted;
}

/**
 * How an error travels: with `token` the documents want the query, the RFC the fragment; OpenID types have their own
 * mode in every profile.
 */
export function errorModeOf(context: AuthorizeContext): AnswerMode {
  const { responseType, settings } = context;
  const isPlainToken = responseType?.name === 'token';
  const isModeSaid = wantedMode(context) !== undefined;
  if (isPlainToken && !isModeSaid && !followsRfcs(settings.profile)) return 'query';
  return responseModeOf(context);
}

function knownMode({ form, responseType }: AuthorizeContext): AnswerMode | undefined {
  const text = formValue(form, 'response_mode');
  return text === 'jwt' ? usualMode(responseType, true) : answerModes.find((mode) => mode === text);
}

/** Returns the response mode that the request wants, where it can be had. */
function wantedMode(context: AuthorizeContext): AnswerMode | undefined {
  const mode = knownMode(context);
  if (mode === undefined || carrierOf(mode) !== 'form_post' || canBePostedTo(context.redirectUri))
    return mode;
  return isSignedMode(mode) ? usualMode(context.responseType, true) : undefined;
}

/** A system opens an app with an address: what a page posts to it is lost. */
function canBePostedTo(redirectUri: string | null): boolean {
  return /^https?:/i.test(redirectUri ?? '');
}

function checkResponseType(context: AuthorizeContext): void {
  const given = formValue(context.form, 'response_type');
  if (given === undefined) throw invalidRequest('response_type is required');
  const type = parseResponseType(given);
  if (type === undefined) {
    throw new OAuthError('unsupported_response_type', {
      description: 'The server does not support this response_type.',
      want: responseTypeNames.join(', '),
      got: given,
    });
  }
  context.responseType = type;
}

function checkAllowed({ client, responseType }: AuthorizeContext): void {
  const type = required(responseType);
  if (isAllowed(required(client), type)) return;
  const { responseTypes: registered, grantTypes } = required(client);
  const grant = type.code ? ' and grant type authorization_code' : '';
  throw new OAuthError('unauthorized_client', {
    description: 'The client is not allowed to use this response_type.',
    want: `response type ${type.name}${grant} in the registration`,
    got: [...registered, ...grantTypes].join(' '),
  });
}

function isAllowed({ responseTypes: registered, grantTypes }: Client, type: ResponseType): boolean {
  if (type.code && !grantTypes.has('authorization_code')) return false;
  return registered.has(type.name) || [...registered].some((name) => parseResponseType(name) === type);
}

function decideMode(context: AuthorizeContext): void {
  checkMode(context);
  context.responseMode = responseModeOf(context);
}

function checkMode(context: AuthorizeContext): void {
  const { form, responseType, redirectUri } = context;
  const given = formValue(form, 'response_mode');
  if (given === undefined) return;
  const known = knownMode(context);
  if (known === undefined) {
    throw invalidRequest('The server does not support this response_mode.', {
      want: [...responseModes, ...signedResponseModes].join(', '),
      got: given,
    });
  }
  const carrier = carrierOf(known);
  if (carrier === 'query' && issuesInFront(required(responseType)))
    throw invalidRequest('Tokens are never sent in the query.', {
      want: 'fragment or form_post',
      got: given,
    });
  if (carrier === 'form_post' && !canBePostedTo(redirectUri))
    throw invalidRequest('form_post is not possible with this redirect_uri.', {
      want: 'query or fragment',
      got: `${given} to ${redirectUri ?? 'none'}`,
    });
}
