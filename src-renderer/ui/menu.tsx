import type { LucideIcon } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { buttonClass } from './button.tsx';
import { Icon } from './icon.tsx';
import { type MenuEntry, MenuList } from './menu-list.tsx';

export interface MenuProps<T extends string> {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly entries: readonly MenuEntry<T>[];
  /** The entry in force, for menus that choose; left out for menus that act. */
  readonly selected?: T;
  readonly onAction: (id: T) => void;
}

/** A menu behind an icon. */
export function Menu<T extends string>({ label, icon, entries, selected, onAction }: MenuProps<T>) {
  return (
    <MenuTrigger>
      <Button className={buttonClass('ghost', true, true)} aria-label={label}>
        <Icon of={icon} />
      </Button>
      <Popover className="pop list-pop" placement="bottom end" offset={4}>
        <MenuList label={label} entries={entries} selected={selected} onAction={onAction} />
      </Popover>
    </MenuTrigger>
  );
}
