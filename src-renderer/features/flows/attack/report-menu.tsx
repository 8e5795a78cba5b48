import { FormatMenu } from '#renderer/ui/format-menu.tsx';
import type { AttackFormat } from '#shared/api/index.ts';
import { attackReports } from '#shared/exports/index.ts';
import { idsOf } from '#shared/files/index.ts';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

/** Takes the results out of the application in one of the formats. */
export function ReportMenu({ onSave }: { readonly onSave: (format: AttackFormat) => void }) {
  const formats = idsOf(attackReports).map((id) => ({ id, label: messages.formats[id] }));
  return <FormatMenu label={messages.report} formats={formats} onSave={onSave} />;
}
