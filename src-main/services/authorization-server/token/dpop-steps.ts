import {
  addressesOf,
  type DpopError,
  dpopFields,
  nonceHeader,
  proofSteps,
} from '#main/platform/dpop/index.ts';
import type { HttpResponse } from '#main/platform/http.ts';
import type { Step } from '#main/platform/pipeline.ts';
import { OAuthError } from '../errors.ts';
import { profileProofAlgorithmStep } from '../profiles/back-steps.ts';
import type { RequestContext } from '../request-context.ts';
import { ownAddress } from '../responses.ts';
import {
  type BackContext,
  isProven,
  mustBindTokens,
  needsNonce,
  required,
  sendsProof,
  type TokenContext,
} from './context.ts';

/** Descriptions for the wire; the trace says more. */
const descriptions: Readonly<Record<DpopError, string>> = {
  invalid_dpop_proof: 'The DPoP proof is missing or not valid.',
  use_dpop_nonce: 'The DPoP proof needs the nonce of the DPoP-Nonce header.',
  invalid_token: 'The access token is bound to another key.',
};

/** How this server sees the proof of a request, and how it refuses one. */
export const hostedProofs = {
  state: ({ runtime }: RequestContext) => runtime.dpop,
  sent: ({ request }: RequestContext) => dpopFields(request.rawHeaders),
  method: ({ request }: RequestContext) => request.method,
  uris: requestUris,
  isProven,
  needsNonce,
  refuse: (_: RequestContext, error: DpopError, evidence: { readonly detail: string }) =>
    new OAuthError(error, { description: descriptions[error], ...evidence }),
} as const;

function requestUris({ runtime, request }: RequestContext): readonly string[] {
  const issuer = runtime.issuer();
  return addressesOf(`${issuer}${ownAddress(issuer).below(request.path)}`, request.headers.host);
}

/** The checks of the proof with which a client asks for bound tokens; most requests have none. RFC 9449 §5 */
export const backProofSteps: readonly Step<BackContext>[] = [
  ...proofSteps<BackContext>({ ...hostedProofs, applies: sendsProof }),
  profileProofAlgorithmStep,
];

/** The same at the token endpoint, where some clients have to bring one. RFC 9449 §5.2 */
export const tokenDpopSteps: readonly Step<TokenContext>[] = [
  {
    id: 'dpop-required',
    rule: 'DPoP proof is present, as the client is registered',
    clause: 'RFC 9449 §5.2',
    isUnlisted: true,
    applies: mustBindTokens,
    check({ request }) {
      if (request.headers['dpop'] !== undefined) return;
      throw proofRefused('The client is registered for bound tokens only, and no proof was sent.');
    },
  },
  ...backProofSteps,
];

/** A code is exchanged with the key that the authorization request named. RFC 9449 §10 */
export const codeBindingStep: Step<TokenContext> = {
  id: 'code-is-keys',
  rule: 'Code is redeemed with the key in dpop_jkt',
  clause: 'RFC 9449 §10',
  isUnlisted: true,
  applies: ({ code }) => code !== null && code.boundTo !== null,
  check: (context) => checkKey(context, required(context.code).boundTo, 'The code is bound to another key.'),
};

/** A public client refreshes with the key with which it got the token. RFC 9449 §5 */
export const refreshBindingStep: Step<TokenContext> = {
  id: 'refresh-is-keys',
  rule: 'Refresh token is used with the key that it is bound to',
  clause: 'RFC 9449 §5',
  isUnlisted: true,
  applies: ({ refreshToken }) => refreshToken !== null && refreshToken.boundTo !== null,
  check: (context) =>
    checkKey(context, required(context.refreshToken).boundTo, 'The refresh token is bound to another key.'),
};

/** @throws OAuthError invalid_dpop_proof, invalid_grant */
function checkKey({ dpop }: TokenContext, want: string | null, detail: string): void {
  if (dpop === null) throw proofRefused('It is bound to a key, and no proof was sent.');
  if (dpop.thumbprint === want) return;
  throw new OAuthError('invalid_grant', {
    description: 'The DPoP key is not the one of this grant.',
    detail,
    want: want ?? 'none',
    got: dpop.thumbprint,
  });
}

function proofRefused(detail: string): OAuthError {
  return new OAuthError('invalid_dpop_proof', { description: descriptions.invalid_dpop_proof, detail });
}

/** Gives the client its next nonce with the answer, where it needs one. RFC 9449 §8.2 */
export function withNonce(context: BackContext, response: HttpResponse): HttpResponse {
  const { failure, settings, runtime, nowMillis } = context;
  const error = failure?.code === 'use_dpop_nonce' ? failure.code : null;
  const nonce = nonceHeader(runtime.dpop, settings.dpopNonces, error, nowMillis);
  return nonce.length === 0 ? response : { ...response, headers: [...response.headers, ...nonce] };
}
