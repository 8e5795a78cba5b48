import type {
  FoundGroups,
  GroupSearch,
  SimulationInput,
  SimulationPorts,
} from '#shared/throttle/simulation/types.ts';
import type { PolicyPorts } from '#shared/throttle/types.ts';
import { windowBins } from './bins.ts';
import { runFast } from './fast-run.ts';
import { buildModel, type Model } from './model.ts';
import { shardsOf } from './shards.ts';
import { detailsOfFast, detailsOfSlow, isSequential } from './simulate.ts';
import { runSlow } from './slow-run.ts';
import type { SimulationState } from './state.ts';
import { createYielder } from './yield-point.ts';

/**
 * Finds groups of a simulation by their keys, and looks at those in detail, by running again.
 * @throws simulation.no-filter, simulation.script-missing, simulation.cancelled, simulation.too-large
 */
export async function findGroups(
  input: SimulationInput,
  ports: PolicyPorts & SimulationPorts,
  search: GroupSearch,
): Promise<Omit<FoundGroups, 'compared'>> {
  const yieldNow = createYielder(ports, 1);
  const model = await buildModel(input, ports, yieldNow);
  const { endNanos } = model.bins;
  const window =
    search.window == null ? { bins: model.bins, fromNanos: 0 } : windowBins(search.window, endNanos);
  // To rank groups, all requests have to be known; the named ones need those of the part that is shown.
  const untilNanos = search.keys === null ? endNanos : window.bins.endNanos;
  const options = { seed: input.traffic.seed, untilNanos };
  if (isSequential(model)) {
    const slow = await runSlow(model, { ...options, yieldNow: createYielder(ports, 256) });
    const { count, shown } = ranked(model, slow.state, search);
    return { count, groups: detailsOfSlow(model, slow, shown, window) };
  }
  const fast =
    search.keys === null
      ? await runFast(model, { ...options, observer: null, yieldNow })
      : { shards: shardsOf(model), state: null };
  const { count, shown } = ranked(model, fast.state, search);
  const detail = { ...options, untilNanos: window.bins.endNanos, yieldNow, window };
  return { count, groups: await detailsOfFast(model, fast, shown, detail) };
}

/** Most refused first, then with the most requests, as in the result. */
function ranked(
  { keys }: Model,
  state: Pick<SimulationState, 'accepted' | 'refused'> | null,
  { search, from, maximum, keys: named }: GroupSearch,
): { readonly count: number; readonly shown: readonly number[] } {
  if (named !== null) {
    const places = new Map(keys.map((key, group) => [key, group]));
    const shown = named.flatMap((key) => places.get(key) ?? []).slice(0, maximum);
    return { count: shown.length, shown };
  }
  if (state === null) throw new Error('Groups cannot be ranked without counts');
  const { accepted, refused } = state;
  const text = search.toLowerCase();
  const found: number[] = [];
  for (const [group, key] of keys.entries())
    if (text === '' || key.toLowerCase().includes(text)) found.push(group);
  const of = (counts: Uint32Array, group: number) => counts[group] ?? 0;
  found.sort((a, b) => of(refused, b) - of(refused, a) || of(accepted, b) - of(accepted, a) || a - b);
  return { count: found.length, shown: found.slice(from, from + maximum) };
}
