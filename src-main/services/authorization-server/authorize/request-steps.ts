import type { Step } from '#main/platform/pipeline.ts';
import {
  formField,
  formValue,
  hasDangerousScheme,
  isRedirectUri,
  isSameRedirectUri,
  parseScope,
  scopesOutside,
} from '#shared/oauth/index.ts';
import type { Client } from '#shared/workspace/index.ts';
import { documentSteps } from '../client-documents/steps.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import { profileRedirectSteps, profileResponseStep, profileSignatureSteps } from '../profiles/front-steps.ts';
import { namesDocument, required } from '../token/context.ts';
import { claimsSteps } from './claims-steps.ts';
import type { AuthorizeContext } from './context.ts';
import { dpopRequestSteps } from './dpop-steps.ts';
import { openidSteps } from './openid-steps.ts';
import { pushedRequestSteps, pushRequiredStep } from './pushed-request-steps.ts';
import { readObjectStep, requestObjectSteps } from './request-object-steps.ts';
import { resourceStep } from './resource-step.ts';
import { responseSteps } from './response-steps.ts';

/** Checks of where the answer goes. */
export const redirectUriSteps: readonly Step<AuthorizeContext>[] = [
  {
    id: 'redirect-uri-registered',
    rule: 'redirect_uri is registered',
    clause: 'RFC 9700 §2.1',
    check: checkRegistered,
    applies: ({ requestedRedirectUri }) => requestedRedirectUri !== null,
  },
  {
    id: 'redirect-uri-only-one',
    rule: 'Exactly one redirect URI is registered as the default',
    clause: 'RFC 6749 §3.1.2.3',
    check: fallBack,
    applies: ({ requestedRedirectUri }) => requestedRedirectUri === null,
  },
  ...profileRedirectSteps,
  {
    id: 'redirect-uri-usable',
    rule: 'Redirect URI is absolute, has no fragment and uses an allowed scheme',
    clause: 'RFC 6749 §3.1.2',
    check: acceptRedirectUri,
  },
];

/**
 * Checks of the client and of the destination of the answer. Until these have passed, an error is a page and never a
 * redirect.
 */
export const destinationSteps: readonly Step<AuthorizeContext>[] = [
  ...documentSteps<AuthorizeContext>(documentIdOf),
  { id: 'client-known', rule: 'Client is known', clause: 'RFC 6749 §4.1.2.1', check: findClient },
  ...pushedRequestSteps,
  readObjectStep,
  ...redirectUriSteps,
  {
    id: 'issuer-named',
    rule: 'Response names the issuer if that is enabled',
    clause: 'RFC 9207 §2',
    check: nameIssuer,
    describe: ({ responseIssuer }) =>
      responseIssuer === null ? 'Response names no issuer' : `Response names ${responseIssuer}`,
  },
  {
    id: 'state-kept',
    rule: 'state is returned unchanged',
    clause: 'RFC 6749 §4.1.2',
    check: keepState,
    describe: ({ encodedState }) =>
      encodedState === null ? 'No state to return' : 'state is returned unchanged',
  },
];

/** Checks of the request itself. Errors go to the redirect URI. */
export const requestSteps: readonly Step<AuthorizeContext>[] = [
  { id: 'parameters-once', rule: 'No parameter is repeated', clause: 'RFC 6749 §3.1', check: checkOnce },
  {
    id: 'parameters-readable',
    rule: 'Parameters are encoded correctly',
    clause: 'RFC 6749 §B',
    check: checkReadable,
  },
  pushRequiredStep,
  ...requestObjectSteps,
  ...responseSteps,
  profileResponseStep,
  ...dpopRequestSteps,
  {
    id: 'scope-within-registration',
    rule: 'Scope is within the registration',
    clause: 'RFC 6749 §3.3',
    check: checkScope,
  },
  resourceStep,
  ...openidSteps,
  ...claimsSteps,
  ...profileSignatureSteps,
];

function documentIdOf(context: AuthorizeContext): string | undefined {
  const { form } = context;
  const clientId = formValue(form, 'client_id');
  return namesDocument(context, clientId) && !form.duplicates.includes('client_id') ? clientId : undefined;
}

function findClient(context: AuthorizeContext): void {
  const { form } = context;
  const clientId = formValue(form, 'client_id');
  const client = clientId === undefined ? undefined : context.runtime.registrations().client(clientId);
  if (client === undefined || form.duplicates.includes('client_id')) {
    throw invalidRequest('Unknown or invalid client_id', { got: clientId ?? 'none' });
  }
  context.client = client;
  context.notes.tags.push(`client:${client.clientId}`);
}

function checkRegistered(context: AuthorizeContext): void {
  const client = required(context.client);
  const given = required(context.requestedRedirectUri);
  const mayVary = portMayVary(client);
  const isRegistered = client.redirectUris.some((uri) => isSameRedirectUri(uri, given, mayVary));
  if (!isRegistered || context.form.duplicates.includes('redirect_uri')) {
    throw invalidRequest('Unknown or invalid redirect_uri', {
      want: client.redirectUris.join(' '),
      got: given,
    });
  }
  context.candidateRedirectUri = given;
}

/** A document lists its redirect URIs exactly, but for native applications. RFC 8252 §7.3 */
function portMayVary({ isPublic, documentHash, applicationType }: Client): boolean {
  return isPublic && (documentHash === undefined || applicationType === 'native');
}

function fallBack(context: AuthorizeContext): void {
  const { redirectUris } = required(context.client);
  const [only, ...others] = redirectUris;
  if (only === undefined || others.length > 0) {
    throw invalidRequest('redirect_uri is required', {
      got: `${redirectUris.length} registered, none given`,
    });
  }
  context.candidateRedirectUri = only;
}

function acceptRedirectUri(context: AuthorizeContext): void {
  const uri = required(context.candidateRedirectUri);
  if (!isRedirectUri(uri) || hasDangerousScheme(uri))
    throw invalidRequest('Unknown or invalid redirect_uri', { got: uri });
  context.redirectUri = uri;
}

function nameIssuer(context: AuthorizeContext): void {
  const { settings, runtime } = context;
  context.responseIssuer = settings.issuerInResponse ? runtime.issuer() : null;
}

function keepState(context: AuthorizeContext): void {
  const { form } = context;
  // Of a repeated state nobody can say which one the client will compare.
  context.encodedState = form.duplicates.includes('state') ? null : (formField(form, 'state')?.raw ?? null);
}

function checkOnce({ form }: AuthorizeContext): void {
  const repeated = form.duplicates.filter((name) => name !== 'resource');
  if (repeated.length === 0) return;
  throw invalidRequest('A parameter is included more than once.', { got: repeated.join(' ') });
}

function checkReadable({ form }: AuthorizeContext): void {
  if (form.malformed.length === 0) return;
  throw invalidRequest('A parameter is not valid form encoding.', { got: form.malformed.join(' ') });
}

function checkScope(context: AuthorizeContext): void {
  const { scopes } = required(context.client);
  const text = formValue(context.form, 'scope');
  if (text === undefined) {
    context.scopes = scopes;
    context.scopeDiffers = true;
    return;
  }
  const requested = parseScope(text);
  const outside = requested === null ? [] : scopesOutside(requested, scopes);
  if (requested === null || outside.length > 0) {
    throw new OAuthError('invalid_scope', {
      description: 'The requested scope(s) must be blank or a subset of the provided scopes.',
      detail: requested === null ? 'The scope is malformed.' : `Not registered: ${outside.join(' ')}.`,
      want: scopes.join(' '),
      got: text,
    });
  }
  context.scopes = requested;
}
