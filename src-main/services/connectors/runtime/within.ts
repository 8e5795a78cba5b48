import { systemTimers, type Timers, timerMillis } from '#main/platform/timers.ts';
import type { ConnectorDocument } from '#shared/connectors/index.ts';
import { ConnectorFailure } from '../failure.ts';
import type { Call } from '../ports.ts';
import type { Admit } from './admission/index.ts';

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

/** Limits for an operation. */
export interface OperationBounds {
  readonly document: ConnectorDocument;
  /** null: everything may begin. */
  readonly admit: Admit | null;
  /** Absent: those of the machine. */
  readonly timers: Timers | undefined;
}

/**
 * Performs an operation when its turn has come, in the time that it may take with that.
 * @throws ConnectorFailure TIMEOUT, RETRYABLE
 */
export async function within<T>(
  { document, admit, timers = systemTimers }: OperationBounds,
  operation: keyof typeof usualMillis,
  call: Call,
  perform: (call: Call) => Promise<T>,
): Promise<T> {
  const limitMillis = call.timeoutMillis ?? document.operationTimeout?.[operation] ?? usualMillis[operation];
  const admitted =
    admit === null ? perform : (bounded: Call) => afterAdmission(admit, operation, bounded, perform);
  if (limitMillis <= 0) return admitted(call);
  const impatience = new AbortController();
  const timer = setTimeout(() => impatience.abort(tooSlow(operation, limitMillis)), timerMillis(limitMillis));
  const signal =
    call.signal === undefined ? impatience.signal : AbortSignal.any([call.signal, impatience.signal]);
  try {
    return await admitted({ ...call, signal, deadlineMillis: timers.nowMillis() + limitMillis });
  } finally {
    clearTimeout(timer);
  }
}

async function afterAdmission<T>(
  admit: Admit,
  operation: keyof typeof usualMillis,
  call: Call,
  perform: (call: Call) => Promise<T>,
): Promise<T> {
  if (call.isDryRun === true || call.replay !== undefined) return perform(call);
  const leave = await admit(operation, call.signal);
  try {
    return await perform(call);
  } finally {
    leave();
  }
}

function tooSlow(operation: string, limitMillis: number): ConnectorFailure {
  return new ConnectorFailure('TIMEOUT', `${operation} took longer than ${limitMillis} ms.`, {
    fix: `Raise operationTimeout.${operation}, or ask for less at once.`,
  });
}
