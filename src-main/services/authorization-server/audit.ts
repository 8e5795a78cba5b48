import type { ExchangeNotes } from '#main/platform/http.ts';
import { type AuditEvent, type AuditEventType, auditEvents } from '#shared/oauth/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { TokenFactory } from './token-factory.ts';

/** Reports an event: to the exchange in which it happened, and to all listeners. */
export interface Audit {
  emit(type: AuditEventType, fields: AuditEvent['fields'], notes?: ExchangeNotes): void;
  /** Calls back at every event while somebody is interested: an event is built only then. */
  onEvent(listener: (event: AuditEvent) => void, isInterested?: () => boolean): () => void;
}

const tags = Object.fromEntries(Object.keys(auditEvents).map((type) => [type, `event:${type}`])) as Readonly<
  Record<AuditEventType, string>
>;

/** Makes the teller. */
export function createAudit(clock: Clock, ids: TokenFactory): Audit {
  const listeners = new Map<(event: AuditEvent) => void, () => boolean>();
  return {
    emit(type, fields, notes) {
      notes?.tags.push(tags[type]);
      let event: AuditEvent | null = null;
      for (const [listener, isInterested] of listeners) {
        if (!isInterested()) continue;
        const subject = fields.username ?? fields.clientId ?? fields.keyId ?? '';
        event ??= { id: ids.next(), type, atMillis: clock.nowMillis(), subject, fields };
        listener(event);
      }
    },
    onEvent(listener, isInterested = () => true) {
      listeners.set(listener, isInterested);
      return () => void listeners.delete(listener);
    },
  };
}
