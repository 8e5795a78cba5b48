import { timerMillis } from '#main/platform/timers.ts';
import type { ConnectorDocument } from '#shared/connectors/index.ts';
import { ConnectorFailure } from '../failure.ts';
import type { Call } from '../ports.ts';

type TimeoutKey = keyof NonNullable<ConnectorDocument['operationTimeout']>;

/** How long operations may take where `operationTimeout` does not say, in milliseconds. Spec 2 §1 */
const usualMillis = {
  CREATE: 15_000,
  UPDATE: 15_000,
  DELETE: 15_000,
  GET: 15_000,
  SEARCH: 15_000,
  SCRIPT_ON_CONNECTOR: 15_000,
  TEST: 5_000,
} as const satisfies Partial<Record<TimeoutKey, number>>;

/** Performs an operation in the time that it may take. @throws ConnectorFailure TIMEOUT */
export async function within<T>(
  document: ConnectorDocument,
  operation: keyof typeof usualMillis,
  call: Call,
  perform: (call: Call) => Promise<T>,
): Promise<T> {
  const limitMillis = call.timeoutMillis ?? document.operationTimeout?.[operation] ?? usualMillis[operation];
  if (limitMillis <= 0) return perform(call);
  const impatience = new AbortController();
  const timer = setTimeout(() => impatience.abort(tooSlow(operation, limitMillis)), timerMillis(limitMillis));
  const signal =
    call.signal === undefined ? impatience.signal : AbortSignal.any([call.signal, impatience.signal]);
  try {
    return await perform({ ...call, signal });
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(operation: string, limitMillis: number): ConnectorFailure {
  return new ConnectorFailure('TIMEOUT', `${operation} took longer than ${limitMillis} ms.`, {
    fix: `Raise operationTimeout.${operation}, or ask for less at once.`,
  });
}
