import { randomBytes } from 'node:crypto';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { openGate } from '#main/platform/gate.ts';
import { outgoingThrough } from '#main/platform/outgoing.ts';
import { createSender } from '#main/services/activity/index.ts';
import {
  type ClientProvider,
  type CounterfeitServer,
  createClientSimulator,
  createCounterfeitServer,
  isTrapIssuer,
} from '#main/services/client-simulator/index.ts';
import { createSampleUpstreams } from '#main/services/sample-upstreams/index.ts';
import {
  type AuthorizationServerSettings,
  manifestSchema,
  type SampleUpstreamsSettings,
} from '#shared/workspace/index.ts';
import { ordersApi } from '#test/support/authorization-server.ts';
import {
  type ClientSpec,
  startAuthorizationServer,
  type TestAuthorizationServer,
} from './authorization-server.ts';
import { type ServedHandler, serveHandler } from './served-handler.ts';

const validateBearer = 'urn:gatehouse:oauth2:grant_type:validate_bearer';
const scopes = ['openid', 'orders.read', 'orders.write'];

/** Authorization server, samples and a hostile server, each on a listener of its own. */
export interface TestSamples {
  readonly as: TestAuthorizationServer;
  readonly upstreams: ServedHandler;
  readonly maliciousServer: CounterfeitServer;
  readonly maliciousOrigin: string;
  /** Exchanges in which the samples asked others. */
  readonly sent: readonly ExchangeDraft[];
  configure(settings: Partial<SampleUpstreamsSettings>): void;
  /** Changes how the application knows the hostile provider. */
  distrust(changes: Partial<ClientProvider>): void;
  /** Changes what the hostile server does. */
  deceive(changes: Partial<Deception>): void;
  close(): Promise<void>;
}

/** How the hostile server poses. */
export interface Deception {
  /** The honest server's redirect URI if browsers are sent on to it. */
  readonly redirectUri: string | null;
  readonly stolenCode: string | null;
}

export interface TestSampleOptions {
  readonly samples?: Partial<SampleUpstreamsSettings>;
  readonly server?: Partial<AuthorizationServerSettings>;
  /** Clients besides those of the samples. */
  readonly clients?: readonly ClientSpec[];
}

function clientsOf(home: string, hostile: string): readonly ClientSpec[] {
  const codes = {
    grantTypes: ['authorization_code', 'refresh_token', 'password'],
    responseTypes: ['code', 'token'],
  };
  return [
    {
      clientId: 'sample-app',
      secret: 'sample-app-secret',
      redirectUris: [home, hostile],
      audiences: [home.replace('/client/callback/home', '/orders')],
      scopes,
      ...codes,
      logout: {
        redirectUris: [],
        backchannelUri: home.replace('/client/callback/home', '/client/backchannel-logout'),
      },
    },
    {
      clientId: 'other-app',
      secret: 'other-app-secret',
      redirectUris: ['https://other.example/cb'],
      scopes,
      ...codes,
    },
    { clientId: 'reader', secret: 'reader-secret', grantTypes: ['client_credentials'], scopes },
    { clientId: 'ann', secret: 'ann-secret', grantTypes: ['client_credentials'], scopes },
    {
      clientId: 'stranger',
      secret: 'stranger-secret',
      grantTypes: ['client_credentials'],
      scopes: ['other'],
    },
    ordersApi,
  ];
}

/** Stands the samples, with an authorization server and a hostile one. */
export async function startSamples(options: TestSampleOptions = {}): Promise<TestSamples> {
  let settings: SampleUpstreamsSettings = {
    ...manifestSchema.parse({ name: 'test' }).services.sampleUpstreams,
    ...options.samples,
  };
  let as: TestAuthorizationServer | null = null;
  let hostileChanges: Partial<ClientProvider> = {};
  let deception: Deception = { redirectUri: null, stolenCode: null };
  const sent: ExchangeDraft[] = [];
  const clock = { nowMillis: () => as?.nowMillis() ?? 0 };
  const send = createSender((exchange) => `sent-${sent.push(exchange)}`, clock, outgoingThrough(openGate));
  const maliciousServer = createCounterfeitServer({
    responseIssuer: null,
    honest: () => ({
      issuer: as?.origin ?? '',
      authorizationEndpoint: `${as?.origin}/as/authorization.oauth2`,
      clientId: 'sample-app',
      ...(deception.redirectUri === null ? {} : { redirectUri: deception.redirectUri }),
    }),
    stolenCode: () => deception.stolenCode,
  });
  const hostile = await serveHandler(maliciousServer.handle);
  const provider = (name: string): ClientProvider | null => {
    if (as === null || (name !== 'home' && name !== 'hostile')) return null;
    const base = {
      clientId: 'sample-app',
      secret: 'sample-app-secret',
      redirectUri: `${upstreams.origin}/client/callback/${name}`,
      scope: 'openid orders.read',
    };
    if (name === 'hostile')
      return {
        ...base,
        issuer: hostile.origin,
        authorizationEndpoint: `${hostile.origin}/authorize`,
        tokenEndpoint: `${hostile.origin}/token`,
        namesIssuer: false,
        validation: null,
        ...hostileChanges,
      };
    return {
      ...base,
      issuer: as.origin,
      authorizationEndpoint: `${as.origin}/as/authorization.oauth2`,
      tokenEndpoint: `${as.origin}/as/token.oauth2`,
      namesIssuer: options.server?.issuerInResponse === true,
      validation: { clientId: 'orders-api', secret: 'orders-api-secret', grantType: validateBearer },
    };
  };
  const application = createClientSimulator({
    providers: provider,
    nameOf: (issuer) =>
      issuer === as?.origin ? 'home' : isTrapIssuer(issuer, hostile.origin) ? 'hostile' : null,
    logoutIssuers: (name) =>
      as === null || name !== 'home'
        ? null
        : { issuer: as.origin, jwksUri: `${as.origin}/as/jwks`, audiences: ['sample-app'] },
    send,
    clock,
    random: { bytes: (count) => randomBytes(count) },
    weaknesses: () => settings.weaknesses,
  });
  const resourceServer = {
    send,
    authorizationServer: () => as?.origin ?? null,
    credentials: () => ({ clientId: 'orders-api', secret: 'orders-api-secret' }),
    vendorUrn: () => 'gatehouse',
    settings: () => settings,
    clock,
    random: { bytes: (count: number) => randomBytes(count) },
  };
  const client = {
    authorizationUrl: () => null,
    callback: () => ({ accepted: false, page: { outcome: 'refused' as const, heading: '', sentence: '' } }),
  };
  const upstreams = await serveHandler(createSampleUpstreams(client, resourceServer, application));
  const server = await startAuthorizationServer({
    clients: [
      ...clientsOf(`${upstreams.origin}/client/callback/home`, `${upstreams.origin}/client/callback/hostile`),
      ...(options.clients ?? []),
    ],
    settings: { ...options.server },
  });
  as = server;
  return {
    as: server,
    upstreams,
    maliciousServer,
    maliciousOrigin: hostile.origin,
    sent,
    configure: (changes) => void (settings = { ...settings, ...changes }),
    distrust: (changes) => void (hostileChanges = changes),
    deceive: (changes) => void (deception = { ...deception, ...changes }),
    close: async () => void (await Promise.all([server.close(), upstreams.close(), hostile.close()])),
  };
}
