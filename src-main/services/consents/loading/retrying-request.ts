import { GatehouseError } from '#shared/errors/index.ts';
import type { PlatformResponse } from '../platform-client/client.ts';
import type { Gate } from './gate.ts';
import { judge, networkFailure } from './verdict.ts';

const maxAttempts = 10;
const firstRetryMillis = 1_000;
const maxRetryMillis = 30_000;
const maxWaitMillis = 300_000;

/** Asks until there is an answer that says something: refusals for the rate and passing failures are waited out. */
export type AskPatiently = (perform: () => Promise<PlatformResponse>) => Promise<PlatformResponse>;

/** Makes what asks with patience, at the pace of a gate. It gives up after ten failures. @throws import.target-failed */
export function createPatientAsk(gate: Gate, signal: AbortSignal): AskPatiently {
  return async (perform) => {
    for (let failures = 0; ; ) {
      const sentAtMillis = await gate.pass(signal);
      const outcome = await attempt(perform, signal);
      const verdict = 'answer' in outcome ? judge(outcome.answer) : outcome;
      if (verdict.kind === 'refused') {
        gate.refused(sentAtMillis);
        const waitMillis = Math.min(maxWaitMillis, verdict.waitMillis ?? firstRetryMillis);
        await pause(waitMillis, signal);
        continue;
      }
      gate.passed();
      if (verdict.kind !== 'transient' && 'answer' in outcome) return outcome.answer;
      failures += 1;
      if (failures >= maxAttempts)
        throw new GatehouseError(
          'import.target-failed',
          `The target failed ${failures} times: ${wordsOf(verdict)}`,
          {
            fix: 'Check the target and the network connection, then try again.',
          },
        );
      await pause(Math.min(maxRetryMillis, firstRetryMillis * 2 ** (failures - 1)), signal);
    }
  };
}

/** Waits; rejects with the reason of `signal`. */
async function pause(millis: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const over = Promise.withResolvers<void>();
  const stop = () => over.reject(signal.reason);
  const timer = setTimeout(over.resolve, millis);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await over.promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function wordsOf(verdict: object): string {
  return 'failure' in verdict ? (verdict.failure as { message: string }).message : '';
}

async function attempt(perform: () => Promise<PlatformResponse>, signal: AbortSignal) {
  try {
    return { answer: await perform() } as const;
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof GatehouseError && error.code === 'import.target-refused') throw error;
    return { kind: 'transient', failure: networkFailure(error) } as const;
  }
}
