import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { type Pipeline, runPipeline, type Step, traceOf } from '#main/platform/pipeline.ts';
import {
  clientAuthenticationTable,
  emptyForm,
  type Form,
  formValue,
  grantIds,
  grants,
  hostedAuthentications,
  parseForm,
  tokenExchangeGrantType,
} from '#shared/oauth/index.ts';
import { followsRfcs } from '#shared/workspace/index.ts';
import { invalidRequest, OAuthError, unavailable, wireError } from '../errors.ts';
import { isKept } from '../keeping.ts';
import { profileGrantStep, profileProofSteps } from '../profiles/back-steps.ts';
import { guardStep, jsonError, jsonResponse } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import { clientSteps } from './client-authentication.ts';
import {
  type BackContext,
  createBackContext,
  createTokenContext,
  isProven,
  required,
  type TokenContext,
} from './context.ts';
import { tokenDpopSteps, withNonce } from './dpop-steps.ts';

const formType = 'application/x-www-form-urlencoded';

/** Parameters that have no business in a URL, where logs and histories keep them. */
const bodyOnly: ReadonlySet<string> = new Set([
  'grant_type',
  'client_id',
  ...hostedAuthentications.flatMap((id) => clientAuthenticationTable[id].parameters),
  'scope',
  'token',
  ...grantIds.flatMap((id) => Object.keys(grants[id].parameters)),
]);

/**
 * Checks that every request sent by a client straight to the server must pass: a form, and its sender. RFC 6749 §3.2
 */
export const formSteps: readonly Step<BackContext>[] = [
  guardStep('Response is not cacheable', 'RFC 6749 §5.1'),
  { id: 'form', rule: 'Body is a form that repeats no parameter', clause: 'RFC 6749 §3.2', check: checkForm },
  {
    id: 'no-query',
    rule: 'No parameters in the URL',
    clause: 'RFC 6749 §2.3.1',
    check: checkQuery,
    applies: (context) => context.request.query !== '',
  },
];

/** Checks that every token request must pass, whatever its grant. RFC 6749 §3.2. */
export const commonTokenSteps: readonly Step<TokenContext>[] = [
  ...formSteps,
  {
    id: 'grant-type-given',
    rule: 'grant_type is present',
    clause: 'RFC 6749 §5.2',
    check: checkGrantTypeGiven,
  },
  ...clientSteps,
  {
    id: 'grant-type-known',
    rule: 'Grant type is known',
    clause: 'RFC 6749 §5.2',
    check: checkGrantTypeKnown,
  },
  profileGrantStep,
  {
    id: 'grant-allowed',
    rule: 'Grant type is allowed for the client',
    clause: 'RFC 6749 §5.2',
    check: checkGrantAllowed,
  },
  ...profileProofSteps,
  ...tokenDpopSteps,
];

function checkForm({ request, form }: BackContext): void {
  const type = request.headers['content-type'];
  if (!isFormType(type)) {
    throw invalidRequest(`The content type must be ${formType}.`, { want: formType, got: type ?? 'none' });
  }
  if (form.malformed.length > 0) {
    throw invalidRequest('The body is not valid form encoding.', { got: form.malformed.join(' ') });
  }
  const repeated = form.duplicates.filter((name) => !mayRepeat(form, name));
  if (repeated.length > 0) {
    throw invalidRequest('A parameter is included more than once.', { got: repeated.join(' ') });
  }
}

/**
 * The parameters that a grant accepts more than once; a request with two grant types is refused as such. RFC
 * 8693 §2.1, RFC 8707 §2
 */
function mayRepeat(form: Form, name: string): boolean {
  if (name === 'resource') return true;
  const grantType = formValue(form, 'grant_type');
  return grantType === tokenExchangeGrantType && (grants.token_exchange.repeatable ?? []).includes(name);
}

/** Tests whether a Content-Type header announces a form, parameters and case aside. RFC 9110 §8.3.1. */
export function isFormType(contentType: string | undefined): boolean {
  return contentType === formType || contentType?.split(';', 1)[0]?.trim().toLowerCase() === formType;
}

function checkQuery({ request }: BackContext): void {
  const misplaced = parseForm(request.query).fields.filter((field) => bodyOnly.has(field.name));
  if (misplaced.length === 0) return;
  throw invalidRequest('Parameters must be sent in the request body, not in the URL.', {
    got: misplaced.map((field) => field.name).join(' '),
  });
}

function checkGrantTypeGiven({ form }: TokenContext): void {
  if (formValue(form, 'grant_type') === undefined) throw invalidRequest('grant_type is required');
}

