import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type MenuAnchor, menuAnchor } from './context-menu.tsx';
import { nextIndex } from './roving.ts';

/** A line of a tree, and its place among its likes for those who hear it. */
export interface TreeRow {
  readonly id: string;
  readonly level: number;
  /** The line above that holds it; null at the top. */
  readonly parentId: string | null;
  /** Null: nothing lies below it. */
  readonly isExpanded: boolean | null;
  readonly position: number;
  readonly size: number;
}

export interface TreeProps<R extends TreeRow> {
  readonly label: string;
  readonly className: string;
  /** The lines that are drawn, in their order; those of a closed line are left out. */
  readonly rows: readonly R[];
  readonly selectedId: string | null;
  readonly rowClass: (row: R) => string;
  readonly onExpand: (row: R, isExpanded: boolean) => void;
  /** Opens a line that holds no others; beside what is open where Ctrl or Cmd is held. */
  readonly onOpen: (row: R, isBeside: boolean) => void;
  /** The ticks of the lines, by Space or by a press on a part marked `data-part="tick"`. */
  readonly ticks?: {
    readonly stateOf: (row: R) => boolean | 'mixed';
    readonly onToggle: (row: R) => void;
  };
  /** True where a press was for a part of the line that acts by itself, and opens nothing. */
  readonly onPart?: ((row: R, target: Element) => boolean) | undefined;
  /** Opens the menu of a line, by right-click or the menu key. */
  readonly onMenu?: ((row: R, anchor: MenuAnchor) => void) | undefined;
  readonly children: (row: R) => ReactNode;
}

function useTreeKeys<R extends TreeRow>(tree: TreeProps<R>) {
  const { rows, onExpand } = tree;
  const list = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const indexOf = (id: string | null) => rows.findIndex((row) => row.id === id);
  const tabStop = Math.max(0, indexOf(focusedId) < 0 ? indexOf(tree.selectedId) : indexOf(focusedId));
  const focus = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    setFocusedId(row.id);
    const element = list.current?.children[index];
    if (element instanceof HTMLElement) element.focus();
  };
  const act = (row: R, isBeside: boolean) => {
    if (row.isExpanded === null) tree.onOpen(row, isBeside);
    else onExpand(row, !row.isExpanded);
  };
  const sideways = (key: string, index: number, row: R): boolean => {
    if (key === 'ArrowRight' && row.isExpanded === true) focus(index + 1);
    else if (key === 'ArrowRight' && row.isExpanded === false) onExpand(row, true);
    else if (key === 'ArrowLeft' && row.isExpanded === true) onExpand(row, false);
    else if (key === 'ArrowLeft') focus(indexOf(row.parentId));
    else return key === 'ArrowRight';
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isBeside = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if ((event.ctrlKey || event.metaKey || event.altKey) && !isBeside) return;
    const index =
      event.target instanceof Element ? [...event.currentTarget.children].indexOf(event.target) : -1;
    const row = rows[index];
    if (row === undefined) return;
    const target = nextIndex(event.key, index, rows.length, false);
    if (event.key === 'Enter') act(row, isBeside);
    else if (event.key === ' ' && tree.ticks !== undefined) tree.ticks.onToggle(row);
    else if (event.key === ' ') act(row, false);
    else if (!sideways(event.key, index, row)) {
      if (target === null) return;
      focus(target);
    }
    event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    if (!(event.target instanceof Element)) return;
    const line = event.target.closest('[role=treeitem]');
    const row = line === null ? undefined : rows[[...event.currentTarget.children].indexOf(line)];
    if (row === undefined) return;
    setFocusedId(row.id);
    if (tree.ticks !== undefined && event.target.closest('[data-part=tick]') !== null)
      tree.ticks.onToggle(row);
    else if (tree.onPart?.(row, event.target) !== true) act(row, event.ctrlKey || event.metaKey);
  };
  const onContextMenu = (event: MouseEvent<HTMLDivElement>) => {
    if (tree.onMenu === undefined || !(event.target instanceof Element)) return;
    const line = event.target.closest<HTMLElement>('[role=treeitem]');
    const row = line === null ? undefined : rows[[...event.currentTarget.children].indexOf(line)];
    if (line === null || row === undefined) return;
    event.preventDefault();
    setFocusedId(row.id);
    tree.onMenu(row, menuAnchor(event, line));
  };
  return { list, tabStop, onKeyDown, onClick, onContextMenu };
}

/** A tree of which one line is open: arrows move, open and close, Enter opens a line, Space ticks it. */
export function Tree<R extends TreeRow>(tree: TreeProps<R>) {
  const { rows, selectedId, ticks } = tree;
  const { list, tabStop, onKeyDown, onClick, onContextMenu } = useTreeKeys(tree);
  useEffect(() => {
    if (selectedId !== null)
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [list, selectedId]);
  // No native element is a tree: this is the ARIA pattern, with the levels told instead of nested.
  const treeProps = {
    role: 'tree',
    'aria-multiselectable': ticks === undefined ? undefined : true,
    onKeyDown,
    onClick,
    onContextMenu,
  } as const;
  const itemProps = (row: R, index: number) => ({
    role: 'treeitem',
    'aria-level': row.level,
    'aria-posinset': row.position,
    'aria-setsize': row.size,
    'aria-checked': ticks?.stateOf(row),
    'aria-selected': row.id === selectedId,
    'aria-expanded': row.isExpanded ?? undefined,
    tabIndex: index === tabStop ? 0 : -1,
  });
  return (
    <div ref={list} className={tree.className} aria-label={tree.label} {...treeProps}>
      {rows.map((row, index) => (
        <div key={row.id} className={tree.rowClass(row)} {...itemProps(row, index)}>
          {tree.children(row)}
        </div>
      ))}
    </div>
  );
}
