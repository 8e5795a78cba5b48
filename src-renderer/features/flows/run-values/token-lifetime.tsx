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

export interface LifeProps {
  readonly value: FlowValue;
  /** One that is used up or revoked has no life to count down. */
  readonly isLive: boolean;
}

/** The life that is left in a value, by the clock of the services. */
export function Life({ value, isLive }: LifeProps) {
  const nowMillis = useServiceNow();
  const { issuedAtMillis, expiresAtMillis } = value;
  if (!isLive || issuedAtMillis === null || expiresAtMillis === null || nowMillis === null) return null;
  const left = lifeLeft(issuedAtMillis, expiresAtMillis, nowMillis);
  return (
    <>
      <span className="life" aria-hidden="true">
        <i style={{ width: `${left * 100}%` }} />
      </span>
      <span className="vh">{flowMessages.values.life(value.name)}</span>
      <span className="ref mono">{formatCountdown(expiresAtMillis - nowMillis)}</span>
    </>
  );
}
