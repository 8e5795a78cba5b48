import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { ContextMenu, type MenuAnchor } from '#renderer/ui/context-menu.tsx';
import { copyText } from '#renderer/ui/copy.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { Tree } from '#renderer/ui/tree.tsx';
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
import { isRunPart, RunPart } from './run-part.tsx';
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
  readonly onRun: (id: string) => void;
  /** Ticks these cases, and no others. */
  readonly onTickOnly: (ids: readonly string[]) => void;
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
      <RunPart caseId={id} />
    </>
  );
}

interface AskedMenu {
  readonly row: CatalogueRow;
  readonly anchor: MenuAnchor;
}

/** The acts on a line, which its keys and the head of the case have too. */
function RowMenu({
  asked,
  tree,
  onClose,
}: {
  readonly asked: AskedMenu;
  readonly tree: CatalogueTreeProps;
  readonly onClose: () => void;
}) {
  const { row, anchor } = asked;
  const ids = rowIds(row);
  const isTicked = checkedState(tree.checked, ids) === true;
  const tick = { id: 'tick', label: isTicked ? messages.untick : messages.tick, keyHint: 'space' } as const;
  const others = { id: 'only', label: messages.tickOnly(ids.length) } as const;
  const entries =
    row.kind === 'case'
      ? ([
          { id: 'run', label: messages.runCase },
          { id: 'open', label: messages.openCase, keyHint: 'enter' },
          tick,
          others,
          { id: 'copy', label: messages.copyCaseId },
        ] as const)
      : ([tick, others] as const);
  return (
    <ContextMenu<(typeof entries)[number]['id']>
      label={messages.rowActs}
      anchor={anchor}
      entries={entries}
      onClose={onClose}
      onAction={(act) => {
        if (act === 'run') tree.onRun(row.id);
        else if (act === 'open') tree.onOpen(row.id);
        else if (act === 'tick') tree.onToggle(ids);
        else if (act === 'only') tree.onTickOnly(ids);
        else void copyText(row.id, messages.caseIdCopied(row.id));
      }}
    />
  );
}

/** The catalogue: arrows move, Space ticks, Enter opens a case, or closes and opens a group. */
export function CatalogueTree(tree: CatalogueTreeProps) {
  const [asked, setAsked] = useState<AskedMenu | null>(null);
  return (
    <>
      <Tree
        label={messages.tree}
        className={tree.found.size === 0 ? 'scroll attack-tree not-run' : 'scroll attack-tree'}
        rows={catalogueRows(tree.groups, tree.isGroupOpen)}
        selectedId={tree.openedId}
        rowClass={({ kind }) => (kind === 'group' ? 'attack-group inset' : 'attack-row inset')}
        onExpand={(row, isExpanded) => {
          if (row.kind === 'group') tree.onExpand(row.group.group, isExpanded);
        }}
        onOpen={({ id }) => tree.onOpen(id)}
        onMenu={(row, anchor) => setAsked({ row, anchor })}
        onPart={({ id, kind }, target) => {
          const isRun = kind === 'case' && isRunPart(target);
          if (isRun) tree.onRun(id);
          return isRun;
        }}
        ticks={{
          stateOf: (row) => checkedState(tree.checked, rowIds(row)),
          onToggle: (row) => tree.onToggle(rowIds(row)),
        }}
      >
        {(row) => <RowContent row={row} tree={tree} />}
      </Tree>
      {asked === null ? null : <RowMenu asked={asked} tree={tree} onClose={() => setAsked(null)} />}
    </>
  );
}
