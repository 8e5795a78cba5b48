import { useServiceNow } from '#renderer/api/service-clock.ts';
import { formatCountdown } from '#renderer/words/format.ts';
import type { FlowValue } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';

/** How much of a value's life is left at `nowMillis`, from 1 (just issued) to 0 (over). */
export function lifeLeft(issuedAtMillis: number, expiresAtMillis: number, nowMillis: number): number {
  const whole = expiresAtMillis - issuedAtMillis;
  if (whole <= 0) return 0;
  return Math.min(1, Math.max(0, (expiresAtMillis - nowMillis) / whole));
}

/** The life that is left in a value, by the clock of the services. */
export function Life({ value }: { readonly value: FlowValue }) {
  const nowMillis = useServiceNow();
  const { issuedAtMillis, expiresAtMillis } = value;
  if (issuedAtMillis === null || expiresAtMillis === null || nowMillis === null) return null;
  const isLive = value.tone !== 'danger';
  const left = isLive ? lifeLeft(issuedAtMillis, expiresAtMillis, nowMillis) : 0;
  const countdown = formatCountdown(isLive ? expiresAtMillis - nowMillis : 0);
  return (
    <>
      <span className="life" aria-hidden="true">
        <i style={{ width: `${left * 100}%` }} />
      </span>
      <span className="vh">{flowMessages.values.life(value.name)}</span>
      <span className="ref mono">{countdown}</span>
    </>
  );
}
