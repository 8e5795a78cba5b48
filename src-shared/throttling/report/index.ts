import { assertNever } from '../../errors/index.ts';
import type { SimulationResult } from '../simulation/types.ts';
import { markdownReport } from './markdown.ts';

export const simulationReportFormats = ['markdown', 'csv', 'json'] as const;
export type SimulationReportFormat = (typeof simulationReportFormats)[number];

/** What was expected of a simulation, and whether it holds. */
export interface AssertedLine {
  readonly assertion: string;
  readonly holds: boolean;
  readonly actual: string;
}

/** What a report tells besides the result. */
export interface SimulationReport {
  readonly route: string;
  readonly traffic: string;
  readonly result: SimulationResult;
  readonly assertions: readonly AssertedLine[];
}

/** A simulation as a document: for people (Markdown), for a sheet (CSV, a line for each bin), for programs (JSON). */
export function simulationReportText(report: SimulationReport, format: SimulationReportFormat): string {
  switch (format) {
    case 'markdown':
      return markdownReport(report);
    case 'csv':
      return csvReport(report);
    case 'json':
      return `${JSON.stringify(report, null, 2)}\n`;
    default:
      return assertNever(format);
  }
}

function csvReport({ result: { bins, binSeconds } }: SimulationReport): string {
  const lines = bins.offered.map((offered, index) =>
    [
      round(index * binSeconds),
      offered,
      bins.accepted[index] ?? 0,
      bins.refused[index] ?? 0,
      bins.limitPerSecond[index] ?? 0,
    ].join(','),
  );
  return `${['from_seconds,offered,accepted,refused,limit_per_second', ...lines].join('\r\n')}\r\n`;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
