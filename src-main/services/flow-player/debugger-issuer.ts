import { publicKeyOf } from '#main/platform/key-kinds.ts';

/** The issuer in whose name the debugger signs SAML assertions and JWTs; its key has to be trusted by the server. */
export interface DebuggerIssuer {
  readonly name: string;
  readonly keyPem: string;
  readonly certificatePem: string;
}

/** The name in which it signs ID-JAGs: one issuer makes JWTs of one kind. */
export function idJagIssuerOf(name: string): string {
  return `${name}:id-jag`;
}

/** The public key of an issuer as a JWK. RFC 7517 §4 */
export function publicJwkOf({ certificatePem }: Pick<DebuggerIssuer, 'certificatePem'>) {
  return publicKeyOf(certificatePem).export({ format: 'jwk' });
}
