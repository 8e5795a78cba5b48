import type { Logger } from '#main/platform/ports.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';
import type { Outbox, OutboxMessage } from '#main/services/outbox/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';
import { matchesEventPattern } from '#shared/oauth/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Webhook } from '#shared/workspace/index.ts';
import { webhookHeaders } from './signature.ts';

const topic = 'webhook';
const timeoutMillis = 10_000;
const maxResponseBytes = 65_536;
/** Beyond this many deliveries that wait, new events are counted and not kept. */
const maxPending = 100_000;
/** A delivery that has failed for so long is given up. */
const giveUpAfterMillis = 3 * 86_400_000;

/** Facts about one subscription since the start. */
export interface WebhookStatus {
  readonly name: string;
  readonly delivered: number;
  /** Deliveries that wait, for their turn or for the next attempt. */
  readonly pending: number;
  /** Events that were not kept, or given up after three days. */
  readonly lost: number;
  /** Why the last attempt failed; null where it did not. */
  readonly lastError: string | null;
}

/** An audit event, of whichever service; without one it is of the authorization server. */
interface TellableEvent {
  readonly id: string;
  readonly type: string;
  readonly atMillis: number;
  /** Orders deliveries: all events of one subject arrive in the order in which they happened. */
  readonly subject: string;
  readonly fields: Readonly<Partial<Record<string, string>>>;
  readonly service?: ServiceKey;
}

/** Tells subscribers of audit events. */
export interface Webhooks {
  /** Buffers an event for every subscription that wants it, with the writes of what happened. */
  publish(event: TellableEvent): void;
  status(): readonly WebhookStatus[];
  problems(): readonly Problem[];
  /**
   * Sends an event of the type `webhook.test`.
   * @throws webhook.unknown
   */
  test(name: string): void;
}

export interface WebhookPorts {
  readonly outbox: Outbox;
  readonly send: SendRecorded;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly webhooks: () => readonly Webhook[];
  /** Names events, unpredictably. */
  readonly nextId: () => string;
  /** URL of the service that an event is of. */
  readonly source: (service: ServiceKey) => string;
}

/** An event as it is sent. */
interface Delivery extends Omit<TellableEvent, 'fields'> {
  readonly webhook: string;
  readonly data: Readonly<Partial<Record<string, string>>>;
}

interface Counts {
  delivered: number;
  lost: number;
  lastError: string | null;
}

/**
 * Makes the teller: at least once, with back-off, over restarts; what concerns one subject arrives in its order.
 * Document 3 §6
 */
export function createWebhooks(ports: WebhookPorts): Webhooks {
  const { outbox, logger, clock, webhooks } = ports;
  const counts = new Map<string, Counts>();
  const countsOf = (name: string): Counts => {
    const known = counts.get(name) ?? { delivered: 0, lost: 0, lastError: null };
    counts.set(name, known);
    return known;
  };

  function enqueue({ name }: Webhook, event: Omit<Delivery, 'webhook'>): void {
    if (outbox.pending(topic) >= maxPending) {
      countsOf(name).lost += 1;
      return;
    }
    outbox.enqueue(topic, `${name}\n${event.subject}`, { webhook: name, ...event } satisfies Delivery);
  }

  async function deliver(message: OutboxMessage): Promise<void> {
    const delivery = message.payload as Delivery;
    const webhook = webhooks().find(({ name }) => name === delivery.webhook);
    // A subscriber that has unsubscribed is not told any more.
    if (webhook?.isEnabled !== true) return;
    const count = countsOf(webhook.name);
    try {
      await post(ports, webhook, delivery);
      count.delivered += 1;
      count.lastError = null;
    } catch (error) {
      count.lastError = error instanceof Error ? error.message : String(error);
      if (clock.nowMillis() - message.enqueuedAtMillis < giveUpAfterMillis) throw error;
      count.lost += 1;
      logger.warn('webhook.given-up', { webhook: webhook.name, id: delivery.id, error });
    }
  }

  outbox.register(topic, deliver);
  return {
    publish(event) {
      for (const webhook of webhooks()) {
        if (!webhook.isEnabled || !webhook.events.some((pattern) => matchesEventPattern(pattern, event.type)))
          continue;
        const { id, type, atMillis, subject, fields, service } = event;
        const from = service === undefined ? {} : { service };
        enqueue(webhook, { id, type, atMillis, subject, data: { ...fields }, ...from });
      }
    },
    status: () =>
      webhooks().map(({ name }) => ({
        name,
        ...countsOf(name),
        pending: outbox.pending(topic, `${name}\n`),
      })),
    problems: () => webhooks().flatMap((webhook) => problemsOf(webhook, countsOf(webhook.name))),
    test(name) {
      const webhook = webhooks().find((each) => each.name === name);
      if (webhook === undefined) throw unknownWebhook(name);
      enqueue(webhook, {
        id: ports.nextId(),
        type: 'webhook.test',
        atMillis: clock.nowMillis(),
        subject: '',
        data: {},
      });
    },
  };
}

async function post(
  { send, source, clock }: WebhookPorts,
  webhook: Webhook,
  delivery: Delivery,
): Promise<void> {
  const { id, type, atMillis, subject, data, service = 'authorizationServer' } = delivery;
  const body = JSON.stringify({
    id,
    type,
    timestamp: new Date(atMillis).toISOString(),
    source: source(service),
    subject,
    data,
  });
  const { origin, host, pathname, search } = new URL(webhook.url);
  const headers = [
    'Host',
    host,
    'Content-Type',
    'application/json',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Connection',
    'close',
    ...webhookHeaders(id, clock.nowMillis(), body, webhook.secret()),
  ];
  const { response } = await send(
    { method: 'POST', origin, target: `${pathname}${search}`, headers, body },
    {
      service,
      tags: [`webhook:${webhook.name}`, `event:${type}`],
      limits: { timeoutMillis, maxBytes: maxResponseBytes },
    },
  );
  if (response.status < 200 || response.status > 299)
    throw new GatehouseError('webhook.refused', `${webhook.url} responded with status ${response.status}.`, {
      fix: 'Gatehouse tries again. Check the log of the receiver.',
    });
}

function problemsOf(webhook: Webhook, { lastError, lost }: Counts): readonly Problem[] {
  if (!webhook.isEnabled || (lastError === null && lost === 0)) return [];
  const location = { file: `webhooks/${webhook.name}.json`, pointer: '/url' };
  const gone = lost === 0 ? '' : ` ${lost} events were lost.`;
  const why = lastError === null ? '' : ` ${lastError}`;
  return [
    new GatehouseError(
      'webhook.failing',
      `The webhook ${webhook.name} does not receive its events.${why}${gone}`,
      {
        fix: 'Start its receiver, fix its URL, or disable the webhook. Gatehouse retries deliveries for three days.',
        location,
      },
    ).toProblem('warning'),
  ];
}

function unknownWebhook(name: string): GatehouseError {
  return new GatehouseError('webhook.unknown', `The webhook ${name} does not exist.`, {
    fix: 'Use a name of a file in the folder webhooks.',
  });
}
