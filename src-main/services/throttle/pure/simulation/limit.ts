import type { Model } from './model.ts';

const nanosPerSecond = 1_000_000_000;

/**
 * Returns the total rate of all groups in the long run, in requests per second, by bin: each group counts with the
 * rate of its first client. Where a policy looks at more than the request, its rates are not known beforehand, and it
 * is 0.
 */
export function limitOf({ bins, keys, clients, groupOf, rateOf, answers, phases }: Model): readonly number[] {
  const changes = new Float64Array(bins.count + 1);
  const counted = new Uint8Array(keys.length);
  const add = (answer: number, from: number, until: number): void => {
    const rate = answers[answer]?.rate;
    if (rate === null || rate === undefined) return;
    const perSecond = nanosPerSecond / rate.stepNanos;
    const bin = (nanos: number) => Math.min(bins.count, Math.ceil(nanos / bins.nanos));
    changes[bin(from)] = (changes[bin(from)] ?? 0) + perSecond;
    changes[bin(until)] = (changes[bin(until)] ?? 0) - perSecond;
  };
  for (let client = 0; client < clients.count; client += 1) {
    const group = groupOf[client] ?? -1;
    if (group < 0 || counted[group] === 1) continue;
    counted[group] = 1;
    const resolved = phases.get(client);
    if (resolved === undefined) add(rateOf[client] ?? 0, 0, bins.endNanos);
    for (const [index, { answer, fromNanos }] of resolved?.entries() ?? [])
      add(answer, fromNanos, resolved?.[index + 1]?.fromNanos ?? bins.endNanos);
  }
  let level = 0;
  return Array.from({ length: bins.count }, (_, bin) => {
    level += changes[bin] ?? 0;
    // Additions leave over a small rest of a difference that is zero.
    return Math.max(0, Math.round(level * 1e6) / 1e6);
  });
}
