import { retryAfterSeconds } from '#shared/throttle/headers.ts';
import type {
  CountWindow,
  SimulationInput,
  SimulationPorts,
  WindowCounts,
} from '#shared/throttle/simulation/types.ts';
import type { PolicyPorts } from '#shared/throttle/types.ts';
import { type DetailWindow, windowBins } from './bins.ts';
import { runFast } from './fast-run.ts';
import { buildModel } from './model.ts';
import type { Seen } from './seen.ts';
import { isSequential } from './simulate.ts';
import { runSlow } from './slow-run.ts';
import { addOne } from './state.ts';
import { Tally } from './tally.ts';
import { createYielder } from './yield-point.ts';

/**
 * Counts the requests of a part of the time in pieces of another length than those of the result, by running again up to
 * its end.
 * @throws simulation.no-filter, simulation.script-missing, simulation.cancelled, simulation.too-large
 */
export async function countsIn(
  input: SimulationInput,
  ports: PolicyPorts & SimulationPorts,
  window: CountWindow,
): Promise<WindowCounts> {
  const yieldNow = createYielder(ports, 1);
  const model = await buildModel(input, ports, yieldNow);
  const part = windowBins(window, model.bins.endNanos);
  const untilNanos = part.bins.endNanos;
  const counts = new Counts(window, part);
  const options = { seed: input.traffic.seed, untilNanos };
  if (isSequential(model)) {
    const slow = await runSlow(model, { ...options, yieldNow: createYielder(ports, 256) });
    for (const seen of slow.seen) counts.add(seen);
  } else await runFast(model, { ...options, observer: (seen) => counts.add(seen), yieldNow });
  return counts.result();
}

/** Counts of what was seen, by piece. */
class Counts {
  readonly #window: CountWindow;
  readonly #part: DetailWindow;
  readonly #tally: Tally;

  constructor(window: CountWindow, part: DetailWindow) {
    this.#window = window;
    this.#part = part;
    this.#tally = new Tally(part.bins);
  }

  add({ now, outcome, waitNanos, attempt, first }: Seen): void {
    const { fromNanos, bins } = this.#part;
    if (now < fromNanos) return;
    const bin = Math.floor((now - fromNanos) / bins.nanos);
    if (outcome === 'refused') return this.#tally.refuse(bin, retryAfterSeconds(waitNanos));
    if (outcome === 'failed' || outcome === 'notTaken') return addOne(this.#tally[outcome], bin);
    addOne(this.#tally.accepted, bin);
    if (attempt > 1) this.#tally.waited(bin, now - first);
  }

  result(): WindowCounts {
    const { fromSeconds, binSeconds } = this.#window;
    const { accepted, refused, failed, notTaken, retryAfter, waiting } = this.#tally;
    return {
      fromSeconds,
      binSeconds,
      offered: Array.from(accepted, (count, bin) => count + (refused[bin] ?? 0) + (failed[bin] ?? 0)),
      accepted: [...accepted],
      refused: [...refused],
      notTaken: [...notTaken],
      retryAfter: retryAfter.perBin,
      waiting: waiting.perBin,
    };
  }
}
