import type { ContractEntry, ContractHistory } from '../../history.ts';
import type { LintReport } from '../../report.ts';
import { historyJson } from './history-json.ts';
import { historyMarkdown } from './history-markdown.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import type { RuleText } from './rule-text.ts';
import { sarifReport } from './sarif.ts';
import { textReport } from './text.ts';

/** A text as a file to be saved. */
export interface ContractFileText {
  readonly fileName: string;
  readonly mediaType: string;
  readonly text: string;
}

interface ReportFormat {
  readonly ending: string;
  readonly mediaType: string;
  write(report: LintReport, rules: readonly RuleText[]): string;
}

const reportFormats = {
  text: { write: textReport, ending: 'txt', mediaType: 'text/plain' },
  json: { write: jsonReport, ending: 'json', mediaType: 'application/json' },
  sarif: { write: sarifReport, ending: 'sarif', mediaType: 'application/sarif+json' },
  junit: { write: junitReport, ending: 'junit.xml', mediaType: 'application/xml' },
  markdown: { write: markdownReport, ending: 'md', mediaType: 'text/markdown' },
} satisfies Readonly<Record<string, ReportFormat>>;

const historyFormats = {
  markdown: { write: historyMarkdown, ending: 'md', mediaType: 'text/markdown' },
  json: { write: historyJson, ending: 'json', mediaType: 'application/json' },
} as const;

/** The formats in which a report can be written. */
export type ContractReportFormat = keyof typeof reportFormats;
/** The formats in which the history can be written. */
export type ContractHistoryFormat = keyof typeof historyFormats;

/** Writes a report in one of the formats; `rules` are all those that took part. */
export function contractReportText(
  report: LintReport,
  format: ContractReportFormat,
  rules: readonly RuleText[],
): ContractFileText {
  const { write, ending, mediaType }: ReportFormat = reportFormats[format];
  return { fileName: `contract-${report.contractDate}.${ending}`, mediaType, text: write(report, rules) };
}

/** Writes the entries with these ids, in the order of the history, as a changelog. */
export function contractHistoryText(
  { entries }: Pick<ContractHistory, 'entries'>,
  ids: readonly string[],
  format: ContractHistoryFormat,
): ContractFileText {
  const wanted = new Set(ids);
  const chosen: readonly ContractEntry[] = entries.filter(({ id }) => wanted.has(id));
  const { write, ending, mediaType } = historyFormats[format];
  return { fileName: `contract-history.${ending}`, mediaType, text: write(chosen) };
}
