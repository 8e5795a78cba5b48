import type { ServiceKey } from '#shared/exchange/index.ts';
import type { SendRecorded } from '../services/activity/index.ts';
import type { Outbox } from '../services/outbox/index.ts';
import { createWebhooks, type Webhooks } from '../services/webhooks/index.ts';
import type { Workspace } from '../workspace/index.ts';
import type { EnginePorts } from './ports.ts';

/** What telling subscribers works with. */
interface WebhookParts {
  readonly outbox: Outbox;
  readonly send: SendRecorded;
  readonly workspace: Workspace;
}

/** Who is told of audit events, which are said to come from the service at `source`. */
export function composeWebhooks(
  { realClock, random, logger }: EnginePorts,
  { outbox, send, workspace }: WebhookParts,
  source: (service: ServiceKey) => string,
): Webhooks {
  return createWebhooks({
    outbox,
    send,
    logger,
    clock: realClock,
    webhooks: () => workspace.webhooks,
    nextId: () => Buffer.from(random.bytes(16)).toString('base64url'),
    source,
  });
}
