/** Spreads the requests of each second evenly over it; times are in milliseconds and ascend. */
export function spreadEvenly(atMillis: Float64Array): void {
  let from = 0;
  while (from < atMillis.length) {
    const second = Math.floor((atMillis[from] ?? 0) / 1_000) * 1_000;
    let until = from + 1;
    while (until < atMillis.length && (atMillis[until] ?? 0) < second + 1_000) until += 1;
    const step = 1_000 / (until - from);
    for (let index = from; index < until; index += 1)
      atMillis[index] = second + Math.floor((index - from) * step * 1_000) / 1_000;
    from = until;
  }
}
