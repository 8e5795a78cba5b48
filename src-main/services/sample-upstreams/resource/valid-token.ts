/** The authorization server's answer about a token. Document 1 §2.3 */
export interface ValidToken {
  readonly access_token: Readonly<Record<string, unknown>>;
  readonly scope?: string;
  readonly client_id: string;
  readonly expires_in: number;
  /** The key that the token is bound to; absent: it is a bearer token. RFC 9449 §6 */
  readonly cnf?: { readonly jkt?: string };
}
