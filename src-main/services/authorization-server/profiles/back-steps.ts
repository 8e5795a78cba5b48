import type { Step } from '#main/platform/pipeline.ts';
import { validateBearerGrantType } from '#shared/oauth/index.ts';
import { allowsGrantType, fapiAlgorithms } from '#shared/oauth/profiles/requirements.ts';
import { OAuthError } from '../errors.ts';
import {
  type BackContext,
  required,
  type TokenContext,
  underFapi,
  underNamedProfile,
} from '../token/context.ts';

const onlyFapi = { applies: underFapi, isUnlisted: true } as const;
const algorithmNames = fapiAlgorithms.join(', ');

/** The authentication of clients under FAPI 2.0, at every endpoint that they call themselves. */
export const profileClientSteps: readonly Step<BackContext>[] = [
  {
    id: 'profile-client-key',
    rule: 'Client authenticates with a key',
    clause: 'FAPI 2.0 Security Profile §5.3.2.1',
    check: checkMethod,
    ...onlyFapi,
  },
  {
    id: 'profile-client-algorithm',
    rule: 'Client assertion is signed with PS256, ES256 or EdDSA',
    clause: 'FAPI 2.0 Security Profile §5.4.1',
    check: checkAssertion,
    ...onlyFapi,
  },
];

/** The grants of a profile. */
export const profileGrantStep: Step<TokenContext> = {
  id: 'profile-grant',
  rule: 'Profile allows the grant type',
  clause: 'RFC 9700 §2.4',
  applies: underNamedProfile,
  isUnlisted: true,
  check({ grantType, settings }) {
    if (allowsGrantType(grantType)) return;
    throw new OAuthError('unsupported_grant_type', {
      description: 'The server does not support this grant type.',
      detail: `The profile ${settings.profile} excludes the grant type.`,
      got: grantType,
    });
  },
};

/** The keys that tokens are bound to under FAPI 2.0. */
export const profileProofSteps: readonly Step<TokenContext>[] = [
  {
    id: 'profile-proof-required',
    rule: 'DPoP proof is present, because all access tokens are bound',
    clause: 'FAPI 2.0 Security Profile §5.3.2.1',
    check: checkProof,
    ...onlyFapi,
  },
];

/** How a proof may be signed; it comes after the checks that read it. */
export const profileProofAlgorithmStep: Step<BackContext> = {
  id: 'profile-proof-algorithm',
  rule: 'DPoP proof is signed with PS256, ES256 or EdDSA',
  clause: 'FAPI 2.0 Security Profile §5.4.1',
  check({ dpop }) {
    if (dpop === null || fapiAlgorithms.includes(dpop.jws.algorithm)) return;
    throw new OAuthError('invalid_dpop_proof', {
      description: 'The DPoP proof is missing or not valid.',
      detail: 'The profile excludes the algorithm of the proof.',
      want: algorithmNames,
      got: dpop.jws.algorithm,
    });
  },
  ...onlyFapi,
};

function checkMethod({ clientMethod }: BackContext): void {
  if (clientMethod === 'private_key_jwt') return;
  throw new OAuthError('invalid_client', {
    description: 'Invalid client or client credentials',
    detail: 'The profile allows only clients that authenticate with a key.',
    want: 'private_key_jwt',
    got: required(clientMethod),
  });
}

function checkAssertion({ assertion }: BackContext): void {
  if (assertion === null || fapiAlgorithms.includes(assertion.jws.algorithm)) return;
  throw new OAuthError('invalid_client', {
    description: 'Invalid client or client credentials',
    detail: 'The profile excludes the algorithm of the assertion.',
    want: algorithmNames,
    got: assertion.jws.algorithm,
  });
}

function checkProof({ request, runtime, grantType }: TokenContext): void {
  // It validates tokens and issues none.
  if (grantType === validateBearerGrantType(runtime.vendor().urn)) return;
  if (request.headers['dpop'] !== undefined) return;
  throw new OAuthError('invalid_dpop_proof', {
    description: 'The DPoP proof is missing or not valid.',
    detail: 'The profile issues only bound access tokens, and no proof was sent.',
  });
}
