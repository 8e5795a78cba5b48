/** An authorization server at which the application lets people sign in. */
export interface ClientProvider {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** The application's registration there. */
  readonly clientId: string;
  readonly secret: string;
  readonly redirectUri: string;
  readonly scope: string;
  /** True if its answers name their issuer. RFC 9207 §3 */
  readonly namesIssuer: boolean;
  /** As whom the application has tokens validated that it was handed; null: it cannot. Specification 1 §4.2 */
  readonly validation: {
    readonly clientId: string;
    readonly secret: string;
    readonly grantType: string;
  } | null;
}

/** The providers of the application, by the names that its addresses have for them. */
export type ClientProviders = (name: string) => ClientProvider | null;

/** Whom the application believes that its users signed out. OpenID Connect Back-Channel Logout §2.6 */
export interface LogoutIssuer {
  readonly issuer: string;
  readonly jwksUri: string;
  /** The registrations there that name this application as the receiver. */
  readonly audiences: readonly string[];
}
