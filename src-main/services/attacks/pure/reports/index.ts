import type { AttackReport } from '#shared/attacks/verdict.ts';
import { type AttackReportFormat, attackReports } from '#shared/exports/index.ts';
import { htmlReport } from './html.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { sarifReport } from './sarif.ts';
import { isoTime } from './summary.ts';

/** A report as a file to be saved. */
export interface AttackReportText {
  readonly text: string;
  readonly fileName: string;
  readonly mediaType: string;
}

const writers: Readonly<Record<AttackReportFormat, (report: AttackReport) => string>> = {
  html: htmlReport,
  markdown: markdownReport,
  junit: junitReport,
  sarif: sarifReport,
  json: jsonReport,
};

/** A name that every file system takes, from any text. */
function slug(text: string): string {
  const words = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return words.replaceAll(/^-|-$/g, '').slice(0, 40) || 'target';
}

/** Writes a report in one of the formats. */
export function attackReportText(report: AttackReport, format: AttackReportFormat): AttackReportText {
  const { endings, mediaTypes } = attackReports[format];
  const day = isoTime(report.startedAtMillis).slice(0, 10);
  const fileName = `attacks-${slug(report.target)}-${day}.${endings[0]}`;
  return { text: writers[format](report), fileName, mediaType: mediaTypes[0] };
}
