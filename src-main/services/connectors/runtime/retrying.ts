import { systemTimers } from '#main/platform/timers.ts';
import type { ConnectorProperties, RemoteRequest } from '#shared/connectors/index.ts';
import { idempotencyField, repetitionOf } from '#shared/connectors/retries/plan.ts';
import { retryAfterMillis } from '#shared/http/retry-after.ts';
import { ConnectorFailure } from '../failure.ts';
import type { Call, ConnectorPorts } from '../ports.ts';
import { refuseStopped } from '../remote/failures.ts';
import type { DraftStep } from '../remote/steps.ts';
import type { SentRequest } from '../remote/wire-request.ts';

/** Sends a request once. @throws ConnectorFailure where no answer came */
type SendOnce = (request: RemoteRequest) => Promise<SentRequest | null>;

/** Sends a request, and again as `retries` says, within the time of the operation. */
export type SendAgain = (request: RemoteRequest, call: Call, send: SendOnce) => Promise<SentRequest | null>;

/** The outcome of one attempt: a response, or a failure. */
type Outcome = { readonly sent: SentRequest | null } | { readonly failure: ConnectorFailure };

/** Creates the retry logic; null if no retry rules are configured. */
export function createRetrying(
  { retries: rules }: ConnectorProperties,
  { random, clock, timers = systemTimers }: Pick<ConnectorPorts, 'random' | 'clock' | 'timers'>,
): SendAgain | null {
  if (rules.length === 0) return null;

  /** Waits for the next attempt; false if there is none. */
  async function waited(method: string, outcome: Outcome, repetitions: number, call: Call): Promise<boolean> {
    if (call.signal?.aborted === true) return false;
    const { status, retryAfter } = endOf(outcome);
    const next = repetitionOf(
      rules,
      { method, status, repetitions, retryAfterMillis: retryAfter },
      () => (random.bytes(1)[0] ?? 0) / 256,
    );
    const step = next === null ? null : stepOf(outcome);
    if (next === null || step === null) return false;
    const millis = call.replay === undefined ? next.delayMillis : 0;
    if (call.deadlineMillis !== undefined && timers.nowMillis() + millis >= call.deadlineMillis) {
      note(step, `not retried: the operation would time out before the delay of ${millis} ms ends`);
      return false;
    }
    note(step, `retry ${repetitions + 1} of ${next.attempts} after ${millis} ms`);
    await timers.wait(millis, call.signal).catch((error: unknown) => {
      refuseStopped(call.signal);
      throw error;
    });
    return true;
  }

  function endOf(outcome: Outcome): { readonly status: number | null; readonly retryAfter: number | null } {
    if ('failure' in outcome || outcome.sent === null) return { status: null, retryAfter: null };
    const { status } = outcome.sent.response;
    return { status, retryAfter: status < 400 ? null : retryAfterOf(outcome.sent) };
  }

  /** A date is read by the remote's own clock, which its Date field gives. RFC 9110 §10.2.3 */
  function retryAfterOf({ response: { headers } }: SentRequest): number | null {
    const field = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
    const text = field('retry-after');
    const dateMillis = Date.parse(field('date') ?? '');
    const nowMillis = Number.isNaN(dateMillis) ? clock.nowMillis() : dateMillis;
    return text === undefined ? null : retryAfterMillis(text, nowMillis);
  }

  return async (given, call, send) => {
    const field = idempotencyField(rules, given.method);
    const request =
      field === null ? given : withKey(given, field, Buffer.from(random.bytes(16)).toString('hex'));
    for (let repetitions = 0; ; repetitions += 1) {
      const outcome = await outcomeOf(send(request));
      if (await waited(request.method, outcome, repetitions, call)) continue;
      if ('failure' in outcome) throw outcome.failure;
      return outcome.sent;
    }
  };
}

/** Only lost requests are worth repeating: an invalid configuration fails every time. */
async function outcomeOf(sending: Promise<SentRequest | null>): Promise<Outcome> {
  try {
    return { sent: await sending };
  } catch (error) {
    const isLost =
      error instanceof ConnectorFailure && (error.type === 'RETRYABLE' || error.type === 'TIMEOUT');
    if (isLost && error.step !== null) return { failure: error };
    throw error;
  }
}

function stepOf(outcome: Outcome): DraftStep | null {
  if ('failure' in outcome) return outcome.failure.step;
  return outcome.sent === null ? null : outcome.sent.step();
}

function note(step: DraftStep, text: string): void {
  step.notes = [...step.notes, text];
}

/** Adds one idempotency key for all attempts, unless the operation sets the field itself. */
function withKey(request: RemoteRequest, field: string, key: string): RemoteRequest {
  if (request.headers.some(([name]) => name.toLowerCase() === field.toLowerCase())) return request;
  return { ...request, headers: [...request.headers, [field, key]] };
}
