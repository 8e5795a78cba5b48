import { type ClientContext, required } from '../context.ts';
import type { Connection } from './connection.ts';

/** The members of resource metadata that the client uses. RFC 9728 §2 */
export interface ResourceMetadata {
  readonly resource: string;
  /** The server that the client chooses: the first. RFC 9728 §7.6 */
  readonly issuer: string;
  readonly scopes: readonly string[];
}

/** The members of server metadata that the client uses. RFC 8414 §2 */
export interface ServerMetadata {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly challengeMethods: readonly string[];
  /** RFC 9207 §3 */
  readonly namesIssuer: boolean;
}

/** A connection to a resource on its way through its pipeline. */
export interface ConnectContext extends ClientContext {
  /** The address as it was asked for. */
  resource: string;
  /** The address of metadata that the challenge names; null: the well-known one counts. */
  challengedUrl: string | null;
  challengedScope: string;
  /** Where the resource metadata were found. */
  metadataUrl: string;
  resourceMetadata: ResourceMetadata | null;
  serverMetadata: ServerMetadata | null;
  /** A refresh token of an earlier connection that may be used at the server. */
  refreshToken: string | null;
  connection: Connection | null;
  /** Status of the resource; null: it was not called with a token. */
  status: number | null;
}

/** Makes the context of a connection from that of any request. */
export function createConnectContext(context: ClientContext): ConnectContext {
  return {
    ...context,
    resource: '',
    challengedUrl: null,
    challengedScope: '',
    metadataUrl: '',
    resourceMetadata: null,
    serverMetadata: null,
    refreshToken: null,
    connection: null,
    status: null,
  };
}

/** True if a person has to sign in: no token is held yet, or none that suffices. */
export function needsSignIn({ connection }: ConnectContext): boolean {
  return required(connection).accessToken === null;
}
