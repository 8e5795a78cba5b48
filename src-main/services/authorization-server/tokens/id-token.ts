import { hash } from 'node:crypto';
import { askedClaims, type ClaimRequest, claimsForScopes, parseScope } from '#shared/oauth/index.ts';
import type { Client } from '#shared/workspace/index.ts';
import { authenticationClaims } from '../authentication.ts';
import { signJwt, spoilSignature } from '../keys/sign-jwt.ts';
import { attributesOf, type Subject } from '../subject.ts';
import { type Grantor, tokenFault } from './access-token.ts';

/** The contents of an ID token to be issued. */
export interface IdTokenOrder {
  readonly client: Client;
  readonly subject: Pick<Subject, 'username' | 'attributes' | 'authTimeMillis' | 'methods' | 'sid'>;
  readonly scope: string;
  readonly nonce: string | null;
  /** The token and code issued with it: their hashes tie them together. */
  readonly accessToken?: string | undefined;
  readonly code?: string | undefined;
  /** True if it carries the user's claims, because there is no token to ask for them with. */
  readonly hasClaims: boolean;
  /** Claims that the request named for it. OpenID Connect Core §5.5 */
  readonly asked?: Readonly<Record<string, ClaimRequest>> | undefined;
}

/** Makes a signed ID token. OpenID Connect Core §2 and §3.3.2.11 */
export async function issueIdToken(grantor: Grantor, order: IdTokenOrder): Promise<string> {
  const { runtime, settings, nowMillis } = grantor;
  const { client, subject, nonce, accessToken, code } = order;
  const key = await runtime.keys.current(client.idTokenAlgorithm, nowMillis);
  const fault = tokenFault(grantor);
  const issuedAt = Math.floor(nowMillis / 1_000);
  const attributes = attributesOf(runtime, subject) ?? {};
  const claims = {
    ...(order.hasClaims ? claimsForScopes(attributes, parseScope(order.scope) ?? []) : {}),
    ...(order.asked === undefined ? {} : askedClaims(attributes, order.asked)),
  };
  const jwt = await signJwt(key, 'JWT', {
    ...claims,
    iss: runtime.issuer(),
    sub: subject.username,
    aud: client.clientId,
    exp: issuedAt + settings.idTokenLifetimeSeconds + fault.expirySkewSeconds,
    iat: issuedAt,
    auth_time: Math.floor(subject.authTimeMillis / 1_000),
    ...authenticationClaims(subject.methods),
    ...sessionClaim(client, subject),
    ...(nonce === null ? {} : { nonce }),
    ...(accessToken === undefined ? {} : { at_hash: halfHash(accessToken, key.algorithm) }),
    ...(code === undefined ? {} : { c_hash: halfHash(code, key.algorithm) }),
  });
  return fault.isSignatureWrong ? spoilSignature(jwt) : jwt;
}

/**
 * The session, for clients that have to do with sign-outs: for all others it would be one more thing by which to follow
 * a person. OpenID Connect Back-Channel Logout §2.1
 */
function sessionClaim({ logout }: Client, { sid }: IdTokenOrder['subject']): object {
  const isRegistered = logout.backchannelUri !== undefined || logout.redirectUris.length > 0;
  return sid === undefined || !isRegistered ? {} : { sid };
}

/** The left half of the hash of the signature's algorithm; Ed25519 hashes with SHA-512. OpenID Connect Core §3.1.3.6 */
function halfHash(value: string, algorithm: string): string {
  const digest = hash(algorithm === 'EdDSA' ? 'sha512' : 'sha256', value, 'buffer');
  return digest.subarray(0, digest.length / 2).toString('base64url');
}
