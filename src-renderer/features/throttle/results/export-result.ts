import { saveFile } from '#renderer/ui/save-file.ts';
import { type LabResultFormat, labResults } from '#shared/exports/index.ts';
import { csvText } from '#shared/sheets/csv.ts';
import { figuresOf } from '#shared/throttle/simulation/figures.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import type { Outcome } from './use-simulation.ts';

/** One line for each bin, then for each group in detail: times in seconds, RFC 4180. */
export function csvOf({ bins, binSeconds, groups }: SimulationResult): string {
  const perBin = bins.offered.map((offered, bin) => [
    bin * binSeconds,
    offered,
    bins.accepted[bin] ?? 0,
    bins.refused[bin] ?? 0,
    bins.limitPerSecond[bin] ?? '',
    bins.notTaken[bin] ?? 0,
    ...groups.flatMap((group) => [group.bins.accepted[bin] ?? 0, group.bins.refused[bin] ?? 0]),
  ]);
  const head = [
    'at_seconds',
    'offered',
    'accepted',
    'refused',
    'limit_per_second',
    'not_taken',
    ...groups.flatMap(({ label }) => [`${label} accepted`, `${label} refused`]),
  ];
  return csvText([head, ...perBin]);
}

const writers: Readonly<Record<LabResultFormat, (outcome: Outcome, routeId: string) => string>> = {
  json({ input: { document, filter, traffic }, result, compared }, routeId) {
    const figures = figuresOf(result);
    return `${JSON.stringify({ route: routeId, filter, document, traffic, figures, result, compared }, null, 2)}\n`;
  },
  csv: ({ result }) => csvOf(result),
};

/** Offers the outcome of a simulation as a file: with what went into it as JSON, or every bin as CSV. */
export function exportResult(outcome: Outcome, routeId: string, format: LabResultFormat): void {
  const { endings, mediaTypes } = labResults[format];
  saveFile(`throttling-${routeId}.${endings[0]}`, writers[format](outcome, routeId), mediaTypes[0]);
}
