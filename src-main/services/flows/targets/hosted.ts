import type { Operator, PlayerClient, PlayTarget } from '#main/services/flow-player/index.ts';
import type { ClientAuthentication } from '#shared/oauth/index.ts';
import {
  authorizationPath,
  endSessionPath,
  introspectionPath,
  jwksPath,
  pushedAuthorizationPath,
  registrationPath,
  revocationPath,
  tokenPath,
  userinfoPath,
} from '#shared/oauth/index.ts';
import type { Client } from '#shared/workspace/index.ts';

/** Parts from which the hosted server is made a target. */
export interface HostedParts {
  /** Base URLs of the running services. */
  readonly authorizationServer: string;
  readonly upstreams: string;
  readonly clients: readonly Client[];
  readonly usernames: readonly string[];
  readonly clientSecret: (clientId: string) => string | null;
  readonly clientPrivateKey: (clientId: string) => string | null;
  readonly userPassword: (username: string) => string | null;
  readonly vendorUrn: string;
  readonly codeLifetimeSeconds: number;
  /** `iss` in authorization responses. RFC 9207 */
  readonly namesIssuer: boolean;
  readonly operator: Operator | null;
  /** The sample resource server is registered, so that it can have tokens validated. */
  readonly hasResource: boolean;
}

/** Path of the sample client under which answers arrive. */
export const callbackPath = '/cb';

/** The hosted server with the clients and users of the workspace. */
export function hostedTarget(parts: HostedParts): PlayTarget {
  const { authorizationServer: base } = parts;
  return {
    name: null,
    title: 'Hosted server',
    endpoints: {
      issuer: base,
      metadata: `${base}/.well-known/openid-configuration`,
      authorization: base + authorizationPath,
      token: base + tokenPath,
      introspection: base + introspectionPath,
      revocation: base + revocationPath,
      pushedAuthorization: base + pushedAuthorizationPath,
      registration: base + registrationPath,
      endSession: base + endSessionPath,
      userinfo: base + userinfoPath,
      jwks: base + jwksPath,
      mcp: `${parts.upstreams}/mcp`,
      resource: parts.hasResource ? `${parts.upstreams}/orders` : base + userinfoPath,
    },
    clients: parts.clients.map((client) => hostedClient(client, parts)),
    usernames: parts.usernames,
    password: parts.userPassword,
    outgoing: null,
    operator: parts.operator,
    vendorUrn: parts.vendorUrn,
    codeLifetimeSeconds: parts.codeLifetimeSeconds,
    namesIssuer: parts.namesIssuer,
    hasResource: parts.hasResource,
  };
}

function hostedClient(
  client: Client,
  { upstreams, clientSecret, clientPrivateKey }: HostedParts,
): PlayerClient {
  return {
    clientId: client.clientId,
    authentication: hostedAuthentication(client),
    scopes: client.scopes,
    redirectUris: client.redirectUris,
    redirectUri: chooseRedirectUri(client.redirectUris, upstreams),
    grantTypes: client.grantTypes,
    responseTypes: client.responseTypes,
    secret: clientSecret(client.clientId),
    privateKey: clientPrivateKey(client.clientId),
    privateKeyAlgorithm: client.assertionAlgorithm ?? 'RS256',
    privateKeyId: null,
    idTokenAlgorithm: client.idTokenAlgorithm,
    audiences: client.audiences,
    postLogoutUri: client.logout.redirectUris[0] ?? null,
    backchannelLogoutUri: client.logout.backchannelUri ?? null,
    certificate: null,
  };
}

/** How a client shows who it is: as it is registered for, else by the header, which every profile takes. RFC 7591 §2 */
function hostedAuthentication({ isPublic, authentication }: Client): ClientAuthentication {
  return isPublic ? 'none' : (authentication ?? 'client_secret_basic');
}

/** The redirect URI that leads back to Gatehouse where one is registered; else the first one. */
export function chooseRedirectUri(redirectUris: readonly string[], upstreams: string | null): string | null {
  return redirectUris.find((uri) => uri === `${upstreams}${callbackPath}`) ?? redirectUris[0] ?? null;
}
