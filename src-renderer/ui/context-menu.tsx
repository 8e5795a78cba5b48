import { type MouseEvent, useRef } from 'react';
import { Popover } from 'react-aria-components/Popover';
import { type MenuEntry, MenuList } from './menu-list.tsx';

/** Where a menu opens: at the pointer, else below the element. */
export interface MenuAnchor {
  /** The element that was right-clicked, or had the focus when the menu key was pressed. */
  readonly element: HTMLElement;
  /** In pixels of the window; null: the menu key was pressed. */
  readonly point: { readonly x: number; readonly y: number } | null;
}

const secondaryButton = 2;

/** The anchor of a menu that an element was asked for. */
export function menuAnchor(event: MouseEvent, element: HTMLElement): MenuAnchor {
  const { button, clientX: x, clientY: y } = event;
  return { element, point: button === secondaryButton ? { x, y } : null };
}

export interface ContextMenuProps<T extends string> {
  readonly label: string;
  readonly anchor: MenuAnchor;
  readonly entries: readonly MenuEntry<T>[];
  readonly onAction: (id: T) => void;
  readonly onClose: () => void;
}

/** The actions for the item under the pointer, or the one that has the focus (Shift+F10). */
export function ContextMenu<T extends string>(props: ContextMenuProps<T>) {
  const { label, anchor, entries, onAction, onClose } = props;
  const trigger = useRef(anchor.element);
  const { point } = anchor;
  return (
    <Popover
      className="pop list-pop context-pop"
      triggerRef={trigger}
      isOpen
      placement="bottom start"
      offset={2}
      getTargetRect={(target) =>
        point === null ? target.getBoundingClientRect() : new DOMRect(point.x, point.y, 0, 0)
      }
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
