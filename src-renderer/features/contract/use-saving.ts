import { useApi } from '#renderer/api/api-context.tsx';
import { reportProblem } from '#renderer/ui/report-problem.ts';
import { saveFile } from '#renderer/ui/save-file.ts';
import { toast } from '#renderer/ui/toast.tsx';
import type { ContractHistoryFormat } from '#shared/exports/index.ts';
import type { ReportFormat } from './export-menu.tsx';
import { messages } from './words.ts';

export type HistoryFormat = ContractHistoryFormat;

interface FileText {
  readonly fileName: string;
  readonly mediaType: string;
  readonly text: string;
}

export interface Saving {
  readonly report: (format: ReportFormat) => void;
  readonly history: (format: HistoryFormat, entries: readonly string[]) => void;
}

/**
 * Saves files written by the engine: the findings at a date, null being the current one; entries of the
 * history.
 */
export function useSaving(date: string | null): Saving {
  const { client } = useApi();
  const keep = async (called: Promise<FileText>) => {
    try {
      const { fileName, mediaType, text } = await called;
      saveFile(fileName, text, mediaType);
      toast(messages.exports.saved(fileName));
    } catch (error) {
      reportProblem(error);
    }
  };
  return {
    report: (format) => void keep(client.contractHistory.exportReport({ format, date })),
    history: (format, entries) =>
      void keep(client.contractHistory.exportHistory({ format, entries: [...entries] })),
  };
}
