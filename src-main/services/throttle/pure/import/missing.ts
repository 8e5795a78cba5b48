import type { ColumnRole, TraceColumn } from '#shared/throttle/traffic/recorded.ts';
import type { MissingParts } from './options.ts';

/** Counts the requests of a log that say nothing of a part; `hasPath`: some column holds paths, and not hosts alone. */
export function missingOf(
  columns: readonly TraceColumn[],
  counts: Uint32Array,
  hasPath: boolean,
): MissingParts {
  const without = (role: ColumnRole): number => {
    const own = columns.filter((column) => column.role === role);
    let requests = 0;
    for (let shape = 0; shape < counts.length; shape += 1)
      if (own.every(({ codes }) => (codes[shape] ?? -1) < 0)) requests += counts[shape] ?? 0;
    return requests;
  };
  const total = counts.reduce((sum, count) => sum + count, 0);
  return {
    address: without('remoteAddress'),
    path: hasPath ? without('uri') : total,
    method: without('method'),
  };
}
