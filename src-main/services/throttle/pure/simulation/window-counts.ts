import type {
  CountWindow,
  SimulationInput,
  SimulationPorts,
  WindowCounts,
} from '#shared/throttle/simulation/types.ts';
import type { PolicyPorts } from '#shared/throttle/types.ts';
import { runFast } from './fast-run.ts';
import { buildModel } from './model.ts';
import type { Seen } from './seen.ts';
import { isSequential } from './simulate.ts';
import { runSlow } from './slow-run.ts';
import { createYielder } from './yield-point.ts';

const nanosPerSecond = 1_000_000_000;

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
  const untilNanos = Math.min(model.bins.endNanos, Math.ceil(window.untilSeconds * nanosPerSecond));
  const counts = new Counts(window, untilNanos);
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
  readonly #fromNanos: number;
  readonly #binNanos: number;
  readonly #counts: Readonly<Record<'accepted' | 'refused' | 'failed' | 'notTaken', Uint32Array>>;

  constructor(window: CountWindow, untilNanos: number) {
    this.#window = window;
    this.#fromNanos = Math.round(window.fromSeconds * nanosPerSecond);
    this.#binNanos = Math.round(window.binSeconds * nanosPerSecond);
    const count = Math.max(1, Math.ceil((untilNanos - this.#fromNanos) / this.#binNanos));
    const none = () => new Uint32Array(count);
    this.#counts = { accepted: none(), refused: none(), failed: none(), notTaken: none() };
  }

  add({ now, outcome }: Seen): void {
    if (now < this.#fromNanos) return;
    const isCounted = outcome === 'refused' || outcome === 'failed' || outcome === 'notTaken';
    const counts = this.#counts[isCounted ? outcome : 'accepted'];
    const bin = Math.floor((now - this.#fromNanos) / this.#binNanos);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }

  result(): WindowCounts {
    const { fromSeconds, binSeconds } = this.#window;
    const { accepted, refused, failed, notTaken } = this.#counts;
    return {
      fromSeconds,
      binSeconds,
      offered: Array.from(accepted, (count, bin) => count + (refused[bin] ?? 0) + (failed[bin] ?? 0)),
      accepted: [...accepted],
      refused: [...refused],
      notTaken: [...notTaken],
    };
  }
}
