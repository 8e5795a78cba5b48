import type { ColumnRole, TraceColumn } from '#shared/throttle/traffic/recorded.ts';
import { requestsWith } from './classes.ts';
import type { MissingParts } from './options.ts';

/** Counts the requests of a log that say nothing of a part; `hasPath`: some column holds paths, and not hosts alone. */
export function missingOf(
  columns: readonly TraceColumn[],
  counts: Uint32Array,
  hasPath: boolean,
): MissingParts {
  const total = counts.reduce((sum, count) => sum + count, 0);
  // A log has one column of each of these roles at most.
  const without = (role: ColumnRole): number => {
    const column = columns.find((each) => each.role === role);
    return column === undefined ? total : total - requestsWith(column, counts);
  };
  return {
    address: without('remoteAddress'),
    path: hasPath ? without('uri') : total,
    method: without('method'),
  };
}
