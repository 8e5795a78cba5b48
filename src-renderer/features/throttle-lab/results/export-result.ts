import type { SimulationResult } from '#shared/throttling/simulation/types.ts';
import { saveFile } from '../../../ui/save-file.ts';
import type { Outcome } from './use-simulation.ts';

export type ExportFormat = 'json' | 'csv';

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** One line for each bin, then for each group in detail: times in seconds, RFC 4180. */
export function csvOf({ bins, binSeconds, groups }: SimulationResult): string {
  const perBin = bins.offered.map((offered, bin) => [
    bin * binSeconds,
    offered,
    bins.accepted[bin] ?? 0,
    bins.refused[bin] ?? 0,
    bins.limitPerSecond[bin] ?? '',
    ...groups.flatMap((group) => [group.bins.accepted[bin] ?? 0, group.bins.refused[bin] ?? 0]),
  ]);
  const head = [
    'at_seconds',
    'offered',
    'accepted',
    'refused',
    'limit_per_second',
    ...groups.flatMap(({ label }) => [quoted(`${label} accepted`), quoted(`${label} refused`)]),
  ];
  return `${[head, ...perBin].map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}

/** Offers the outcome of a simulation as a file: with what went into it as JSON, or every bin as CSV. */
export function exportResult(
  { input, result, compared }: Outcome,
  routeId: string,
  format: ExportFormat,
): void {
  const name = `throttling-${routeId}`;
  if (format === 'csv') return saveFile(`${name}.csv`, csvOf(result), 'text/csv');
  const { document, filter, traffic } = input;
  const report = { route: routeId, filter, document, traffic, result, compared };
  saveFile(`${name}.json`, `${JSON.stringify(report, null, 2)}\n`, 'application/json');
}
