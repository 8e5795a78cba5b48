import type { Model } from './model.ts';

/** Clients that share no group with others, whatever their status: they can be simulated by themselves. */
export interface Shards {
  readonly count: number;
  /** The clients of all shards one after the other, and where each shard begins. */
  readonly clients: Uint32Array;
  readonly starts: Int32Array;
  /** The shard of a group. */
  readonly ofGroup: Int32Array;
  /** The places of the recorded requests of a shard; null: there are none. */
  readonly recordedOf: (shard: number) => Uint32Array | null;
}

/** Groups are independent, but for clients that change from one to another: those belong together. */
export function shardsOf({ keys, groupOf, phases, clients }: Model): Shards {
  // Clients without a key come after the groups, in a shard of their own.
  const none = keys.length;
  const parents = Int32Array.from({ length: none + 1 }, (_, index) => index);
  const rootOf = (group: number): number => {
    let root = group < 0 ? none : group;
    while (parents[root] !== root) root = parents[root] ?? root;
    return root;
  };
  for (const resolved of phases.values())
    for (const { group } of resolved) {
      const [a, b] = [rootOf(resolved[0]?.group ?? -1), rootOf(group)];
      parents[Math.max(a, b)] = Math.min(a, b);
    }
  const ofGroup = new Int32Array(none + 1);
  let count = 0;
  for (let group = 0; group <= none; group += 1) {
    const root = rootOf(group);
    ofGroup[group] = root === group ? count : (ofGroup[root] ?? 0);
    if (root === group) count += 1;
  }
  const shardOf = (client: number): number => {
    const group = groupOf[client] ?? -1;
    return ofGroup[group < 0 ? none : group] ?? 0;
  };
  const all = sorted(groupOf.length, count, shardOf);
  const { recorded } = clients;
  const requests =
    recorded === null
      ? null
      : sorted(recorded.clients.length, count, (place) => shardOf(recorded.clients[place] ?? 0));
  return {
    count,
    ofGroup,
    clients: all.items,
    starts: all.starts,
    recordedOf: (shard) =>
      requests === null ? null : requests.items.subarray(requests.starts[shard], requests.starts[shard + 1]),
  };
}

/** Sorts numbers from 0 on by shard, those of each shard ascending. */
function sorted(length: number, count: number, shardOf: (item: number) => number) {
  const starts = new Int32Array(count + 1);
  for (let item = 0; item < length; item += 1) {
    const next = shardOf(item) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let shard = 0; shard < count; shard += 1)
    starts[shard + 1] = (starts[shard + 1] ?? 0) + (starts[shard] ?? 0);
  const filled = starts.slice();
  const items = new Uint32Array(length);
  for (let item = 0; item < length; item += 1) {
    const shard = shardOf(item);
    const at = filled[shard] ?? 0;
    items[at] = item;
    filled[shard] = at + 1;
  }
  return { items, starts };
}
