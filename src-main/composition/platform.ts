import { createPasswordHasher } from '../platform/password-hash.ts';
import type { AuthorizationServer } from '../services/authorization-server/index.ts';
import {
  createPlatformSandbox,
  type PlatformSandbox,
  type TokenFacts,
} from '../services/platform-sandbox/index.ts';
import type { Webhooks } from '../services/webhooks/index.ts';
import type { Workspace } from '../workspace/index.ts';
import type { EnginePorts } from './ports.ts';

/** Other services that the platform sandbox needs. */
export interface PlatformParts {
  readonly workspace: Workspace;
  readonly authorizationServer: AuthorizationServer;
  readonly webhooks: Webhooks;
}

/** The platform sandbox, whose callers have their tokens of the hosted authorization server. */
export function composePlatform(
  { clock, random, passwords, storage, logger }: EnginePorts,
  { workspace, authorizationServer, webhooks }: PlatformParts,
): PlatformSandbox {
  return createPlatformSandbox({
    settings: () => workspace.manifest.services.platform,
    vendor: () => workspace.manifest.vendor,
    clock,
    random,
    passwords: passwords ?? createPasswordHasher(random),
    records: storage.records,
    logger,
    introspect: (token) => factsOf(authorizationServer, token),
    isWorker: (clientId) => workspace.registrations.client(clientId)?.applicationType === 'worker',
    publish: (event) => webhooks.publish({ ...event, service: 'platform' }),
  });
}

function factsOf(authorizationServer: AuthorizationServer, token: string): TokenFacts | null {
  const stored = authorizationServer.inspectToken(token);
  if (stored?.kind !== 'access_token' || stored.state !== 'valid') return null;
  const { clientId, username, scope } = stored;
  return { clientId, username, scope };
}
