import { type AuditEventType, auditEvents } from '#shared/oauth/audit-events.ts';
import { sharedMessages } from '../words/shared-messages.ts';

const prefix = 'event:';

function isKnown(type: string): type is AuditEventType {
  return Object.hasOwn(auditEvents, type);
}

/** The audit events of an exchange: their types, and what each means. */
export function AuditEvents({ tags }: { readonly tags: readonly string[] }) {
  const types = tags.filter((tag) => tag.startsWith(prefix)).map((tag) => tag.slice(prefix.length));
  if (types.length === 0) return null;
  return (
    <ul className="audit-events" aria-label={sharedMessages.exchange.events}>
      {types.map((type) => (
        <li key={type}>
          <span className="mono">{type}</span>
          {isKnown(type) ? <span className="ref">{auditEvents[type].title}</span> : null}
        </li>
      ))}
    </ul>
  );
}
