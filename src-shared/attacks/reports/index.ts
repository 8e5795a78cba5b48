import type { AttackReport } from '../verdict.ts';
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

const formats = {
  html: { write: htmlReport, ending: 'html', mediaType: 'text/html' },
  markdown: { write: markdownReport, ending: 'md', mediaType: 'text/markdown' },
  junit: { write: junitReport, ending: 'junit.xml', mediaType: 'application/xml' },
  sarif: { write: sarifReport, ending: 'sarif', mediaType: 'application/sarif+json' },
  json: { write: jsonReport, ending: 'json', mediaType: 'application/json' },
} as const;

/** The formats in which a report can be written. */
export type AttackReportFormat = keyof typeof formats;

/** A name that every file system takes, from any text. */
function slug(text: string): string {
  const words = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return words.replaceAll(/^-|-$/g, '').slice(0, 40) || 'target';
}

/** Writes a report in one of the formats. */
export function attackReportText(report: AttackReport, format: AttackReportFormat): AttackReportText {
  const { write, ending, mediaType } = formats[format];
  const day = isoTime(report.startedAtMillis).slice(0, 10);
  return { text: write(report), fileName: `attacks-${slug(report.target)}-${day}.${ending}`, mediaType };
}
