import type { Step } from '#main/platform/pipeline.ts';
import { serverMetadataUrls } from '#shared/oauth/index.ts';
import { required } from '../context.ts';
import type { ClientProvider } from '../provider.ts';
import { askProvider } from '../provider-call.ts';
import { refuse } from '../refusal.ts';
import type { ConnectContext } from './context.ts';
import { firstDocument, isAskable, isHttp } from './fetch.ts';
import { textsOf } from './resource.ts';

/** From the issuer that a resource names to the client's registration there. RFC 8414, MCP 2026-07-28 */
export const serverSteps: readonly Step<ConnectContext>[] = [
  {
    id: 'server-allowed',
    rule: 'Issuer has an HTTP address on this machine',
    clause: 'MCP Security Best Practices',
    check: checkServer,
  },
  {
    id: 'server-metadata-read',
    rule: 'Metadata of the authorization server can be read',
    clause: 'RFC 8414 §3',
    check: readServer,
  },
  {
    id: 'issuer-of-metadata',
    rule: 'Issuer in the metadata is the one that was asked for',
    clause: 'RFC 8414 §3.3',
    check: checkIssuer,
  },
  {
    id: 'pkce-listed',
    rule: 'Server lists S256 for PKCE',
    clause: 'MCP 2026-07-28, Authorization code protection',
    check: checkPkce,
  },
  {
    id: 'endpoints-openable',
    rule: 'Endpoints are HTTP addresses',
    clause: 'MCP Security Best Practices',
    check: checkEndpoints,
  },
  {
    id: 'credentials-own',
    rule: 'Credentials and tokens are of this issuer',
    clause: 'MCP 2026-07-28, Client registration',
    check: findRegistration,
  },
  {
    id: 'refreshed',
    rule: 'Earlier sign-in is continued where that is possible',
    clause: 'RFC 6749 §6',
    check: refresh,
    applies: ({ refreshToken }) => refreshToken !== null,
  },
];

function checkServer({ resourceMetadata }: ConnectContext): void {
  const { issuer } = required(resourceMetadata);
  if (!isAskable(issuer))
    throw refuse('This application connects only to servers on this computer.', { got: issuer });
}

async function readServer(context: ConnectContext): Promise<void> {
  const addresses = serverMetadataUrls(required(context.resourceMetadata).issuer);
  const found = (await firstDocument(context.ports, addresses))?.body;
  const issuer = found?.['issuer'];
  const authorizationEndpoint = found?.['authorization_endpoint'];
  const tokenEndpoint = found?.['token_endpoint'];
  if (
    typeof issuer !== 'string' ||
    typeof authorizationEndpoint !== 'string' ||
    typeof tokenEndpoint !== 'string'
  )
    throw refuse('The authorization server does not describe itself.', { got: addresses.join(' ') });
  context.serverMetadata = {
    issuer,
    authorizationEndpoint,
    tokenEndpoint,
    challengeMethods: textsOf(found?.['code_challenge_methods_supported']),
    namesIssuer: found?.['authorization_response_iss_parameter_supported'] === true,
  };
}

/** Plain comparison of strings: no part of the address is folded. RFC 8414 §3.3 */
function checkIssuer({ resourceMetadata, serverMetadata }: ConnectContext): void {
  const want = required(resourceMetadata).issuer;
  const got = required(serverMetadata).issuer;
  if (got !== want) throw refuse('The metadata are of another authorization server.', { want, got });
}

function checkPkce({ serverMetadata }: ConnectContext): void {
  const { challengeMethods } = required(serverMetadata);
  if (challengeMethods.includes('S256')) return;
  throw refuse('The authorization server does not support PKCE.', {
    want: 'S256',
    got: challengeMethods.join(' ') || 'none',
  });
}

function checkEndpoints({ serverMetadata }: ConnectContext): void {
  const { authorizationEndpoint, tokenEndpoint } = required(serverMetadata);
  const wrong = [authorizationEndpoint, tokenEndpoint].find((each) => !isHttp(each));
  if (wrong !== undefined)
    throw refuse('The authorization server has an address that is not opened.', {
      want: 'http or https',
      got: wrong,
    });
  if (!isAskable(tokenEndpoint))
    throw refuse('This application connects only to servers on this computer.', { got: tokenEndpoint });
}

function findRegistration(context: ConnectContext): void {
  const { ports, serverMetadata, session } = context;
  const { issuer } = required(serverMetadata);
  const name = ports.nameOf(issuer);
  const registered = name === null ? null : ports.providers(name);
  if (name === null || registered === null)
    throw refuse('This application is not registered at the authorization server.', { got: issuer });
  const before = session?.connection;
  beginConnection(context, name, registered);
  context.refreshToken = before?.provider.issuer === issuer ? before.refreshToken : null;
}

/** Goes on with a registration, at the endpoints that were discovered. */
export function beginConnection(context: ConnectContext, name: string, registered: ClientProvider): void {
  const { challengedScope, resource } = context;
  const { issuer, authorizationEndpoint, tokenEndpoint, namesIssuer } = required(context.serverMetadata);
  // RFC 6750 §3: the scope of the challenge first; without one, all that the resource lists.
  const scope = challengedScope || required(context.resourceMetadata).scopes.join(' ');
  const found = { issuer, authorizationEndpoint, tokenEndpoint, namesIssuer };
  context.provider = { ...registered, ...found, scope, validation: null };
  context.providerName = name;
  context.notes.tags.push(`client:${registered.clientId}`);
  context.next = '/client/call';
  context.connection = {
    provider: context.provider,
    providerName: name,
    resource,
    scope,
    stepUps: 0,
    accessToken: null,
    refreshToken: null,
  };
}

/** A refresh token that is not taken is no fault: the person signs in again. */
async function refresh(context: ConnectContext): Promise<void> {
  const { ports, provider, refreshToken, connection, session } = context;
  const { tokenEndpoint, clientId, secret } = required(provider);
  const sent = required(refreshToken);
  const { status, body } = await askProvider(ports, {
    tokenEndpoint,
    clientId,
    secret,
    fields: [
      ['grant_type', 'refresh_token'],
      ['refresh_token', sent],
      ['resource', context.resource],
    ],
  });
  const { access_token: token, refresh_token: next } = body;
  if (status !== 200 || typeof token !== 'string') return;
  const tokens = { accessToken: token, refreshToken: typeof next === 'string' ? next : sent };
  context.connection = { ...required(connection), ...tokens };
  required(session).connection = context.connection;
}
