import type { Outgoing } from '#main/platform/outgoing.ts';
import type { SetupClient, TargetEndpoints } from '#shared/flows/index.ts';
import type { TargetFile } from '#shared/workspace/index.ts';
import type { DebuggerIssuer } from './debugger-issuer.ts';
import type { SignInWays } from './sign-in/sign-in-ways.ts';

/** A client for the player: its registration, and its secrets. */
export interface PlayerClient extends SetupClient {
  readonly redirectUris: readonly string[];
  readonly secret: string | null;
  /** For `private_key_jwt`: a JWK as JSON or PEM. RFC 7523 §2.2 */
  readonly privateKey: string | null;
  readonly privateKeyAlgorithm: string;
  readonly privateKeyId: string | null;
  /** `id_token_signed_response_alg` of its registration; null or absent: it is not known. RFC 7591 §2 */
  readonly idTokenAlgorithm?: string | null;
  /** The resources that its tokens can be for, the first where a request names none; absent: not known. RFC 8707 §2 */
  readonly audiences?: readonly string[];
  /** For `tls_client_auth`. RFC 8705 §2 */
  readonly certificate: { readonly certPem: string; readonly keyPem: string } | null;
}

/** The operator of the hosted server: actions that no other server can be told to take. */
export interface Operator {
  /** Moves the clock that the server sees, in milliseconds. */
  advance(millis: number): void;
  revokeByAdministrator(token: string): Promise<void>;
  revokeByUser(token: string): Promise<void>;
  setClientEnabled(clientId: string, isEnabled: boolean): void | Promise<void>;
  setGrantAllowed(clientId: string, grantType: string, isAllowed: boolean): void;
  /** Registers another redirect URI in place of those of a client, or these again. */
  setRedirectUriMoved(clientId: string, isMoved: boolean): void;
  setPassword(username: string, password: string | null): void;
  /** Trusts a SAML issuer that signs with this certificate for the time of the run. */
  trustSamlIssuer(issuer: string, certificatePem: string): void;
  /** Trusts the same issuer with its JWTs, and with its ID-JAGs under their own name. */
  trustJwtIssuer(issuer: DebuggerIssuer): void;
}

/** A SAML issuer, and whom its assertions are for; null: the server, by its issuer. */
export interface TrustedIssuer extends DebuggerIssuer {
  readonly audience: string | null;
}

/** The part of a client with which it signs. */
export type SigningClient = Pick<
  PlayerClient,
  'clientId' | 'authentication' | 'secret' | 'privateKey' | 'privateKeyAlgorithm' | 'privateKeyId'
>;

/** A server to play against, with our clients and users there. */
export interface PlayTarget {
  /** Name of its file; null: the hosted server. */
  readonly name: string | null;
  readonly title: string;
  readonly endpoints: TargetEndpoints;
  /** The metadata of the server; absent: they were not read. RFC 8414 §2 */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly clients: readonly PlayerClient[];
  readonly usernames: readonly string[];
  readonly password: (username: string) => string | null;
  /** How its requests leave this machine; absent: as all others do. */
  readonly outgoing: ((clientId: string | null) => Outgoing) | null;
  readonly operator: Operator | null;
  readonly vendorUrn: string;
  readonly codeLifetimeSeconds: number;
  /** Its metadata say that its answers carry `iss`. RFC 9207 §3 */
  readonly namesIssuer: boolean;
  /** Its file names a resource that takes its tokens. */
  readonly hasResource: boolean;
  /** A SAML issuer that it trusts besides the debugger's own; absent: its file names none. */
  readonly trustedIssuer?: TrustedIssuer;
  /** An application that signs people in there; absent: its file names none. */
  readonly application?: TargetFile['application'];
  /** How people are signed in there unattended; absent: by plain forms at its own origins. */
  readonly signIn?: SignInWays;
}
