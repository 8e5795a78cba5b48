/** The SAML issuer in whose name the debugger signs; its certificate has to be trusted by the server. */
export interface DebuggerIssuer {
  readonly name: string;
  readonly keyPem: string;
  readonly certificatePem: string;
}
