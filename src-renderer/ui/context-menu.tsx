import { useRef } from 'react';
import { Popover } from 'react-aria-components/Popover';
import { type MenuEntry, MenuList } from './menu-list.tsx';

export interface ContextMenuProps<T extends string> {
  readonly label: string;
  /** The element that was right-clicked, or had the focus when the menu key was pressed. */
  readonly anchor: HTMLElement;
  readonly entries: readonly MenuEntry<T>[];
  readonly onAction: (id: T) => void;
  readonly onClose: () => void;
}

/** The actions for the item under the pointer, or the one that has the focus (Shift+F10). */
export function ContextMenu<T extends string>(props: ContextMenuProps<T>) {
  const { label, anchor, entries, onAction, onClose } = props;
  const trigger = useRef(anchor);
  return (
    <Popover
      className="pop list-pop context-pop"
      triggerRef={trigger}
      isOpen
      placement="bottom start"
      offset={2}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <MenuList
        isFocused
        label={label}
        entries={entries}
        onAction={(id) => {
          onClose();
          onAction(id);
        }}
      />
    </Popover>
  );
}
