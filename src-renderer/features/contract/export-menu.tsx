import { FileDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { buttonClass } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { MenuList } from '#renderer/ui/menu-list.tsx';
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
  return (
    <MenuTrigger>
      <Button className={buttonClass('ghost', true)}>
        <Icon of={FileDown} />
        {label}
      </Button>
      <Popover className="pop list-pop" placement="bottom end" offset={4}>
        <MenuList
          label={label}
          entries={formats.map((id) => ({ id, label: messages.exports.formats[id] }))}
          onAction={onSave}
        />
      </Popover>
    </MenuTrigger>
  );
}
