import { type ClientCheck, failed, passed, quoted } from './check.ts';
import type { IdTokenSeen } from './id-token-seen.ts';
import { signatureFinding } from './signature.ts';

/** An authorization response in one JWT. JARM §2.1 */
export interface SignedResponse {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signature: IdTokenSeen['signature'];
  readonly clientId: string;
  readonly nowSeconds: number;
  /** `iss` beside the JWT; undefined: there is none. */
  readonly issuerBeside: string | undefined;
}

/** Part of what a callback check sees. */
interface Seen {
  readonly signed: SignedResponse | null;
  readonly isSignatureWanted: boolean;
}

/** The checks of a signed response; others skip them unless a signed one was asked for. JARM §2.4 */
export const signedResponseChecks: readonly ClientCheck<Seen>[] = [
  {
    id: 'signed-response',
    title: 'Response is signed by the server',
    clause: 'JARM §2.4',
    run({ signed, isSignatureWanted }) {
      if (signed === null)
        return isSignatureWanted
          ? failed('A signed response was requested, but this one is not signed.')
          : null;
      const { header, claims, issuerBeside } = signed;
      if (header['alg'] === 'none') return failed('Its alg is none.');
      if (issuerBeside !== undefined && issuerBeside !== claims['iss'])
        return failed(`iss beside the JWT ${quoted(issuerBeside)} is not the one in it.`);
      return signatureFinding(signed.signature);
    },
  },
  {
    id: 'response-audience',
    title: 'Response is for this client',
    clause: 'JARM §2.4',
    run({ signed }) {
      if (signed === null) return null;
      const { aud } = signed.claims;
      return aud === signed.clientId
        ? passed('Its aud is the client.')
        : failed(`Its aud ${quoted(aud)} is not the client.`);
    },
  },
  {
    id: 'response-expiry',
    title: 'Response has not expired',
    clause: 'JARM §2.4',
    run({ signed }) {
      if (signed === null) return null;
      const { exp } = signed.claims;
      if (typeof exp !== 'number') return failed('exp is missing.');
      return exp > signed.nowSeconds
        ? passed('Its exp is in the future.')
        : failed('Its exp is in the past.');
    },
  },
];
