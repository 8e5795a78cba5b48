import type { LucideIcon } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { buttonClass } from './button.tsx';
import { Icon } from './icon.tsx';

export interface MenuEntry<T extends string> {
  readonly id: T;
  readonly label: string;
  readonly disabled?: boolean;
  readonly keyHint?: string;
}

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
        <AriaMenu
          className="opts"
          aria-label={label}
          disabledKeys={entries.filter((entry) => entry.disabled === true).map((entry) => entry.id)}
          selectionMode={selected === undefined ? 'none' : 'single'}
          selectedKeys={selected === undefined ? [] : [selected]}
          disallowEmptySelection
          onAction={(key) => {
            const entry = entries.find((candidate) => candidate.id === key);
            if (entry !== undefined) onAction(entry.id);
          }}
        >
          {entries.map((entry) => (
            <MenuItem key={entry.id} id={entry.id} textValue={entry.label} className="opt">
              {entry.label}
              {entry.keyHint === undefined ? null : <kbd className="push">{entry.keyHint}</kbd>}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
