import type { Model } from './model.ts';

/** Clients that share no group with others, whatever their status: they can be simulated by themselves. */
export interface Shards {
  readonly count: number;
  /** The clients of all shards one after the other, and where each shard begins. */
  readonly clients: Int32Array;
  readonly starts: Int32Array;
  /** The shard of a group. */
  readonly ofGroup: Int32Array;
}

/** Groups are independent, but for clients that change from one to another: those belong together. */
export function shardsOf({ keys, groupOf, phases }: Model): Shards {
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
  return { count, ofGroup, ...sorted(groupOf, ofGroup, count, none) };
}

/** Sorts the clients by shard, each shard by number. */
function sorted(groupOf: Int32Array, ofGroup: Int32Array, count: number, none: number) {
  const starts = new Int32Array(count + 1);
  const shardOf = (client: number): number => {
    const group = groupOf[client] ?? -1;
    return ofGroup[group < 0 ? none : group] ?? 0;
  };
  for (let client = 0; client < groupOf.length; client += 1) {
    const next = shardOf(client) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let shard = 0; shard < count; shard += 1)
    starts[shard + 1] = (starts[shard + 1] ?? 0) + (starts[shard] ?? 0);
  const filled = starts.slice();
  const clients = new Int32Array(groupOf.length);
  for (let client = 0; client < groupOf.length; client += 1) {
    const shard = shardOf(client);
    const at = filled[shard] ?? 0;
    clients[at] = client;
    filled[shard] = at + 1;
  }
  return { clients, starts };
}
