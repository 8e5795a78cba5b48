import { DeadlineQueue } from '#main/platform/deadlines.ts';
import { systemTimers, type Timers } from '#main/platform/timers.ts';
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

type Operation = keyof typeof usualMillis;

/** The deadlines of the operations under way, by their names. */
export type OperationDeadlines = Map<Operation, DeadlineQueue>;

/** Limits for an operation. */
export interface OperationBounds {
  readonly document: ConnectorDocument;
  /** null: everything may begin. */
  readonly admit: Admit | null;
  readonly deadlines: OperationDeadlines;
  /** Absent: those of the machine. */
  readonly timers: Timers | undefined;
}

/**
 * Performs an operation when its turn has come, in the time that it may take with that.
 * @throws ConnectorFailure TIMEOUT, RETRYABLE
 */
export async function within<T>(
  { document, admit, deadlines, timers = systemTimers }: OperationBounds,
  operation: Operation,
  call: Call,
  perform: (call: Call) => Promise<T>,
): Promise<T> {
  const limitMillis = call.timeoutMillis ?? document.operationTimeout?.[operation] ?? usualMillis[operation];
  const admitted =
    admit === null ? perform : (bounded: Call) => afterAdmission(admit, operation, bounded, perform);
  if (limitMillis <= 0) return admitted(call);
  const deadline = queueOf(deadlines, operation, limitMillis).begin();
  const { signal: outer } = call;
  const stop = () => deadline.stop(outer?.reason);
  if (outer?.aborted === true) stop();
  outer?.addEventListener('abort', stop, { once: true });
  try {
    return await admitted({ ...call, signal: deadline, deadlineMillis: timers.nowMillis() + limitMillis });
  } finally {
    deadline.end();
    outer?.removeEventListener('abort', stop);
  }
}

/** A call with a limit of its own gets a queue of its own. */
function queueOf(deadlines: OperationDeadlines, operation: Operation, limitMillis: number): DeadlineQueue {
  const known = deadlines.get(operation);
  if (known?.limitMillis === limitMillis) return known;
  const queue = new DeadlineQueue(limitMillis, () => tooSlow(operation, limitMillis));
  if (known === undefined) deadlines.set(operation, queue);
  return queue;
}

async function afterAdmission<T>(
  admit: Admit,
  operation: Operation,
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
