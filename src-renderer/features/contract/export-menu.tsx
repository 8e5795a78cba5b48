import { FormatMenu } from '#renderer/ui/format-menu.tsx';
import type { ContractReportFormat } from '#shared/exports/index.ts';
import { messages } from './words.ts';

export type ReportFormat = ContractReportFormat;

export interface ExportMenuProps<T extends ReportFormat> {
  readonly label: string;
  readonly formats: readonly T[];
  readonly onSave: (format: T) => void;
}

/** Exports the shown items in one of the formats. */
export function ExportMenu<T extends ReportFormat>({ label, formats, onSave }: ExportMenuProps<T>) {
  const named = formats.map((id) => ({ id, label: messages.exports.formats[id] }));
  return <FormatMenu label={label} formats={named} onSave={onSave} />;
}
