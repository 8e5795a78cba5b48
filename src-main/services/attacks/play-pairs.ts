import { type Player, plainValue } from '#main/services/flow-player/index.ts';
import type { ScriptStep } from '#shared/flows/index.ts';
import type { Random } from '#shared/time/clock.ts';

type SendStep = Extract<ScriptStep, { act: 'send' }>;

/** A series has this long, so that a case with one is done in three minutes. */
const maxSeriesMillis = 170_000;
/** Pairs between two signs of life. */
const pairsPerSign = 10;
/** Servers lock a user after three wrong guesses in a row at the earliest. */
const pairsPerReset = 2;

/** Two steps that are sent in pairs. */
export interface PairedSteps {
  readonly first: SendStep;
  readonly second: SendStep;
  /** Sent again before every second pair; null: nothing is. */
  readonly reset: SendStep | null;
}

/** Parts that pairs are sent with. */
export interface PairContext {
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Real time, in milliseconds. */
  readonly nowMillis: () => number;
  readonly onPair?: (done: number, total: number) => void;
}

/** Returns the pair that a step is the second one of; null where it is none. */
export function pairEndingWith(step: ScriptStep, steps: readonly ScriptStep[]): PairedSteps | null {
  if (step.act !== 'send' || step.paired === undefined) return null;
  const { paired } = step;
  const first = sendStepOf(steps, paired.with);
  if (first === null) return null;
  return { first, second: step, reset: paired.reset === undefined ? null : sendStepOf(steps, paired.reset) };
}

/** True for a step that is sent together with a later one. */
export function isSentLater({ id }: ScriptStep, steps: readonly ScriptStep[]): boolean {
  return steps.some((step) => step.act === 'send' && step.paired?.with === id);
}

function sendStepOf(steps: readonly ScriptStep[], wanted: string): SendStep | null {
  return steps.find((step): step is SendStep => step.act === 'send' && step.id === wanted) ?? null;
}

/**
 * Sends two steps in pairs, in random order within each, one request at a time. It ends early when it is cancelled, when
 * the time is over, and when the step that begins anew is refused: then there are fewer pairs.
 * @throws flow.value-missing, PlayFailure
 */
export async function playPairs(player: Player, pair: PairedSteps, context: PairContext): Promise<void> {
  const { first, second, reset } = pair;
  const { random, signal, nowMillis } = context;
  const endsAtMillis = nowMillis() + maxSeriesMillis;
  const total = Math.min(first.times, second.times);
  const pauseSeconds = second.paired?.pauseSeconds ?? 0;
  for (let count = 0; count < total && nowMillis() < endsAtMillis; count += 1) {
    player.set('attempt', plainValue(String(count + 1), second.id));
    player.target.operator?.advance(pauseSeconds * 1_000);
    if (reset !== null && count % pairsPerReset === 0 && !(await isAccepted(player, reset, signal))) return;
    const isTurned = ((random.bytes(1)[0] ?? 0) & 1) === 1;
    // Both are put together before either is sent: that takes time too.
    const ready = [];
    for (const step of isTurned ? [second, first] : [first, second])
      ready.push({ step, request: await player.prepare(step.request, step.browser) });
    for (const { step, request } of ready) {
      if (signal.aborted) return;
      await player.transmit(step.id, request, step.browser, step.connection);
    }
    if ((count + 1) % pairsPerSign === 0) context.onPair?.(count + 1, total);
  }
}

async function isAccepted(player: Player, step: SendStep, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const request = await player.prepare(step.request, step.browser);
  const { response } = await player.transmit(step.id, request, step.browser, step.connection);
  return response !== null && response.status < 400;
}
