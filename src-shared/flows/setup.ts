import type { ClientAuthentication } from '../oauth/index.ts';
import type { FlowOptions } from './options.ts';
import type { FlowScript } from './script.ts';

/** The endpoints and other data of the server that a flow needs. */
export interface TargetEndpoints {
  readonly issuer: string;
  /** Where the server describes itself. OpenID Connect Discovery §4, RFC 8414 §3.1 */
  readonly metadata: string;
  /** Absolute URLs; null where the server has no such endpoint. */
  readonly authorization: string | null;
  readonly token: string | null;
  readonly introspection: string | null;
  readonly revocation: string | null;
  /** Where authorization requests are pushed to. RFC 9126 §2 */
  readonly pushedAuthorization: string | null;
  /** Where clients register themselves. RFC 7591 §3 */
  readonly registration: string | null;
  /** Where a client sends the browser to sign its user out. OpenID Connect RP-Initiated Logout §2 */
  readonly endSession: string | null;
  readonly userinfo: string | null;
  readonly jwks: string | null;
  /** A resource that takes its tokens. */
  readonly resource: string | null;
  /** An MCP server that takes its tokens; absent: none is known. */
  readonly mcp?: string | null;
}

/** The data of the client that a flow needs. */
export interface SetupClient {
  readonly clientId: string;
  readonly authentication: ClientAuthentication;
  readonly scopes: readonly string[];
  /** The redirect URI by which the answer comes back; null where none does. */
  readonly redirectUri: string | null;
  /** Where the browser goes after a sign-out; null or absent: its registration is not known, or names nothing. */
  readonly postLogoutUri?: string | null;
  /** Where the client is told of sign-outs; null or absent: as before. */
  readonly backchannelLogoutUri?: string | null;
  /** Null: the server is not ours, and what it allows is not known. */
  readonly grantTypes: ReadonlySet<string> | null;
  readonly responseTypes: ReadonlySet<string> | null;
}

/**
 * True if a client that needs a token gets it by a code. Its grants at another server are not known: there, it uses a
 * code if it has a redirect URI.
 */
export function obtainsByCode({ grantTypes, redirectUri }: SetupClient): boolean {
  return grantTypes === null ? redirectUri !== null : grantTypes.has('authorization_code');
}

/** Where the token comes from that a flow does something with. */
export type TokenSource = 'given' | 'obtained';

/** All that a script is made from. */
export interface FlowSetup {
  readonly endpoints: TargetEndpoints;
  readonly client: SetupClient;
  readonly username: string | null;
  /** The first URN part of our own grant types. */
  readonly vendorUrn: string;
  readonly options: FlowOptions;
  /** The source of the token to work on: given already (value `token`), or to be obtained first. */
  readonly tokenSource: TokenSource;
  /** The client that gets the token where this client itself cannot; null: this client. */
  readonly holder: SetupClient | null;
  /** Stands before the names of the client's values: `holder.`, or nothing. */
  readonly clientPrefix: string;
}

/** A flow: what it needs, and the script it makes of a setup. */
export interface FlowDefinition {
  readonly kind: string;
  readonly title: string;
  readonly group: 'grants' | 'tokens';
  /** A user signs in, or their name and password are sent. */
  readonly needsUser: boolean;
  /** A browser takes part. */
  readonly needsBrowser: boolean;
  /** The kind of token that it works on; null where it works on none. */
  readonly worksOn: 'access_token' | 'refresh_token' | null;
  /** Which grant and response types the client must be registered for. */
  readonly needs: { readonly grantType?: string; readonly responseType?: string };
  /** True of a flow that begins at the address of a resource. RFC 9728 */
  readonly beginsAtResource?: boolean;
  /** Endpoints that the server must have. */
  readonly endpoints: readonly (keyof TargetEndpoints)[];
  readonly script: (setup: FlowSetup) => FlowScript;
}
