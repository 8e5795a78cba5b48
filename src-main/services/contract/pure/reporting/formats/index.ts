import type { ContractEntry, ContractHistory } from '#shared/contract/history.ts';
import type { LintReport } from '#shared/contract/report.ts';
import {
  type ContractHistoryFormat,
  type ContractReportFormat,
  contractHistories,
  contractReports,
} from '#shared/exports/index.ts';
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

const reportWriters: Readonly<
  Record<ContractReportFormat, (report: LintReport, rules: readonly RuleText[]) => string>
> = {
  text: textReport,
  json: jsonReport,
  sarif: sarifReport,
  junit: junitReport,
  markdown: markdownReport,
};

const historyWriters: Readonly<Record<ContractHistoryFormat, (entries: readonly ContractEntry[]) => string>> =
  {
    markdown: historyMarkdown,
    json: historyJson,
  };

/** Writes a report in one of the formats; `rules` are all those that took part. */
export function contractReportText(
  report: LintReport,
  format: ContractReportFormat,
  rules: readonly RuleText[],
): ContractFileText {
  const { endings, mediaTypes } = contractReports[format];
  return {
    fileName: `contract-${report.contractDate}.${endings[0]}`,
    mediaType: mediaTypes[0],
    text: reportWriters[format](report, rules),
  };
}

/** Writes the entries with these ids, in the order of the history, as a changelog. */
export function contractHistoryText(
  { entries }: Pick<ContractHistory, 'entries'>,
  ids: readonly string[],
  format: ContractHistoryFormat,
): ContractFileText {
  const wanted = new Set(ids);
  const chosen: readonly ContractEntry[] = entries.filter(({ id }) => wanted.has(id));
  const { endings, mediaTypes } = contractHistories[format];
  return {
    fileName: `contract-history.${endings[0]}`,
    mediaType: mediaTypes[0],
    text: historyWriters[format](chosen),
  };
}
