import type { PipelineDefinition, Step } from '#main/platform/pipeline.ts';
import {
  clientAuthenticationTable,
  type Form,
  formEncode,
  formValue,
  hostedAuthentications,
} from '#shared/oauth/index.ts';
import { challengeSteps } from '../authorize/challenge-steps.ts';
import { pushedRequestPrefix } from '../authorize/pushed-request-steps.ts';
import { readObjectStep } from '../authorize/request-object-steps.ts';
import { redirectUriSteps, requestSteps } from '../authorize/request-steps.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import { clientSteps } from '../token/client-authentication.ts';
import { required } from '../token/context.ts';
import { backProofSteps } from '../token/dpop-steps.ts';
import { formSteps } from '../token/endpoint.ts';
import type { PushContext } from './context.ts';

/** These parameters authenticate the client: they are no part of the request, and are not kept. */
const credentials: ReadonlySet<string> = new Set(
  hostedAuthentications.flatMap((id) => clientAuthenticationTable[id].parameters),
);

/** The key of the proof is the one with which the code is exchanged. RFC 9449 §10.1 */
const proofMatchesStep: Step<PushContext> = {
  id: 'push-key-matches',
  rule: 'dpop_jkt is the key of the proof',
  clause: 'RFC 9449 §10.1',
  isUnlisted: true,
  applies: ({ dpop, form }) => dpop !== null && formValue(form, 'dpop_jkt') !== undefined,
  check({ dpop, form }) {
    const named = formValue(form, 'dpop_jkt') ?? '';
    const { thumbprint } = required(dpop);
    if (named === thumbprint) return;
    throw new OAuthError('invalid_dpop_proof', {
      description: 'The DPoP proof is of another key than dpop_jkt.',
      want: named,
      got: thumbprint,
    });
  },
};

const pushSteps: readonly Step<PushContext>[] = [
  {
    id: 'push-within-limit',
    rule: 'Waiting requests of the client are within the limit',
    clause: 'RFC 9126 §2.3',
    check: checkLimit,
  },
  {
    id: 'push-stored',
    rule: 'Request is stored',
    clause: 'RFC 9126 §2.2',
    check: store,
  },
];

/** A client pushes an authorization request, which is checked as the authorization endpoint does it. RFC 9126 §2.1 */
export const pushPipeline: PipelineDefinition<PushContext> = {
  id: 'authorize.push',
  steps: [
    ...formSteps,
    ...clientSteps,
    ...backProofSteps,
    {
      id: 'push-not-nested',
      rule: 'Request does not refer to another one',
      clause: 'RFC 9126 §2.1',
      check: checkNotNested,
    },
    readObjectStep,
    ...redirectUriSteps,
    ...requestSteps,
    ...challengeSteps,
    proofMatchesStep,
    ...pushSteps,
  ],
  effect: ({ effect }) => effect || 'Nothing was stored.',
};

function checkNotNested({ form }: PushContext): void {
  const nested = formValue(form, 'request_uri');
  if (nested !== undefined) throw invalidRequest('request_uri must not be pushed.', { got: nested });
}

/** @throws OAuthError temporarily_unavailable, with 429 */
function checkLimit({ runtime, client, nowMillis }: PushContext): void {
  const seconds = runtime.pushedRequests.waitSeconds(required(client).clientId, nowMillis);
  if (seconds === 0) return;
  throw new OAuthError('temporarily_unavailable', {
    description: 'Too many pushed requests are waiting. Try again later.',
    status: 429,
    retryAfterSeconds: seconds,
  });
}

function store(context: PushContext): void {
  const { runtime, nowMillis, settings, form, requestObject, codes, dpop } = context;
  const { clientId } = required(context.client);
  const requestUri = `${pushedRequestPrefix}${codes.next()}`;
  const lifetimeSeconds = settings.pushedRequestLifetimeSeconds;
  runtime.pushedRequests.add(requestUri, {
    clientId,
    parameters: encodedParameters(form, clientId, dpop?.thumbprint ?? null),
    isSigned: requestObject !== null && requestObject.algorithm !== 'none',
    pushedAtMillis: nowMillis,
    expiresAtMillis: nowMillis + lifetimeSeconds * 1_000,
    used: false,
  });
  context.status = 201;
  context.body = `{"request_uri":"${requestUri}","expires_in":${lifetimeSeconds}}`;
  context.effect = `Stored the request for ${lifetimeSeconds} s. Nothing is issued yet.`;
}

/** The values stay in the encoding in which they came: `state` is returned in it. RFC 6749 §4.1.2 */
function encodedParameters({ fields }: Form, clientId: string, boundTo: string | null): string {
  const kept = fields.filter(
    ({ name }) =>
      name !== 'client_id' &&
      name !== 'request' &&
      !(name === 'dpop_jkt' && boundTo !== null) &&
      !credentials.has(name),
  );
  return [
    `client_id=${formEncode(clientId)}`,
    ...(boundTo === null ? [] : [`dpop_jkt=${boundTo}`]),
    ...kept.map(({ name, raw }) => `${formEncode(name)}=${raw}`),
  ].join('&');
}
