import { useServiceNow } from '#renderer/api/service-clock.ts';
import { formatDateTime, formatRelative } from '#renderer/words/format.ts';

/** An instant in epoch milliseconds as people say it, and how far it is from the services' clock. */
export function Instant({ atMillis }: { readonly atMillis: number }) {
  const nowMillis = useServiceNow();
  return (
    <span className="tok-instant">
      {formatDateTime(atMillis)}
      {nowMillis === null ? null : <span className="muted"> {formatRelative(atMillis, nowMillis)}</span>}
    </span>
  );
}
