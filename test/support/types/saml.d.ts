/** The part of an assertion maker of other people that the tests use. */
declare module 'saml' {
  interface Saml20Options {
    readonly issuer: string;
    readonly lifetimeInSeconds: number;
    readonly audiences: string | readonly string[];
    readonly recipient: string;
    readonly nameIdentifier: string;
    readonly nameIdentifierFormat?: string;
    readonly attributes?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
    readonly sessionIndex?: string;
    /** PEM. */
    readonly key: string;
    readonly cert: string;
    readonly signatureAlgorithm?: 'rsa-sha256' | 'rsa-sha1';
    readonly digestAlgorithm?: 'sha256' | 'sha1';
    readonly signatureNamespacePrefix?: string;
    readonly xpathToNodeBeforeSignature?: string;
  }

  export const Saml20: {
    create(options: Saml20Options): string;
    createUnsignedAssertion(options: Saml20Options): string;
  };
}
