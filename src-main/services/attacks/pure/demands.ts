import type { OwnStep } from '#shared/attacks/index.ts';
import {
  formRequest,
  plainSend,
  type RequestField,
  type RequestTemplate,
  requestFields,
  type ScriptStep,
  type SendStep,
} from '#shared/flows/index.ts';
import { authenticated, type CaseClient, type EditedCredentials } from './credentials.ts';

/** The demands of a target on the authorization requests of a client: a case that is not about them meets them. */
export interface Demands {
  /** RFC 7636 */
  readonly pkce: boolean;
  /** Requests are pushed first. RFC 9126 §5 */
  readonly push: boolean;
}

export const noDemands: Demands = { pkce: false, push: false };

const challenge = requestFields([
  ['code_challenge', '{{code_verifier|s256}}'],
  ['code_challenge_method', 'S256'],
]);
const verifier = requestFields([['code_verifier', '{{code_verifier}}']]);
const makeVerifier: ScriptStep = {
  act: 'make',
  id: 'make-code_verifier',
  remark: '',
  as: 'code_verifier',
  maker: 'random',
  options: { bytes: 32 },
};

const valueOf = (fields: readonly RequestField[], name: string) =>
  fields.find((field) => field.name === name)?.value ?? null;

/** True of a request by which a client asks for a code. RFC 6749 §4.1.1 */
function asksForCode({ query }: RequestTemplate): boolean {
  return valueOf(query, 'response_type')?.split(' ').includes('code') === true;
}

/**
 * A step that a case spells out, with PKCE as a careful client does it. A challenge of its own is kept. RFC
 * 7636 §4.3
 */
export function withPkce(step: OwnStep): OwnStep {
  return 'request' in step ? { ...step, request: requestWithPkce(step.request) } : step;
}

function requestWithPkce(request: RequestTemplate): RequestTemplate {
  const { query, body } = request;
  if (asksForCode(request) && valueOf(query, 'code_challenge') === null)
    return { ...request, query: [...query, ...challenge] };
  const isExchange =
    body.kind === 'form' &&
    valueOf(body.fields, 'grant_type') === 'authorization_code' &&
    valueOf(body.fields, 'code_verifier') === null;
  return isExchange ? { ...request, body: { ...body, fields: [...body.fields, ...verifier] } } : request;
}

/** The steps with a verifier made before them, where they need one and none is. */
export function withVerifier(steps: readonly ScriptStep[]): readonly ScriptStep[] {
  const isMade = steps.some((step) => step.act === 'make' && step.as === 'code_verifier');
  return isMade || !JSON.stringify(steps).includes('{{code_verifier') ? steps : [makeVerifier, ...steps];
}

/** Id of the step that pushes the authorization request of another one. */
export function pushOf(stepId: string): string {
  return `push-${stepId}`;
}

/**
 * The script with every authorization request pushed by its client, and the browser sent with the resulting
 * reference. RFC 9126 §2
 */
export function withPushes(steps: readonly ScriptStep[], client: CaseClient): readonly ScriptStep[] {
  return steps.flatMap((step) => {
    if (!('request' in step) || !isAuthorizationRequest(step)) return [step];
    if (step.request.raw !== undefined) return [step];
    return [pushStep(step, client), { ...step, request: pushedRequest(step) }];
  });
}

type Requesting = Extract<ScriptStep, { request: RequestTemplate }>;

function isAuthorizationRequest({ act, request }: Requesting): boolean {
  return (act === 'browse' && request.query.length > 0) || asksForCode(request);
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

function pushStep({ id, request }: Requesting, client: CaseClient): SendStep {
  const form = formRequest('', [], [['Accept', 'application/json']]);
  const bare: RequestTemplate = {
    ...form,
    origin: '{{pushed_authorization_origin}}',
    path: '{{pushed_authorization_path}}',
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
function namedOnce({ request, connection }: EditedCredentials): Pick<SendStep, 'request' | 'connection'> {
  const { body } = request;
  if (body.kind !== 'form') return { request, connection };
  const added = body.fields.findLastIndex(({ name }) => name === 'client_id');
  const isTwice = body.fields.findIndex(({ name }) => name === 'client_id') < added;
  const fields = isTwice ? body.fields.toSpliced(added, 1) : body.fields;
  return { request: { ...request, body: { ...body, fields } }, connection };
}
