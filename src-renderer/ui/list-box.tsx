import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { type MenuAnchor, menuAnchor } from './context-menu.tsx';
import { nextIndex } from './roving.ts';

export interface ListBoxProps<T extends { readonly id: string }> {
  readonly label: string;
  readonly items: readonly T[];
  readonly selectedId: string | null;
  readonly onSelect: (item: T) => void;
  readonly className: string;
  readonly itemClass: (item: T) => string;
  /** Opens the menu of a line, which is chosen first; by right-click or the menu key. */
  readonly onMenu?: ((anchor: MenuAnchor) => void) | undefined;
  /** True where a press was for a part of the line that acts by itself, and chooses nothing. */
  readonly onPart?: ((item: T, target: Element) => boolean) | undefined;
  readonly children: (item: T) => ReactNode;
}

/** The line in which something happened, and its position in the list. */
function lineOf({ target, currentTarget }: MouseEvent<HTMLDivElement>) {
  const element = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null;
  return element === null ? null : { element, position: [...currentTarget.children].indexOf(element) };
}

/** A list of which one line is chosen; arrows, Home and End move the choice, Enter takes the focused line. */
export function ListBox<T extends { readonly id: string }>(props: ListBoxProps<T>) {
  const { items, selectedId, onSelect } = props;
  const list = useRef<HTMLDivElement>(null);
  const index = items.findIndex((item) => item.id === selectedId);
  useEffect(() => {
    const chosen = list.current?.querySelector('[aria-selected="true"]');
    if (selectedId !== null) chosen?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);
  const select = (target: number) => {
    const item = items[target];
    if (item !== undefined) onSelect(item);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const lines = [...event.currentTarget.children];
    const focused = event.target instanceof Element ? lines.indexOf(event.target) : -1;
    const isChoosing = event.key === 'Enter' || event.key === ' ';
    const target = isChoosing ? focused : nextIndex(event.key, focused, items.length, false);
    if (target === null || target < 0) return;
    event.preventDefault();
    select(target);
    const element = lines[target];
    if (element instanceof HTMLElement) element.focus();
  };
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const line = lineOf(event);
    if (line === null || !(event.target instanceof Element)) return;
    const item = items[line.position];
    if (item !== undefined && props.onPart?.(item, event.target) !== true) onSelect(item);
  };
  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    const line = lineOf(event);
    if (props.onMenu === undefined || line === null) return;
    event.preventDefault();
    select(line.position);
    props.onMenu(menuAnchor(event, line.element));
  };
  // The native select can hold neither drawings nor columns: this is the ARIA listbox pattern, written once.
  const listProps = { role: 'listbox', onKeyDown, onClick, onContextMenu } as const;
  const itemProps = (item: T, position: number) => ({
    role: 'option',
    'aria-selected': item.id === selectedId,
    tabIndex: position === Math.max(0, index) ? 0 : -1,
  });
  return (
    <div ref={list} className={props.className} aria-label={props.label} {...listProps}>
      {items.map((item, position) => (
        <div key={item.id} className={props.itemClass(item)} {...itemProps(item, position)}>
          {props.children(item)}
        </div>
      ))}
    </div>
  );
}
