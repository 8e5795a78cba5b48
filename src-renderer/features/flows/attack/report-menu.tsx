import { FileDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { buttonClass } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { MenuList } from '#renderer/ui/menu-list.tsx';
import type { AttackFormat } from '#shared/api/index.ts';
import { attackReports } from '#shared/exports/index.ts';
import { idsOf } from '#shared/files/index.ts';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

/** Takes the results out of the application in one of the formats. */
export function ReportMenu({ onSave }: { readonly onSave: (format: AttackFormat) => void }) {
  return (
    <MenuTrigger>
      <Button className={buttonClass('ghost', true)}>
        <Icon of={FileDown} />
        {messages.report}
      </Button>
      <Popover className="pop list-pop" placement="bottom end" offset={4}>
        <MenuList
          label={messages.report}
          entries={idsOf(attackReports).map((id) => ({ id, label: messages.formats[id] }))}
          onAction={onSave}
        />
      </Popover>
    </MenuTrigger>
  );
}
