type Members = Readonly<Record<string, unknown>>;

/** An ID token beside what the client knows. */
export interface IdTokenSeen {
  readonly header: Members;
  readonly claims: Members;
  /** The result of verifying the signature with the keys of the server. */
  readonly signature: 'right' | 'wrong' | 'no-key' | 'no-endpoint' | 'unreadable';
  /** Algorithms that the client is registered for; null if every algorithm with a public key is accepted. */
  readonly algorithms: readonly string[] | null;
  readonly issuer: string;
  readonly clientId: string;
  /** The nonce of the authentication request; null: none was sent; undefined: it cannot be told. */
  readonly nonce: string | null | undefined;
  readonly nowSeconds: number;
  readonly maxAgeSeconds: number | null;
  /** True of one that came through the browser. */
  readonly isFront: boolean;
  readonly accessToken: string | null;
  readonly code: string | null;
  /** The left half of the hash of a text, as base64url, for the `alg` of the token; null: it has no hash. */
  readonly halfHash: (text: string) => string | null;
  /** Claims of the ID token that this one is to renew; null: it is the first. */
  readonly earlier: Members | null;
}