function checkGrantTypeKnown({ grantKnown, form }: TokenContext): void {
  if (grantKnown) return;
  throw new OAuthError('unsupported_grant_type', {
    detail: 'The grant type is not supported.',
    got: formValue(form, 'grant_type') ?? '',
  });
}

function checkGrantAllowed(context: TokenContext): void {
  const client = required(context.client);
  const grantType = formValue(context.form, 'grant_type') ?? '';
  if (client.grantTypes.has(grantType)) return;
  throw new OAuthError('unauthorized_client', {
    description: 'The client is not allowed to use this grant type.',
    want: [...client.grantTypes].join(' '),
    got: grantType,
  });
}

/** Goes with every 401, whether the client used the header or not. RFC 9110 §15.5.2 */
const challenge = ['WWW-Authenticate', 'Basic realm="token endpoint", charset="UTF-8"'] as const;

/** Reads the form of a request that a client sends straight to the server; of another type it has none. */
export function readBackForm(request: HttpRequest): Form {
  return isFormType(request.headers['content-type']) ? parseForm(request.body.toString('utf8')) : emptyForm;
}

/** Answers a request of a client at an endpoint of one pipeline. RFC 7662 §2.1, RFC 7009 §2.1 */
export function handleBackRequest(
  pipeline: Pipeline<BackContext>,
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
): HttpResponse | Promise<HttpResponse> {
  return runBack(pipeline, createBackContext(runtime, request, notes, form));
}

/** Runs a pipeline and answers with its result, synchronously unless something has to be on disk first. */
export function runBack<C extends BackContext>(
  pipeline: Pipeline<C>,
  context: C,
): HttpResponse | Promise<HttpResponse> {
  context.notes.trace = () => traceOf(pipeline, context);
  const pending = runPipeline(pipeline, context);
  return pending instanceof Promise ? respondAfter(pending, context) : respond(context);
}

async function respondAfter(pending: Promise<void>, context: BackContext): Promise<HttpResponse> {
  await pending;
  return respond(context);
}

function respond(context: BackContext): HttpResponse | Promise<HttpResponse> {
  const told = context.failure === null ? jsonResponse(context.body, context.status) : refusal(context);
  const made = isProven(context) ? withNonce(context, told) : told;
  const response = context.altered === null ? made : context.altered(made);
  return context.mustCommit ? commitThen(context, response) : response;
}

async function commitThen(context: BackContext, response: HttpResponse): Promise<HttpResponse> {
  if (await isKept(context.runtime)) return response;
  // The code, token or assertion presented is used up: presenting it again would end the grant, so nothing asks the
  // client to.
  const mayBeLost = () => new OAuthError('server_error', { description: 'The grant could not be stored' });
  context.failure = context.unkept ?? mayBeLost();
  return refusal(context);
}

/** Refuses for now a request that is not begun, since nothing that it leads to could be kept. */
function refuseUnwritable(context: BackContext): HttpResponse {
  context.failure = unavailable('The server cannot store data at the moment');
  return refusal(context);
}

function refusal({ failure, settings }: BackContext): HttpResponse {
  if (failure === null) throw new Error('There is nothing to reject');
  const isStrict = followsRfcs(settings.profile);
  const error = wireError(failure, isStrict);
  const { retryAfterSeconds } = failure.options;
  if (retryAfterSeconds !== undefined)
    return jsonError(error, isStrict, ['Retry-After', String(retryAfterSeconds)]);
  return jsonError(error, isStrict, error.status === 401 ? challenge : []);
}

/** The pipelines of the token endpoint: one for each grant type, and one for requests of no known grant. */
export interface TokenPipelines {
  readonly byGrantType: ReadonlyMap<string, Pipeline<TokenContext>>;
  readonly other: Pipeline<TokenContext>;
  /** Grant types that use up what the client shows. */
  readonly usingUp: ReadonlySet<string>;
}

/** Answers a token request, synchronously unless something has to be on disk or signed first. RFC 6749 §3.2. */
export function handleTokenRequest(
  pipelines: TokenPipelines,
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
): HttpResponse | Promise<HttpResponse> {
  const grantType = formValue(form, 'grant_type') ?? '';
  const grantPipeline = pipelines.byGrantType.get(grantType);
  const pipeline = grantPipeline ?? pipelines.other;
  const context = createTokenContext(runtime, request, notes, form, grantPipeline !== undefined);
  // A code or a refresh token that is used up now would be lost with the answer.
  if (runtime.records.isStuck() && pipelines.usingUp.has(grantType)) return refuseUnwritable(context);
  return runBack(pipeline, context);
}
