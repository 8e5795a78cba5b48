import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { Icon } from '#renderer/ui/icon.tsx';
import { nextIndex } from '#renderer/ui/roving.ts';
import type { AttackGroup } from '#shared/api/index.ts';
import {
  type CatalogueRow,
  caseIds,
  catalogueRows,
  checkedState,
  countVerdicts,
  type Verdicts,
} from './catalogue.ts';
import { groupName } from './group-name.ts';
import { verdictColumns } from './results.ts';
import { VerdictCount, VerdictMark } from './verdict-mark.tsx';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

export interface CatalogueTreeProps {
  readonly groups: readonly AttackGroup[];
  readonly found: Verdicts;
  readonly checked: ReadonlySet<string>;
  readonly isGroupOpen: (group: AttackGroup) => boolean;
  readonly openedId: string | null;
  readonly onToggle: (ids: readonly string[]) => void;
  readonly onExpand: (group: string, isExpanded: boolean) => void;
  readonly onOpen: (id: string) => void;
}

/** The box of a line; the line itself says whether it is ticked, and takes the keys. */
function Tick({ state }: { readonly state: boolean | 'mixed' }) {
  const look = state === 'mixed' ? ' some' : state ? ' on' : '';
  return <i className={`tick${look}`} aria-hidden="true" data-part="tick" />;
}

/** The verdicts of a group, counted in columns; before a run, the number of its cases. */
function GroupCounts({ ids, found }: { readonly ids: readonly string[]; readonly found: Verdicts }) {
  const counts = countVerdicts(ids, found);
  const ofAll = new Set(found.values());
  if (counts.size === 0) return <span className="push mono muted">{ids.length}</span>;
  return (
    <span className="push attack-matrix">
      {verdictColumns
        .filter((verdict) => ofAll.has(verdict))
        .map((verdict) => {
          const count = counts.get(verdict);
          if (count !== undefined) return <VerdictCount key={verdict} of={verdict} count={count} />;
          return <span key={verdict} className="none" aria-hidden="true" />;
        })}
    </span>
  );
}

function rowIds(row: CatalogueRow): string[] {
  return row.kind === 'case' ? [row.id] : caseIds([row.group]);
}

function RowContent({ row, tree }: { readonly row: CatalogueRow; readonly tree: CatalogueTreeProps }) {
  const ids = rowIds(row);
  const tick = <Tick state={checkedState(tree.checked, ids)} />;
  if (row.kind === 'group') {
    return (
      <>
        <Icon small of={row.isExpanded ? ChevronDown : ChevronRight} />
        {tick}
        <span className="clip strong" data-words="data">
          {groupName(row.group)}
        </span>
        <GroupCounts ids={ids} found={tree.found} />
      </>
    );
  }
  const { id, title, severity } = row.attack;
  const verdict = tree.found.get(id);
  return (
    <>
      {tick}
      <span className="mono">{id}</span>
      <span className="clip" title={title} data-words="data">
        {title}
      </span>
      <span className={`muted severity ${severity}`}>{messages.severities[severity]}</span>
      <span className="found">{verdict === undefined ? null : <VerdictMark bare of={verdict} />}</span>
    </>
  );
}

function useTreeKeys(tree: CatalogueTreeProps, rows: readonly CatalogueRow[]) {
  const list = useRef<HTMLDivElement>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const wanted = focusedId ?? tree.openedId;
  const tabStop = Math.max(
    0,
    rows.findIndex(({ id }) => id === wanted),
  );
  const focus = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    setFocusedId(row.id);
    const element = list.current?.children[index];
    if (element instanceof HTMLElement) element.focus();
  };
  const expand = (row: CatalogueRow, isExpanded: boolean) => {
    if (row.kind === 'group') tree.onExpand(row.group.group, isExpanded);
  };
  const act = (row: CatalogueRow) => {
    if (row.kind === 'group') expand(row, !row.isExpanded);
    else tree.onOpen(row.id);
  };
  const sideways = (key: string, index: number, row: CatalogueRow): boolean => {
    const isGroup = row.kind === 'group';
    if (key === 'ArrowRight' && isGroup && row.isExpanded) focus(index + 1);
    else if (key === 'ArrowRight') expand(row, true);
    else if (key === 'ArrowLeft' && isGroup) expand(row, false);
    else if (key === 'ArrowLeft') focus(rows.findIndex((other) => !isGroup && other.id === row.groupId));
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index =
      event.target instanceof Element ? [...event.currentTarget.children].indexOf(event.target) : -1;
    const row = rows[index];
    if (row === undefined) return;
    const target = nextIndex(event.key, index, rows.length, false);
    if (event.key === 'Enter') act(row);
    else if (event.key === ' ') tree.onToggle(rowIds(row));
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
    if (event.target.closest('[data-part=tick]') === null) act(row);
    else tree.onToggle(rowIds(row));
  };
  return { list, tabStop, onKeyDown, onClick };
}

/** The catalogue: arrows move, Space ticks, Enter opens a case, or closes and opens a group. */
export function CatalogueTree(tree: CatalogueTreeProps) {
  const rows = catalogueRows(tree.groups, tree.isGroupOpen);
  const { list, tabStop, onKeyDown, onClick } = useTreeKeys(tree, rows);
  // No native element is a tree: this is the ARIA pattern, with the levels told instead of nested.
  const treeProps = { role: 'tree', 'aria-multiselectable': true, onKeyDown, onClick } as const;
  const itemProps = (row: CatalogueRow, index: number) => ({
    role: 'treeitem',
    'aria-level': row.kind === 'group' ? 1 : 2,
    'aria-posinset': row.position,
    'aria-setsize': row.size,
    'aria-checked': checkedState(tree.checked, rowIds(row)),
    'aria-selected': row.id === tree.openedId,
    'aria-expanded': row.kind === 'group' ? row.isExpanded : undefined,
    tabIndex: index === tabStop ? 0 : -1,
  });
  return (
    <div ref={list} className="scroll attack-tree" aria-label={messages.tree} {...treeProps}>
      {rows.map((row, index) => (
        <div
          key={row.id}
          className={row.kind === 'group' ? 'attack-group inset' : 'attack-row inset'}
          {...itemProps(row, index)}
        >
          <RowContent row={row} tree={tree} />
        </div>
      ))}
    </div>
  );
}
