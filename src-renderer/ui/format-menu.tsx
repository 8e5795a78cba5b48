import { FileDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { buttonClass } from './button.tsx';
import { Icon } from './icon.tsx';
import { MenuList } from './menu-list.tsx';

export interface FormatMenuProps<T extends string> {
  readonly label: string;
  readonly formats: readonly { readonly id: T; readonly label: string }[];
  readonly onSave: (format: T) => void;
}

/** Saves what is shown in one of the formats. */
export function FormatMenu<T extends string>({ label, formats, onSave }: FormatMenuProps<T>) {
  return (
    <MenuTrigger>
      <Button className={buttonClass('ghost', true)}>
        <Icon of={FileDown} />
        {label}
      </Button>
      <Popover className="pop list-pop" placement="bottom end" offset={4}>
        <MenuList label={label} entries={formats} onAction={onSave} />
      </Popover>
    </MenuTrigger>
  );
}
