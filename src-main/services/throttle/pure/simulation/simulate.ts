import type {
  GroupResult,
  SimulationInput,
  SimulationPorts,
  SimulationResult,
} from '#shared/throttle/simulation/types.ts';
import type { PolicyPorts } from '#shared/throttle/types.ts';
import { assemble, groupsInDetail } from './assemble.ts';
import type { DetailWindow } from './bins.ts';
import { GroupDetail } from './detail.ts';
import { type FastRun, type FastRunOptions, runFast } from './fast-run.ts';
import { buildModel, type Model, type ResolvedRate } from './model.ts';
import type { Observer } from './seen.ts';
import { runSlow, type SlowRun } from './slow-run.ts';
import { createYielder } from './yield-point.ts';

const defaultGroups = 24;
/** Requests that a sequential simulation decides before it lets others run. */
const requestsBetweenSequentialYields = 256;
/** Share of the time that the first pass takes; the second one looks at the groups in detail. */
const firstPass = 0.9;

/** Tests whether requests have to be decided one by one in the order of time. */
export function isSequential({ policy, filter, keys }: Model): boolean {
  const { carryOver, maxGroups } = filter.config;
  return !policy.isPure || carryOver || keys.length > maxGroups;
}

/**
 * Runs traffic against a throttling filter in virtual time, with the engine of the gateway itself. The same inputs give
 * the same result to the last bit, whatever the machine.
 * @throws simulation.no-filter, simulation.script-missing, simulation.cancelled, simulation.too-large
 */
export async function simulate(
  input: SimulationInput,
  ports: PolicyPorts & SimulationPorts,
): Promise<SimulationResult> {
  const model = await buildModel(input, ports, createYielder(ports, 1));
  const isSlow = isSequential(model);
  const result = await (isSlow ? simulateSlowly(model, input, ports) : simulateFast(model, input, ports));
  ports.onProgress?.(1);
  return result;
}

async function simulateFast(
  model: Model,
  { traffic, groups = defaultGroups }: SimulationInput,
  ports: SimulationPorts,
): Promise<SimulationResult> {
  const options = {
    seed: traffic.seed,
    untilNanos: model.bins.endNanos,
    yieldNow: createYielder(ports, 1),
  };
  const onProgress = (share: number) => ports.onProgress?.(share * firstPass);
  const fast = await runFast(model, { ...options, observer: null, onProgress });
  const shown = groupsInDetail(fast.state, groups);
  return assemble(model, fast.state, model.answers, await detailsOfFast(model, fast, shown, options));
}

/** Looks at groups in detail: all shards but theirs are known by their counts; these run again, exactly as before. */
export async function detailsOfFast(
  model: Model,
  { shards }: Pick<FastRun, 'shards'>,
  shown: readonly number[],
  options: Pick<FastRunOptions, 'seed' | 'untilNanos' | 'yieldNow'> & { readonly window?: DetailWindow },
): Promise<readonly GroupResult[]> {
  const { window = wholeOf(model), ...running } = options;
  const only = new Set(shown.map((group) => shards.ofGroup[group] ?? 0));
  const details = new Details(model, { shown, answers: model.answers, window });
  if (shown.length > 0) await runFast(model, { ...running, observer: details.observe, only });
  return details.results();
}

/** Looks at groups in detail, where every decision is known. */
export function detailsOfSlow(
  model: Model,
  { answers, seen }: Pick<SlowRun, 'answers' | 'seen'>,
  shown: readonly number[],
  window: DetailWindow = wholeOf(model),
): readonly GroupResult[] {
  const details = new Details(model, { shown, answers, window });
  for (const each of seen) details.observe(each);
  return details.results();
}

async function simulateSlowly(
  model: Model,
  { traffic, groups = defaultGroups }: SimulationInput,
  ports: SimulationPorts,
): Promise<SimulationResult> {
  const slow = await runSlow(model, {
    seed: traffic.seed,
    untilNanos: model.bins.endNanos,
    yieldNow: createYielder(ports, requestsBetweenSequentialYields),
    onProgress: (share) => ports.onProgress?.(share),
  });
  const { state, answers } = slow;
  return assemble(model, state, answers, detailsOfSlow(model, slow, groupsInDetail(state, groups)));
}

function wholeOf({ bins }: Model): DetailWindow {
  return { bins, fromNanos: 0 };
}

/** The groups that are followed in detail. */
class Details {
  readonly #untilNanos: number;
  readonly #details: ReadonlyMap<number, GroupDetail>;
  readonly observe: Observer;

  constructor(
    model: Model,
    {
      shown,
      answers,
      window,
    }: {
      readonly shown: readonly number[];
      readonly answers: readonly ResolvedRate[];
      readonly window: DetailWindow;
    },
  ) {
    this.#untilNanos = window.bins.endNanos;
    const details = new Map(shown.map((group) => [group, detailOf(model, group, window)]));
    this.#details = details;
    this.observe = (seen) => details.get(seen.group)?.see(seen, answers[seen.answer]?.rate ?? null);
  }

  results(): readonly GroupResult[] {
    return [...this.#details.values()].map((detail) => detail.result(this.#untilNanos));
  }
}

function detailOf(
  { keys, clients, groupOf, rateOf, answers, phases }: Model,
  group: number,
  { bins, fromNanos }: DetailWindow,
): GroupDetail {
  const atStart = groupOf.indexOf(group);
  const later = [...phases].find(([, resolved]) => resolved.some((each) => each.group === group));
  const client = atStart >= 0 ? atStart : (later?.[0] ?? 0);
  const answer = atStart >= 0 ? rateOf[client] : later?.[1].find((each) => each.group === group)?.answer;
  const name = clients.count > 0 ? clients.nameOf(client) : '';
  return new GroupDetail(bins, keys[group] ?? '', name, answers[answer ?? 0]?.rate ?? null, fromNanos);
}
