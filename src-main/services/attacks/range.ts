import type { JsonWebKey } from 'node:crypto';
import { createVirtualClock, type VirtualClock } from '#main/platform/clock.ts';
import type { RecordExchange } from '#main/platform/exchange-draft.ts';
import { createFaultRegistry } from '#main/platform/faults.ts';
import type { Gate } from '#main/platform/gate.ts';
import type { HttpHandler } from '#main/platform/http.ts';
import { type Listener, openListener } from '#main/platform/listener.ts';
import type { Logger, RecordStore } from '#main/platform/ports.ts';
import type { StreamHandler } from '#main/platform/streaming.ts';
import { createSender, type SendRecorded } from '#main/services/activity/index.ts';
import {
  type AuthorizationServer,
  createAuthorizationServer,
  tokenHash,
} from '#main/services/authorization-server/index.ts';
import {
  type ClientProvider,
  type CounterfeitServer,
  createClientSimulator,
  createCounterfeitServer,
  isTrapIssuer,
  keysPath,
} from '#main/services/client-simulator/index.ts';
import {
  type DebuggerIssuer,
  type Operator,
  type PlayTarget,
  publicJwkOf,
} from '#main/services/flow-player/index.ts';
import { hostedTarget } from '#main/services/flows/index.ts';
import { createSampleUpstreams } from '#main/services/sample-upstreams/index.ts';
import { lintClient } from '#shared/oauth/client-lint/index.ts';
import { authorizationPath, jwksPath, tokenPath, validateBearerGrantType } from '#shared/oauth/index.ts';
import type { Random } from '#shared/time/clock.ts';
import {
  type AuthorizationServerSettings,
  clientFileSchema,
  type SampleUpstreamsSettings,
  type Vendor,
} from '#shared/workspace/index.ts';
import { openCanary } from './canary.ts';
import { type HostTrust, openDocumentHost, outgoingInRange } from './document-host.ts';
import { addressesOf, type Origins, valuesOf } from './range-addresses.ts';
import { type RangeFiles, RangeRegistrations } from './range-registrations.ts';

/** Parts from which every range is made. */
export interface RangeParts {
  readonly files: RangeFiles;
  readonly random: Random;
  readonly record: RecordExchange;
  /** Where the servers of a range may send requests. */
  readonly gate: Gate;
  /** Why a server is not told what a play types; null: it is. */
  readonly refusesValidator: (url: string) => string | null;
  readonly issuer: () => Promise<DebuggerIssuer>;
  /** A second issuer that is trusted too, for assertions that name one and are signed by the other. */
  readonly otherIssuer: () => Promise<DebuggerIssuer>;
  readonly createRecords: () => RecordStore;
  /** Certificate of the host of client ID metadata documents. */
  readonly hostTrust: () => Promise<HostTrust>;
  /** Makes a gateway before the malicious server. */
  readonly gateway: (ports: RangeGatewayPorts) => RangeGateway;
  readonly vendor: Vendor;
}

/** Parts that the gateway of a range works with. */
export interface RangeGatewayPorts extends Pick<RangeParts, 'gate'> {
  readonly send: SendRecorded;
  readonly clock: VirtualClock;
  readonly logger: Logger;
  readonly authorizationServer: () => string;
  /** Origin of the malicious server, to which it forwards. */
  readonly upstream: () => string;
  readonly credential: (clientId: string) => string;
  readonly vendorUrn: () => string;
  readonly weaknesses: () => readonly string[];
}

/** A gateway that answers for a range. */
export interface RangeGateway {
  readonly handler: StreamHandler;
  close(): Promise<void>;
}

/** How the servers of a range behave. */
export interface RangePolicy {
  readonly authorizationServer: AuthorizationServerSettings;
  readonly sampleUpstreams: SampleUpstreamsSettings;
}

