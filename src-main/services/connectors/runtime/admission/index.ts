import { type StopSignal, systemTimers, type Timers } from '#main/platform/timers.ts';
import type { ConnectorDocument } from '#shared/connectors/index.ts';
import { refuseStopped } from '../../remote/failures.ts';
import { createPool } from './pool.ts';
import { createRateLimit, type Enter } from './rate-limit.ts';

type LimitedOperation = keyof NonNullable<ConnectorDocument['operationRateLimits']>;

/** Lets an operation begin when its turn has come. Resolves with what ends it. @throws ConnectorFailure RETRYABLE */
export type Admit = (operation: LimitedOperation, signal: StopSignal | undefined) => Promise<() => void>;

/** Makes the admission of a connector by `operationRateLimits` and `poolConfigOption`; null: everything may begin. */
export function createAdmission(
  { operationRateLimits, poolConfigOption }: ConnectorDocument,
  timers: Timers = systemTimers,
): Admit | null {
  const limits = new Map<string, Enter>();
  for (const [operation, limit] of Object.entries(operationRateLimits ?? {}))
    if (limit !== null && limit !== undefined)
      limits.set(operation, createRateLimit(operation, limit, timers));
  const pool =
    poolConfigOption === null || poolConfigOption === undefined ? null : createPool(poolConfigOption, timers);
  if (limits.size === 0 && pool === null) return null;
  return async (operation, signal) => {
    try {
      await limits.get(operation)?.(signal);
      return pool === null ? () => undefined : await pool(signal);
    } catch (error) {
      refuseStopped(signal);
      throw error;
    }
  };
}
