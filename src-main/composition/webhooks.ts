import type { ServiceKey } from '#shared/exchange/index.ts';
import type { SendRecorded } from '../services/activity/index.ts';
import type { Outbox } from '../services/outbox/index.ts';
import { createWebhooks, type Webhooks } from '../services/webhooks/index.ts';
import type { Workspace, WorkspaceTrust } from '../workspace/index.ts';
import type { EnginePorts } from './ports.ts';

/** Parts needed to notify subscribers. */
interface WebhookParts {
  readonly outbox: Outbox;
  readonly send: SendRecorded;
  readonly workspace: Workspace;
  readonly trust: Pick<WorkspaceTrust, 'policy' | 'gate'>;
}

/** Composes the webhooks that are notified of audit events, with the service at `source` given as their origin. */
export function composeWebhooks(
  { realClock, random, logger }: EnginePorts,
  { outbox, send, workspace, trust }: WebhookParts,
  source: (service: ServiceKey) => string,
): Webhooks {
  const webhooks = createWebhooks({
    outbox,
    send,
    logger,
    clock: realClock,
    // Whom the workspace may not tell is not told later either: what happens meanwhile is not kept for them.
    webhooks: () =>
      workspace.webhooks.map((webhook) =>
        trust.policy().reaches(new URL(webhook.url).hostname) ? webhook : { ...webhook, isEnabled: false },
      ),
    nextId: () => Buffer.from(random.bytes(16)).toString('base64url'),
    source,
  });
  return {
    ...webhooks,
    test(name) {
      const webhook = workspace.webhooks.find((each) => each.name === name);
      if (webhook !== undefined) trust.gate.admit(new URL(webhook.url).hostname);
      webhooks.test(name);
    },
  };
}