/** A copy of the hosted server with the samples, a malicious server and a canary: for one play, with nobody else on it. */
export interface AttackRange {
  readonly target: PlayTarget;
  readonly clock: VirtualClock;
  readonly send: SendRecorded;
  /** Addresses by the names under which cases know them. */
  readonly values: ReadonlyMap<string, string>;
  /** Types of the audit events so far. */
  readonly events: readonly string[];
  readonly logged: readonly string[];
  registrationProblems(document: Readonly<Record<string, unknown>>): readonly string[];
  canaryCalls(): number;
  received(endpoint: string): number;
  close(): Promise<void>;
}

/** The one server, with its resource, for which a range issues ID-JAGs. */
const jagTarget = { audience: 'https://resource.example', resource: 'https://resource.example/orders' };

/**
 * ID-JAGs and client ID metadata documents are on: their cases bring clients, issuers, a target and documents of their
 * own, so they need no setting of the workspace. Of this machine, the server trusts the host of the documents alone.
 */
function withOwnFeatures(
  settings: AuthorizationServerSettings,
  documents: string,
): AuthorizationServerSettings {
  return {
    ...settings,
    idJag: true,
    idJagTargets: [jagTarget],
    clientIdMetadataDocuments: {
      enabled: true,
      minCacheSeconds: 30,
      maxCacheSeconds: 86_400,
      developmentOrigins: [documents],
    },
  };
}

/** No client of a range is told of sign-outs. */
const nothingSent = { register: () => undefined, enqueue: () => undefined, pending: () => 0 };

/** Opens a range on free ports of the loopback address. */
export async function openRange(parts: RangeParts, policy: RangePolicy): Promise<AttackRange> {
  const clock = createVirtualClock();
  const logged: string[] = [];
  const logger = collectingLogger(logged);
  const trust = await parts.hostTrust();
  const send = createSender(parts.record, clock, outgoingInRange(parts.gate, trust));
  const canary = await openCanary();
  const documents = await openDocumentHost(trust, canary.origin.replace('http:', 'https:'));
  const origins = { authorizationServer: '', samples: '', maliciousServer: '', gateway: '' };
  const registrations = new RangeRegistrations(parts.files, () => addressesOf(origins));
  const settings = withOwnFeatures(policy.authorizationServer, documents.origin);
  const server = createAuthorizationServer({
    settings: () => settings,
    vendor: () => parts.vendor,
    registrations: () => registrations,
    clientSecret: parts.files.clientSecret,
    clock,
    random: parts.random,
    records: parts.createRecords(),
    outbox: nothingSent,
    logger,
    issuer: () => origins.authorizationServer,
    send,
    refusesValidator: parts.refusesValidator,
  });
  await server.load();
  const events: string[] = [];
  server.onAuditEvent(({ type }) => void events.push(type));
  const maliciousServer = maliciousServerFor(origins, async () => [publicJwkOf(await parts.issuer())]);
  const issuer = await parts.issuer();
  const samples = createSamples({ parts, policy, send, clock, origins }, issuer);
  const gateway = createGateway({ parts, policy, send, clock, origins }, logger);
  const listen = listenerMaker(parts, clock, logger, server.bodyLimitBytes);
  const listeners = await Promise.all([
    listen(server.handle, 'authorizationServer'),
    listen(samples, 'sampleUpstreams'),
    listen(maliciousServer.handle, 'sampleUpstreams'),
    listen(gateway.handler, 'gateway'),
  ]);
  const [home, upstreams, hostile, front] = listeners;
  origins.authorizationServer = home.origin;
  origins.samples = upstreams.origin;
  origins.maliciousServer = hostile.origin;
  origins.gateway = front.origin;
  const operator = operatorOf(server, registrations, clock);
  for (const trusted of [issuer, await parts.otherIssuer()]) registrations.trust(trusted);
  return {
    target: targetOf(parts, policy, registrations, origins, operator),
    clock,
    send,
    values: valuesOf(origins, canary.origin, documents.origin, (await parts.otherIssuer()).name),
    events,
    logged,
    registrationProblems: (document) =>
      registrationProblems(document, policy.authorizationServer, parts.vendor.urn),
    canaryCalls: canary.calls,
    received: (endpoint) => receivedAt(maliciousServer, endpoint),
    async close() {
      const own = listeners.map((listener: Listener) => listener.close(0));
      await Promise.all([...own, canary.close(), documents.close()]);
      await gateway.close();
    },
  };
}

