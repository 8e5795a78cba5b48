import { type AuthenticatedRequest, authenticated, type ScriptClient } from './authenticated-request.ts';
import { plainSend } from './definitions/parts.ts';
import { formRequest, type RequestTemplate, requestFields } from './request.ts';
import { asksFor } from './response-type.ts';
import type { ScriptStep, SendStep } from './script.ts';

/** Id of the step that pushes the authorization request of another one. */
export function pushOf(stepId: string): string {
  return `push-${stepId}`;
}

/**
 * The script with every authorization request pushed by its client, and the browser sent with the resulting
 * reference. Without an address, that of the server is filled in when the request is sent. RFC 9126 §2
 */
export function withPushes(
  steps: readonly ScriptStep[],
  client: ScriptClient,
  url?: string,
): readonly ScriptStep[] {
  return steps.flatMap((step) => {
    if (!('request' in step) || !isAuthorizationRequest(step)) return [step];
    if (step.request.raw !== undefined) return [step];
    return [pushStep(step, client, url), { ...step, request: pushedRequest(step) }];
  });
}

type Requesting = Extract<ScriptStep, { request: RequestTemplate }>;

function isAuthorizationRequest({ act, request }: Requesting): boolean {
  // It refers to one that was pushed.
  if (request.query.some(({ name }) => name === 'request_uri')) return false;
  if (act === 'browse' && request.query.length > 0) return true;
  const type = request.query.find(({ name }) => name === 'response_type')?.value;
  return type !== undefined && asksFor(type, 'code');
}

function referenceName(stepId: string): string {
  return `request_uri-${stepId}`;
}

function pushedRequest({ id, request }: Requesting): RequestTemplate {
  const kept = request.query.filter(({ name }) => name === 'client_id');
  return {
    ...request,
    query: [...kept, ...requestFields([['request_uri', `{{${referenceName(id)}}}`]])],
  };
}

const serversOwn = { origin: '{{pushed_authorization_origin}}', path: '{{pushed_authorization_path}}' };

function pushStep({ id, request }: Requesting, client: ScriptClient, url: string | undefined): SendStep {
  const bare: RequestTemplate = {
    ...formRequest(url ?? '', [], [['Accept', 'application/json']]),
    ...(url === undefined ? serversOwn : {}),
    body: { kind: 'form', fields: request.query },
  };
  return plainSend({
    id: pushOf(id),
    from: 'client',
    to: 'as',
    ...namedOnce(authenticated(bare, client)),
    reading: 'success',
    captures: [{ name: referenceName(id), from: 'json', of: 'request_uri' }],
  });
}

/** The authorization request names the client already; credentials in the form need not do it again. */
function namedOnce({ request, connection }: AuthenticatedRequest): Pick<SendStep, 'request' | 'connection'> {
  const { body } = request;
  if (body.kind !== 'form') return { request, connection };
  const added = body.fields.findLastIndex(({ name }) => name === 'client_id');
  const isTwice = body.fields.findIndex(({ name }) => name === 'client_id') < added;
  const fields = isTwice ? body.fields.toSpliced(added, 1) : body.fields;
  return { request: { ...request, body: { ...body, fields } }, connection };
}
