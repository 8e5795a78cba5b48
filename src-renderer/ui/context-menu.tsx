import { useRef } from 'react';
import { Menu as AriaMenu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import type { MenuEntry } from './menu.tsx';

export interface ContextMenuProps<T extends string> {
  readonly label: string;
  /** What was right-clicked, or had the focus when the menu key was pressed. */
  readonly anchor: HTMLElement;
  readonly entries: readonly MenuEntry<T>[];
  readonly onAction: (id: T) => void;
  readonly onClose: () => void;
}

// Whoever opens a menu by its key goes on by keys.
const firstFocused = { autoFocus: 'first' } as const;

/** What can be done with the thing under the pointer, or the one that has the focus (Shift+F10). */
export function ContextMenu<T extends string>(props: ContextMenuProps<T>) {
  const { label, anchor, entries, onAction, onClose } = props;
  const trigger = useRef(anchor);
  return (
    <Popover
      className="pop list-pop"
      triggerRef={trigger}
      isOpen
      placement="bottom start"
      offset={2}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <AriaMenu
        className="opts"
        aria-label={label}
        {...firstFocused}
        disabledKeys={entries.filter((entry) => entry.disabled === true).map((entry) => entry.id)}
        onAction={(key) => {
          const entry = entries.find((candidate) => candidate.id === key);
          onClose();
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
  );
}