type ListenFor = (
  handler: HttpHandler | StreamHandler,
  service: 'authorizationServer' | 'sampleUpstreams' | 'gateway',
) => Promise<Listener>;

/** Opens listeners on free ports, each recorded. */
function listenerMaker(
  { record }: RangeParts,
  clock: VirtualClock,
  logger: Logger,
  bodyLimitBytes: Parameters<typeof openListener>[0]['bodyLimitBytes'],
): ListenFor {
  return (handler, service) =>
    openListener({
      service,
      port: 0,
      bind: '127.0.0.1',
      handler,
      record,
      faults: createFaultRegistry(),
      clock,
      logger,
      ...(service === 'authorizationServer' && bodyLimitBytes !== undefined ? { bodyLimitBytes } : {}),
    });
}

/** A gateway before the malicious server. */
function createGateway({ parts, policy, send, clock, origins }: SampleParts, logger: Logger): RangeGateway {
  return parts.gateway({
    gate: parts.gate,
    send,
    clock,
    logger,
    authorizationServer: () => origins.authorizationServer,
    upstream: () => origins.maliciousServer,
    credential: (clientId) => parts.files.clientSecret(clientId) ?? '',
    vendorUrn: () => parts.vendor.urn,
    weaknesses: () => policy.sampleUpstreams.weaknesses,
  });
}

/** Leads browsers on to the honest server, as the application that it talked into trusting it. RFC 9700 §4.4 */
function maliciousServerFor(
  origins: SampleParts['origins'],
  issuerKeys: () => Promise<readonly JsonWebKey[]>,
): CounterfeitServer {
  return createCounterfeitServer({
    responseIssuer: null,
    honest: () => ({
      issuer: origins.authorizationServer,
      authorizationEndpoint: origins.authorizationServer + authorizationPath,
      clientId: 'application',
    }),
    issuerKeys,
  });
}

function collectingLogger(logged: string[]): Logger {
  const log = (...line: readonly unknown[]): void => void logged.push(JSON.stringify(line));
  return { debug: log, info: log, warn: log, error: log };
}

function receivedAt(maliciousServer: CounterfeitServer, endpoint: string): number {
  return maliciousServer.received().filter((received) => received.endpoint === endpoint).length;
}

interface SampleParts {
  readonly parts: RangeParts;
  readonly policy: RangePolicy;
  readonly send: SendRecorded;
  readonly clock: VirtualClock;
  readonly origins: Origins;
}

function createSamples(
  { parts, policy, send, clock, origins }: SampleParts,
  trusted: DebuggerIssuer,
): HttpHandler {
  const credentials = (clientId: string) => ({ clientId, secret: parts.files.clientSecret(clientId) ?? '' });
  const validation = { ...credentials('orders-api'), grantType: validateBearerGrantType(parts.vendor.urn) };
  const provider = (name: 'home' | 'hostile'): ClientProvider => ({
    issuer: name === 'home' ? origins.authorizationServer : origins.maliciousServer,
    authorizationEndpoint:
      name === 'home'
        ? origins.authorizationServer + authorizationPath
        : `${origins.maliciousServer}/authorize`,
    tokenEndpoint:
      name === 'home' ? origins.authorizationServer + tokenPath : `${origins.maliciousServer}/token`,
    ...credentials('application'),
    redirectUri: `${origins.samples}/client/callback/${name}`,
    scope: 'orders.read',
    namesIssuer: policy.authorizationServer.issuerInResponse,
    validation,
  });
  const application = createClientSimulator({
    providers: (name) => (name === 'home' || name === 'hostile' ? provider(name) : null),
    nameOf: (issuer) =>
      issuer === origins.authorizationServer
        ? 'home'
        : isTrapIssuer(issuer, origins.maliciousServer)
          ? 'hostile'
          : null,
    logoutIssuers: (name) => ({
      ...(name === 'partner'
        ? { issuer: trusted.name, jwksUri: origins.maliciousServer + keysPath }
        : { issuer: origins.authorizationServer, jwksUri: origins.authorizationServer + jwksPath }),
      audiences: ['application'],
    }),
    send,
    clock,
    random: parts.random,
    weaknesses: () => policy.sampleUpstreams.weaknesses,
  });
  return createSampleUpstreams(
    {
      authorizationUrl: () => null,
      repeated: () => undefined,
      callback: () => ({
        accepted: true,
        page: { outcome: 'taken', heading: 'Back to Gatehouse', sentence: 'The response has arrived.' },
      }),
    },
    {
      send,
      authorizationServer: () => origins.authorizationServer,
      credentials: () => credentials('orders-api'),
      vendorUrn: () => parts.vendor.urn,
      settings: () => policy.sampleUpstreams,
      clock,
      random: parts.random,
    },
    application,
  );
}

