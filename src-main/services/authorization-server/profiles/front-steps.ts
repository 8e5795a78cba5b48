import type { Step } from '#main/platform/pipeline.ts';
import {
  allowsRedirectUri,
  allowsResponseType,
  fapiAlgorithms,
} from '#shared/oauth/profiles/requirements.ts';
import { isSignedMode } from '../authorize/answer-mode.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import { required, underFapi, underNamedProfile } from '../token/context.ts';

const onlyFapi = { applies: underFapi, isUnlisted: true } as const;
const onlyNamed = { applies: underNamedProfile, isUnlisted: true } as const;

/** Where a profile sends responses. An error is a page, because the destination itself is in doubt. */
export const profileRedirectSteps: readonly Step<AuthorizeContext>[] = [
  {
    id: 'profile-redirect-uri-given',
    rule: 'redirect_uri is present',
    clause: 'FAPI 2.0 Security Profile §5.3.2.2',
    check({ requestedRedirectUri }) {
      if (requestedRedirectUri === null) throw invalidRequest('redirect_uri is required', { got: 'none' });
    },
    ...onlyFapi,
  },
  {
    id: 'profile-redirect-uri',
    rule: 'Redirect URI uses https, or the loopback address',
    clause: 'RFC 9700 §2.6',
    check: checkRedirectUri,
    ...onlyNamed,
  },
];

/** The response types of a profile. */
export const profileResponseStep: Step<AuthorizeContext> = {
  id: 'profile-response-type',
  rule: 'Profile allows the response_type',
  clause: 'RFC 9700 §2.1.2',
  check: checkResponseType,
  ...onlyNamed,
};

/** The signatures of FAPI 2.0: those of the client, and those that it is given. */
export const profileSignatureSteps: readonly Step<AuthorizeContext>[] = [
  {
    id: 'profile-object-algorithm',
    rule: 'Request object is signed with PS256, ES256 or EdDSA',
    clause: 'FAPI 2.0 Security Profile §5.4.1',
    check: checkObject,
    ...onlyFapi,
  },
  {
    id: 'profile-signatures',
    rule: 'Server signs for the client with ES256 or EdDSA',
    clause: 'FAPI 2.0 Security Profile §5.4.1',
    check: checkSignatures,
    ...onlyFapi,
  },
];

function checkObject({ requestObject }: AuthorizeContext): void {
  if (requestObject === null || fapiAlgorithms.includes(requestObject.algorithm)) return;
  throw new OAuthError('invalid_request_object', {
    description: 'The request object is not valid.',
    detail: 'The profile excludes the algorithm of the request object.',
    want: fapiAlgorithms.join(', '),
    got: requestObject.algorithm,
  });
}

function checkRedirectUri({ candidateRedirectUri, client, settings: { profile } }: AuthorizeContext): void {
  if (profile !== 'oauth-2.1' && profile !== 'fapi-2.0-security') return;
  const uri = required(candidateRedirectUri);
  const { applicationType, isPublic } = required(client);
  if (allowsRedirectUri(profile, uri, isPublic || applicationType === 'native')) return;
  throw invalidRequest('Unknown or invalid redirect_uri', {
    detail: 'The profile sends no response over an unencrypted connection.',
    want: 'https, or http on the loopback address of a native client',
    got: uri,
  });
}

function checkResponseType({ responseType, settings: { profile } }: AuthorizeContext): void {
  if (profile !== 'oauth-2.1' && profile !== 'fapi-2.0-security') return;
  const type = required(responseType);
  if (allowsResponseType(profile, type)) return;
  throw new OAuthError('unsupported_response_type', {
    description: 'The server does not support this response_type.',
    detail: `The profile ${profile} excludes the response type.`,
    want: 'code',
    got: type.name,
  });
}

/** A client that is registered for RS256 would reject anything else, so nothing is issued to it. */
function checkSignatures({ client, settings, responseMode, scopes }: AuthorizeContext): void {
  const { idTokenAlgorithm, accessTokenAlgorithm, accessTokenFormat, responseAlgorithm } = required(client);
  const isJwt = (accessTokenFormat ?? settings.accessTokenFormat) === 'jwt';
  const used = {
    id_token_signed_response_alg: scopes.includes('openid') ? idTokenAlgorithm : null,
    access_token_signed_response_alg: isJwt
      ? (accessTokenAlgorithm ?? settings.accessTokenSigningAlgorithm)
      : null,
    authorization_signed_response_alg:
      responseMode !== null && isSignedMode(responseMode) ? responseAlgorithm : null,
  };
  const unfit = Object.entries(used).find(([, name]) => name !== null && !fapiAlgorithms.includes(name));
  if (unfit === undefined) return;
  throw new OAuthError('unauthorized_client', {
    description: 'The client is registered for a signature algorithm that the server does not use.',
    detail: `The profile excludes the algorithm in ${unfit[0]}.`,
    want: 'ES256 or EdDSA',
    got: unfit[1] ?? 'none',
  });
}
