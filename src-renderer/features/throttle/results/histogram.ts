/** A bar of a histogram: how many values lie above `from` and not above `until`, in seconds. */
export interface HistogramRow {
  readonly from: number;
  readonly until: number;
  readonly count: number;
}

const maxRows = 8;

/** At most eight bars of equal counts of steps; each value for itself where there are few. */
export function histogramRows(
  histogram: readonly (readonly [seconds: number, count: number])[],
): readonly HistogramRow[] {
  if (histogram.length <= maxRows)
    return histogram.map(([seconds, count]) => ({ from: seconds, until: seconds, count }));
  const min = histogram[0]?.[0] ?? 0;
  const max = histogram.at(-1)?.[0] ?? 0;
  const step = (max - min) / maxRows;
  const rows = Array.from({ length: maxRows }, (_, at) => ({
    from: min + at * step,
    until: min + (at + 1) * step,
    count: 0,
  }));
  for (const [seconds, count] of histogram) {
    const row = rows[Math.min(maxRows - 1, Math.floor((seconds - min) / step))];
    if (row !== undefined) row.count += count;
  }
  return rows;
}
