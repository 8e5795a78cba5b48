import type { Step } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { readsStrictly } from '#shared/workspace/index.ts';
import { OAuthError } from '../errors.ts';
import { keysOfClient } from '../keys/client-keys.ts';
import { call } from '../outgoing-call.ts';
import { required } from '../token/context.ts';
import type { AuthorizeContext } from './context.ts';
import {
  mergeRequestObject,
  type RequestObject,
  type RequestObjectRule,
  readRequestObject,
  requestObjectFault,
} from './request-object.ts';

const fetchTimeoutMillis = 5_000;

function hasObject({ form }: AuthorizeContext): boolean {
  return formValue(form, 'request') !== undefined || formValue(form, 'request_uri') !== undefined;
}

/**
 * The contents of a request object are needed to find out where an answer goes; they are believed only later. RFC
 * 9101 §5
 */
export const readObjectStep: Step<AuthorizeContext> = {
  id: 'request-object-read',
  rule: 'Request object is read',
  clause: 'RFC 9101 §5',
  check: readObject,
  applies: hasObject,
};

/** The object is what the client signed, for this server and this moment. RFC 9101 §6 */
export const requestObjectSteps: readonly Step<AuthorizeContext>[] = [
  {
    id: 'request-object-signed',
    rule: 'Request object is present if required',
    clause: 'RFC 9101 §10.5',
    check: checkRequired,
    applies: isSignatureRequired,
  },
  {
    id: 'request-object-valid',
    rule: 'Request object is valid',
    clause: 'RFC 9101 §6.2',
    check: checkObject,
    applies: ({ requestObject }) => requestObject !== null,
  },
];

function isSignatureRequired({ client, settings }: AuthorizeContext): boolean {
  return settings.requireSignedRequestObject || required(client).requestObject.isRequired;
}

async function readObject(context: AuthorizeContext): Promise<void> {
  takeObject(context, await obtainObject(context));
}

/** Goes on with the parameters of an object before those beside it; whether they may be believed is seen later. */
export function takeObject(context: AuthorizeContext, object: RequestObject): void {
  const { form, settings, channel } = context;
  context.requestObject = object;
  // The outer form is judged as it came: merging hides neither repeats nor bad encoding in it.
  context.form = mergeRequestObject(form, object, readsStrictly(settings.profile) || channel === 'push');
  context.requestedRedirectUri = formValue(context.form, 'redirect_uri') ?? null;
}

async function obtainObject(context: AuthorizeContext): Promise<RequestObject> {
  const { form, client } = context;
  const text = formValue(form, 'request');
  const uri = formValue(form, 'request_uri');
  if (text !== undefined && uri !== undefined)
    return unusable('request and request_uri are mutually exclusive');
  if (text !== undefined) return readRequestObject(text);
  if (uri === undefined || !required(client).requestObject.uris.includes(uri))
    return unusable('its request_uri is not registered');
  return fetchObject(context, uri);
}

/** Fetches a request object; what goes wrong is a fault of it. RFC 9101 §5.2.3 */
export async function fetchObject(context: AuthorizeContext, url: string): Promise<RequestObject> {
  const { runtime, client } = context;
  try {
    const response = await call(runtime, {
      method: 'GET',
      url,
      headers: [],
      timeoutMillis: fetchTimeoutMillis,
      tags: [`client:${required(client).clientId}`],
    });
    if (response.status === 200) return readRequestObject(response.text.trim());
    return unusable(`its request_uri returned ${response.status}`);
  } catch {
    return unusable('its request_uri cannot be reached');
  }
}

function unusable(fault: string): RequestObject {
  return { text: '', claims: null, algorithm: '', fault };
}

function checkRequired({ requestObject, pushed }: AuthorizeContext): void {
  // The object of a pushed request was verified when it came.
  if (requestObject !== null || pushed?.isSigned === true) return;
  throw new OAuthError('invalid_request', {
    description: 'The client must send a signed request object.',
    got: 'none',
  });
}

function checkObject(context: AuthorizeContext): Promise<void> {
  return checkObjectExcept(context, []);
}

/** Checks the request object, except for rules that a weakness leaves out. @throws OAuthError invalid_request_object */
export async function checkObjectExcept(
  context: AuthorizeContext,
  ignored: readonly RequestObjectRule[],
): Promise<void> {
  const { runtime, settings, nowMillis, outerResponseType, channel } = context;
  const object = required(context.requestObject);
  const client = required(context.client);
  const fault = await requestObjectFault(object, {
    client,
    findKeys: (isIn) => keysOfClient(runtime, client, nowMillis, isIn),
    issuer: runtime.issuer(),
    isStrict: readsStrictly(settings.profile),
    isSignatureRequired: isSignatureRequired(context),
    isPushed: channel === 'push',
    ignored,
    nowMillis,
    skewSeconds: settings.clockSkewSeconds,
    outerResponseType,
  });
  if (fault === null) return;
  throw new OAuthError(object.text === '' ? 'invalid_request_uri' : 'invalid_request_object', {
    description: `INVALID_VALUE: the request object is invalid: ${fault}.`,
    detail: fault,
  });
}
