import { Menu as AriaMenu, MenuItem } from 'react-aria-components/Menu';
import { KeyHint } from './key-hint.tsx';
import type { KeyName } from './show-key.ts';

export interface MenuEntry<T extends string> {
  readonly id: T;
  readonly label: string;
  readonly disabled?: boolean;
  readonly keyHint?: KeyName;
}

export interface MenuListProps<T extends string> {
  readonly label: string;
  readonly entries: readonly MenuEntry<T>[];
  /** The entry in force, for menus that choose; left out for menus that act. */
  readonly selected?: T | undefined;
  /** The first entry takes the focus, so that a menu opened by its key is operated by keys. */
  readonly isFocused?: boolean;
  readonly onAction: (id: T) => void;
}

const firstFocused = { autoFocus: 'first' } as const;

/** The entries of a menu, wherever it opens. */
export function MenuList<T extends string>(props: MenuListProps<T>) {
  const { label, entries, selected, isFocused = false, onAction } = props;
  return (
    <AriaMenu
      className="opts"
      aria-label={label}
      {...(isFocused ? firstFocused : {})}
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
          {entry.keyHint === undefined ? null : <KeyHint of={entry.keyHint} className="push" />}
        </MenuItem>
      ))}
    </AriaMenu>
  );
}
