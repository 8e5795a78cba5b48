import type { SimulationReportFormat } from '#shared/exports/index.ts';
import { csvText } from '#shared/sheets/csv.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import { markdownReport } from './markdown.ts';
import type { SimulationReport } from './simulation-report.ts';

export type { AssertedLine, SimulationReport } from './simulation-report.ts';
export { routeWarnings } from './warnings.ts';

const writers: Readonly<Record<SimulationReportFormat, (report: SimulationReport) => string>> = {
  markdown: markdownReport,
  csv: csvReport,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
};

/** A simulation as a document: for people (Markdown), for a sheet (CSV, a line for each bin), for programs (JSON). */
export function simulationReportText(report: SimulationReport, format: SimulationReportFormat): string {
  return writers[format](report);
}

/** Of a log with whole seconds the lines of both ways, and a column that tells them apart. */
function csvReport({ result, spread, otherSpread }: SimulationReport): string {
  const head = ['from_seconds', 'offered', 'accepted', 'refused', 'limit_per_second', 'not_taken'];
  if (spread === null || otherSpread === null) return csvText([head, ...binRows(result)]);
  const marked = (rows: readonly (readonly number[])[], mark: string) => rows.map((row) => [...row, mark]);
  return csvText([
    [...head, 'spread'],
    ...marked(binRows(result), spread),
    ...marked(binRows(otherSpread.result), otherSpread.spread),
  ]);
}

function binRows({ bins, binSeconds }: SimulationResult): readonly (readonly number[])[] {
  return bins.offered.map((offered, index) => [
    round(index * binSeconds),
    offered,
    bins.accepted[index] ?? 0,
    bins.refused[index] ?? 0,
    bins.limitPerSecond[index] ?? 0,
    bins.notTaken[index] ?? 0,
  ]);
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