function operatorOf(
  server: AuthorizationServer,
  registrations: RangeRegistrations,
  clock: VirtualClock,
): Operator {
  const revoke = async (token: string, by: 'administrator' | 'user') => {
    await server.admin.revoke({ target: { kind: 'token', tokenId: tokenHash(token) }, by, reason: '' });
  };
  return {
    advance: (millis) => clock.advance(millis),
    revokeByAdministrator: (token) => revoke(token, 'administrator'),
    revokeByUser: (token) => revoke(token, 'user'),
    async setClientEnabled(clientId, isEnabled) {
      registrations.setClientEnabled(clientId, isEnabled);
      const { dynamicClients } = server.admin;
      if (dynamicClients.list().some((client) => client.clientId === clientId))
        await dynamicClients.setEnabled(clientId, isEnabled);
    },
    setGrantAllowed: (clientId, grantType, isAllowed) =>
      registrations.setGrantAllowed(clientId, grantType, isAllowed),
    setRedirectUriMoved: (clientId, isMoved) => registrations.setRedirectUriMoved(clientId, isMoved),
    setPassword: (username, password) => registrations.setPassword(username, password),
    trustSamlIssuer: (issuer, certificatePem) => registrations.trustSamlIssuer(issuer, certificatePem),
    trustJwtIssuer: (issuer) => registrations.trustJwtIssuer(issuer),
  };
}

function targetOf(
  { files, vendor }: RangeParts,
  { authorizationServer }: RangePolicy,
  registrations: RangeRegistrations,
  origins: SampleParts['origins'],
  operator: Operator,
): PlayTarget {
  return {
    ...hostedTarget({
      authorizationServer: origins.authorizationServer,
      upstreams: origins.samples,
      clients: registrations.clients(),
      usernames: registrations.users().map(({ username }) => username),
      clientSecret: files.clientSecret,
      clientPrivateKey: files.clientPrivateKey,
      userPassword: (username) => registrations.password(username),
      vendorUrn: vendor.urn,
      codeLifetimeSeconds: authorizationServer.codeLifetimeSeconds,
      namesIssuer: authorizationServer.issuerInResponse,
      operator,
      hasResource: true,
    }),
    title: 'Hosted server',
  };
}

/** Returns the problems that a workspace would report for a client file: that it is not one, or its lint findings. */
function registrationProblems(
  document: Readonly<Record<string, unknown>>,
  settings: AuthorizationServerSettings,
  vendorUrn: string,
): readonly string[] {
  const parsed = clientFileSchema.safeParse(document);
  if (!parsed.success) return parsed.error.issues.map(({ message }) => message);
  return lintClient({ client: parsed.data, settings, vendorUrn, secret: 'held' })
    .filter(({ severity }) => severity === 'error')
    .map(({ title }) => title);
}
