import type { SimulationReportFormat } from '#shared/exports/index.ts';
import { csvText } from '#shared/sheets/csv.ts';
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

function csvReport({ result: { bins, binSeconds } }: SimulationReport): string {
  const rows = bins.offered.map((offered, index) => [
    round(index * binSeconds),
    offered,
    bins.accepted[index] ?? 0,
    bins.refused[index] ?? 0,
    bins.limitPerSecond[index] ?? 0,
    bins.notTaken[index] ?? 0,
  ]);
  const head = ['from_seconds', 'offered', 'accepted', 'refused', 'limit_per_second', 'not_taken'];
  return csvText([head, ...rows]);
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
