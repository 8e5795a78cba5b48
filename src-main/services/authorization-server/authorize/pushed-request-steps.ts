import type { Step } from '#main/platform/pipeline.ts';
import { type Form, formValue, parseForm } from '#shared/oauth/index.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import { pickLanguage } from '../pages/texts.ts';
import { required } from '../token/context.ts';
import type { AuthorizeContext } from './context.ts';

/** How the `request_uri` of a pushed request begins. RFC 9126 §2.2 */
export const pushedRequestPrefix = 'urn:ietf:params:oauth:request_uri:';

function requestUriOf({ form }: AuthorizeContext): string {
  return formValue(form, 'request_uri') ?? '';
}

const onlyPushed = {
  applies: (context: AuthorizeContext): boolean =>
    context.pushed !== null || requestUriOf(context).startsWith(pushedRequestPrefix),
  isUnlisted: true,
} as const;

/**
 * Finds the request that the client pushed before. No redirect URI is known here yet, so that every refusal is a page. RFC
 * 9126 §4
 */
export const pushedRequestSteps: readonly Step<AuthorizeContext>[] = [
  {
    id: 'pushed-request-known',
    rule: 'Pushed request is known',
    clause: 'RFC 9126 §4',
    check: findPushed,
    ...onlyPushed,
  },
  {
    id: 'pushed-request-is-clients',
    rule: 'Pushed request belongs to this client',
    clause: 'RFC 9126 §2.2',
    check: checkClient,
    ...onlyPushed,
  },
  {
    id: 'pushed-request-unexpired',
    rule: 'Pushed request has not expired',
    clause: 'RFC 9126 §4',
    check: checkUnexpired,
    ...onlyPushed,
  },
  {
    id: 'pushed-request-unused',
    rule: 'Pushed request has not been used',
    clause: 'RFC 9126 §4',
    check: checkUnused,
    ...onlyPushed,
  },
  {
    id: 'pushed-request-alone',
    rule: 'Only the pushed parameters count',
    clause: 'RFC 9126 §4',
    check: (context) => takePushed(context, parseForm(required(context.pushed).parameters)),
    ...onlyPushed,
  },
];

/** A client or a server may take no request that a browser carries. RFC 9126 §5 and §6 */
export const pushRequiredStep: Step<AuthorizeContext> = {
  id: 'pushed-request-required',
  rule: 'Request was pushed if that is required',
  clause: 'RFC 9126 §5',
  check({ pushed }) {
    if (pushed === null)
      throw invalidRequest('The request must be pushed.', { want: 'a pushed request', got: 'none' });
  },
  applies: ({ channel, client, settings }) =>
    channel === 'front' && (settings.requirePushedAuthorizationRequests || client?.requiresPush === true),
  isUnlisted: true,
};

function unusable(detail: string, got?: string): OAuthError {
  return new OAuthError('invalid_request_uri', {
    description: 'Unknown, invalid, or expired request_uri',
    detail,
    ...(got === undefined ? {} : { got }),
  });
}

function findPushed(context: AuthorizeContext): void {
  const requestUri = requestUriOf(context);
  const pushed = context.runtime.pushedRequests.find(requestUri);
  if (pushed === undefined || context.form.duplicates.includes('request_uri'))
    throw unusable('No pushed request has this request_uri.');
  context.pushed = pushed;
  context.pushedUri = requestUri;
}

function checkClient({ client, pushed }: AuthorizeContext): void {
  const { clientId } = required(pushed);
  const asking = required(client).clientId;
  if (clientId !== asking)
    throw unusable('Another client pushed the request. It stays usable for that client.', asking);
}

function checkUnexpired({ nowMillis, pushed }: AuthorizeContext): void {
  const { expiresAtMillis } = required(pushed);
  if (nowMillis < expiresAtMillis) return;
  throw unusable(`Expired ${((nowMillis - expiresAtMillis) / 1_000).toFixed(1)} s ago.`);
}

/** A reload shows the page again: the request is used up by its response alone. RFC 9126 §4 */
function checkUnused({ pushed }: AuthorizeContext): void {
  if (required(pushed).used) throw unusable('A response was issued for the request before.');
}

/** Goes on with these parameters in place of those that the browser carries. */
export function takePushed(context: AuthorizeContext, form: Form): void {
  context.form = form;
  context.requestedRedirectUri = formValue(form, 'redirect_uri') ?? null;
  context.language = pickLanguage(formValue(form, 'ui_locales'), context.request.headers['accept-language']);
}
