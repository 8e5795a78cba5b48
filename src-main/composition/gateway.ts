import type { Outgoing } from '../platform/outgoing.ts';
import type { SendRecorded } from '../services/activity/index.ts';
import { createGateway, type Gateway, type RouteDocument } from '../services/gateway/index.ts';
import type { Scripting } from '../services/scripting/index.ts';
import type { Workspace } from '../workspace/index.ts';
import type { EnginePorts } from './ports.ts';
import { documentsOf } from './workspace-documents.ts';

/** Parts that the gateway works with, besides the engine's own ports. */
export interface GatewayParts {
  readonly workspace: Workspace;
  readonly send: SendRecorded;
  readonly outgoing: Outgoing;
  readonly scripting: Scripting;
  /** Base URL of the hosted authorization server; null while it does not run. */
  readonly authorizationServer: () => string | null;
  /** Where a server is really reached that a route names by its origin. */
  readonly addressOf: (origin: string) => string;
}

/** The gateway over the routes of a workspace, which it follows; no route is in force before the first `reload`. */
export function composeGateway({ clock, logger }: EnginePorts, parts: GatewayParts): Gateway {
  const { workspace, send, outgoing, authorizationServer, addressOf, scripting } = parts;
  const gateway = createGateway({
    documents: () => routeDocuments(workspace),
    options: () => routeOptions(workspace),
    outgoing,
    addressOf,
    weaknesses: () => workspace.manifest.services.sampleUpstreams.weaknesses,
    send,
    readSecret: workspace.readSecretOf,
    authorizationServer,
    vendorUrn: () => workspace.manifest.vendor.urn,
    recordedBodyBytes: () => workspace.manifest.services.gateway.recordedBodyBytes,
    clock,
    logger,
    script: scripting.rateScript,
  });
  const reload = async () => {
    await scripting.prepare(JSON.stringify(routeDocuments(workspace).map(({ value }) => value)));
    await gateway.reload();
  };
  workspace.onChange(() => {
    reload().catch((error: unknown) => logger.error('gateway.reload-failed', { error }));
  });
  return { ...gateway, reload };
}

/** The routes of a workspace as their files are now. */
export function routeDocuments(workspace: Workspace): readonly RouteDocument[] {
  return documentsOf(workspace, 'route');
}

/** The environment of this process is none of a route's business: it may hold the key of the state. */
export function routeOptions({ variables }: Workspace) {
  return { env: variables, system: {}, properties: variables };
}
