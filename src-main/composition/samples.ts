import type { ServiceKey } from '#shared/exchange/index.ts';
import { authorizationPath, jwksPath, tokenPath, validateBearerGrantType } from '#shared/oauth/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { HttpHandler } from '../platform/http.ts';
import type { SendRecorded } from '../services/activity/index.ts';
import {
  type ClientProvider,
  createClientSimulator,
  type LogoutIssuer,
} from '../services/client-simulator/index.ts';
import { createSampleUpstreams, type SampleClientPorts } from '../services/sample-upstreams/index.ts';
import type { Workspace } from '../workspace/index.ts';

/** Other services that the samples need. */
export interface SamplePorts {
  readonly workspace: Workspace;
  readonly flows: SampleClientPorts;
  readonly send: SendRecorded;
  readonly clock: Clock;
  readonly random: Random;
  /** Base URL of a service; null while it does not run. */
  readonly urlOf: (key: ServiceKey) => () => string | null;
}

/** Joins the sample client, the sample resource server and the simulated application with the hosted server. */
export function composeSamples(ports: SamplePorts): HttpHandler {
  const { workspace, flows, send, clock, random, urlOf } = ports;
  const settings = () => workspace.manifest.services.sampleUpstreams;
  const application = createClientSimulator({
    providers: (name) => (name === 'home' ? homeProvider(ports) : null),
    nameOf: (issuer) => (homeProvider(ports)?.issuer === issuer ? 'home' : null),
    logoutIssuers: (name) => (name === 'home' ? homeLogoutIssuer(ports) : null),
    send,
    clock,
    random,
    weaknesses: () => settings().weaknesses,
  });
  const resourceServer = {
    send,
    authorizationServer: urlOf('authorizationServer'),
    credentials: () => resourceServerCredentials(workspace),
    vendorUrn: () => workspace.manifest.vendor.urn,
    settings,
    clock,
    random,
  };
  return createSampleUpstreams(flows, resourceServer, application);
}

/** The hosted server as the simulated application knows it: by the client that is registered for its callback. */
function homeProvider({ workspace, urlOf }: SamplePorts): ClientProvider | null {
  const { registrations, credentials, manifest } = workspace;
  const issuer = urlOf('authorizationServer')();
  const redirectUri = `${urlOf('sampleUpstreams')() ?? ''}/client/callback/home`;
  const client = registrations.clients().find(({ redirectUris }) => redirectUris.includes(redirectUri));
  const secret = client === undefined ? null : credentials.clientSecret(client.clientId);
  if (issuer === null || client === undefined || secret === null) return null;
  const validator = resourceServerCredentials(workspace);
  const grantType = validateBearerGrantType(manifest.vendor.urn);
  return {
    issuer,
    authorizationEndpoint: `${issuer}${authorizationPath}`,
    tokenEndpoint: `${issuer}${tokenPath}`,
    clientId: client.clientId,
    secret,
    redirectUri,
    scope: client.scopes.join(' '),
    namesIssuer: manifest.services.authorizationServer.issuerInResponse,
    validation: validator === null ? null : { ...validator, grantType },
  };
}

/** The hosted server as it tells the samples of sign-outs, for every client whose registration names them. */
function homeLogoutIssuer({ workspace, urlOf }: SamplePorts): LogoutIssuer | null {
  const issuer = urlOf('authorizationServer')();
  const receiver = `${urlOf('sampleUpstreams')() ?? ''}/client/backchannel-logout`;
  const audiences = workspace.registrations
    .clients()
    .filter(
      ({ logout: { backchannelUri } }) =>
        backchannelUri === receiver || backchannelUri === `${receiver}/home`,
    )
    .map(({ clientId }) => clientId);
  return issuer === null || audiences.length === 0
    ? null
    : { issuer, jwksUri: `${issuer}${jwksPath}`, audiences };
}

/** The first client that may validate tokens is the sample resource server's own registration. */
export function resourceServerCredentials({ registrations, credentials, manifest }: Workspace) {
  const grantType = validateBearerGrantType(manifest.vendor.urn);
  const client = registrations.clients().find(({ grantTypes }) => grantTypes.has(grantType));
  const secret = client === undefined ? null : credentials.clientSecret(client.clientId);
  return client === undefined || secret === null ? null : { clientId: client.clientId, secret };
}
