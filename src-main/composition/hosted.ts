import { type ServiceKey, serviceKeys } from '#shared/exchange/index.ts';
import { defaultScreensPort } from '#shared/workspace/index.ts';
import { baseUrlOf } from '../platform/addresses.ts';
import type { HttpHandler } from '../platform/http.ts';
import {
  type AuthorizationServer,
  createAuthorizationServer,
} from '../services/authorization-server/index.ts';
import type { Gateway } from '../services/gateway/index.ts';
import { createHosting, type HostedService, type Hosting } from '../services/hosting/index.ts';
import type { PlatformSandbox } from '../services/platform-sandbox/index.ts';
import { createClientFindings, createRestartNotices } from '../workspace/index.ts';
import type { Core } from './core.ts';
import { composeDebugging } from './debugging.ts';
import { once } from './deferred.ts';
import { type DeferredConnectors, deferConnectors } from './deferred-connectors.ts';
import { deferContract } from './deferred-contract.ts';
import type { EnginePorts } from './ports.ts';
import { composeSamples } from './samples.ts';
import { composeThrottling } from './throttling.ts';
import { composeWebhooks } from './webhooks.ts';

/** Largest body that the management interface reads, in bytes. */
const connectorBodyLimitBytes = 4 * 1_048_576;
/** Largest body that the platform sandbox reads, in bytes: an agreement of 32,000 characters fits. */
const platformBodyLimitBytes = 262_144;

/** Returns the services behind the listeners. */
function hostedServices(
  parts: {
    readonly authorizationServer: AuthorizationServer;
    readonly connectors: DeferredConnectors;
    readonly gateway: Gateway;
    readonly platform: () => Promise<PlatformSandbox>;
    readonly upstreams: HttpHandler;
  },
  listenOf: (key: ServiceKey) => ReturnType<HostedService['listen']>,
  namesOf: (key: ServiceKey) => readonly string[],
): readonly HostedService[] {
  const { authorizationServer, connectors, gateway, platform, upstreams } = parts;
  const hosted = (
    key: ServiceKey,
    handler: HostedService['handler'],
    bodyLimitBytes?: () => number,
  ): HostedService => ({
    key,
    handler,
    bodyLimitBytes,
    listen: () => listenOf(key),
    // The authorization server has a step for it, which training can switch off.
    ...(key === 'authorizationServer' ? {} : { allowedHosts: () => namesOf(key) }),
  });
  return [
    hosted('authorizationServer', authorizationServer.handle, authorizationServer.bodyLimitBytes),
    hosted(
      'connectorHost',
      async (request, notes) => (await connectors()).handler(request, notes),
      () => connectorBodyLimitBytes,
    ),
    hosted('gateway', gateway.handler),
    hosted(
      'platform',
      async (request, notes) => (await platform()).handler(request, notes),
      () => platformBodyLimitBytes,
    ),
    hosted('sampleUpstreams', upstreams),
  ];
}

/** Asked anew each time: the manifest follows its file. */
function settingsOf(workspace: Core['workspace']) {
  return () => workspace.manifest.services;
}

function composeAuthorizationServer(
  { clock, random, storage, logger }: EnginePorts,
  { workspace, send, faults, trust, outbox }: Core,
  issuer: () => string,
) {
  return createAuthorizationServer({
    settings: () => workspace.manifest.services.authorizationServer,
    vendor: () => workspace.manifest.vendor,
    registrations: () => workspace.registrations,
    clientSecret: workspace.credentials.clientSecret,
    clock,
    random,
    records: storage.records,
    doubts: storage.doubts,
    logger,
    issuer,
    send,
    outbox,
    refusesValidator: trust.refusesValidator,
    faults: (path, tags) => faults.matching('authorizationServer', path, tags).map(({ effect }) => effect),
  });
}

/** The hosted services and what works with them. */
export function composeHosted(ports: EnginePorts, core: Core) {
  const { workspace, recorder, send, faults, authority, trust } = core;
  const { clock, random, logger } = ports;
  const settings = settingsOf(workspace);
  const urlOf = (key: ServiceKey) => () => hosting.url(key);
  const onServicesChange = (listener: () => void) => void hosting.onChange(listener);
  const serviceUrl = (key: ServiceKey) => hosting.url(key) ?? baseUrlOf(settings()[key]);
  const authorizationServer = composeAuthorizationServer(ports, core, () =>
    serviceUrl('authorizationServer'),
  );
  const debugging = composeDebugging(ports, core, (key) => hosting.url(key));
  const { flows } = debugging;
  const throttling = composeThrottling(ports, core, authorizationServer, (key) => hosting.url(key));
  const connectors = deferConnectors(ports, {
    ...core,
    scripting: throttling.scripting,
    serviceUrl,
    onServicesChange,
  });
  const platform = once(async () => {
    const { composePlatform } = await import('./platform.ts');
    return composePlatform(ports, { workspace, authorizationServer, webhooks });
  });
  const imports = once(async () => {
    const { composeImports } = await import('./consents.ts');
    return composeImports(ports, { ...core, serviceUrl });
  });
  const contract = deferContract(ports, { ...core, imports, serviceUrl, onServicesChange });
  const upstreams = composeSamples({ workspace, flows, send, clock, random, urlOf });
  const listenOf = (key: ServiceKey) => ({
    ...settings()[key],
    port: ports.ports?.[key] ?? settings()[key].port,
    bind: trust.bindOf(key, settings()[key].bind),
  });
  const behind = { authorizationServer, connectors, ...throttling, platform, upstreams };
  const hosting: Hosting = createHosting(
    hostedServices(behind, listenOf, (key) => settings()[key].allowedHosts),
    {
      record: recorder.record,
      faults,
      clock,
      logger,
      authority,
      reservedPorts: () => new Set([defaultScreensPort, ...serviceKeys.map((key) => settings()[key].port)]),
    },
  );
  hosting.onChange(throttling.followServices);
  const restartNotices = createRestartNotices(hosting, listenOf);
  const webhooks = composeWebhooks(ports, core, serviceUrl);
  authorizationServer.onAuditEvent(webhooks.publish, () => workspace.webhooks.length > 0);
  const tokenParts = { workspace, send, authorizationServer, flows, urlOf };
  return {
    authorizationServer,
    tokenInspector: once(async () => {
      const { composeTokenInspector } = await import('./tokens.ts');
      return composeTokenInspector(ports, tokenParts);
    }),
    ...debugging,
    ...throttling,
    connectors,
    platform,
    imports,
    contract,
    clientFindings: createClientFindings(workspace),
    hosting,
    restartNotices,
    webhooks,
  };
}

/** The services of a workspace, and what works with them. */
export type Hosted = ReturnType<typeof composeHosted>;
