import { addressesOf, dpopFields, nonceHeader, type ResourcePlace } from '#main/platform/dpop/index.ts';
import { type ResourceContext, required } from './context.ts';
import { ResourceRefusal } from './refusal.ts';

/** How the sample resource server sees the proof of a request. RFC 9449 §7.1 */
export const resourceProofs: ResourcePlace<ResourceContext> = {
  state: ({ proofs }) => proofs,
  applies: ({ bearer }) => bearer?.scheme === 'DPoP',
  sent: ({ request }) => dpopFields(request.rawHeaders),
  method: ({ request }) => request.method,
  uris: ({ request }) => addressesOf(request.origin + request.path, request.headers.host),
  isProven: ({ dpop }) => dpop !== null,
  needsNonce: ({ dpop, settings }) => dpop !== null && settings.dpopNonces,
  token: ({ bearer }) => required(bearer).token,
  boundTo: ({ valid }) => valid?.cnf?.jkt ?? null,
  refuse: ({ bearer }, error, evidence) =>
    new ResourceRefusal({
      status: 401,
      error,
      schemes: required(bearer).scheme === 'DPoP' ? 'DPoP' : 'both',
      ...evidence,
    }),
};

/** The header with the next nonce, where the client needs one. RFC 9449 §9 */
export function resourceNonce(context: ResourceContext): readonly string[] {
  const { proofs, settings, failure, nowMillis, bearer } = context;
  if (bearer?.scheme !== 'DPoP') return [];
  const error = failure?.options.error === 'use_dpop_nonce' ? 'use_dpop_nonce' : null;
  return nonceHeader(proofs, settings.dpopNonces, error, nowMillis);
}
