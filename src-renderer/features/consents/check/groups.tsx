import { ListBox } from '#renderer/ui/list-box.tsx';
import { formatCount } from '#renderer/words/format.ts';
import type { ImportView } from '#shared/api/index.ts';
import type { PlanSummary } from '#shared/consents/index.ts';
import { flagged, heldBack, problemCount } from '../counts.ts';
import { importMessages } from '../words.ts';
import type { RowFilter } from './use-row-pages.ts';

const messages = importMessages.importLoad;

/** Rows that need the same. */
export interface RowGroup {
  readonly id: RowFilter;
  readonly label: string;
  readonly rows: number | null;
  /** Begins a part of the list under this heading. */
  readonly heading: string | null;
}

/** The groups of a plan: all problems, each outcome that holds rows back, each flag, and every row. */
export function groupsOf(plan: PlanSummary, { counts }: Pick<ImportView, 'counts'>): readonly RowGroup[] {
  const outcomes = heldBack(plan).map(
    ([id, rows], at): RowGroup => ({
      id,
      label: messages.outcomes[id],
      rows,
      heading: at === 0 ? messages.check.notSent : null,
    }),
  );
  const flags = flagged(plan).map(
    ([id, rows], at): RowGroup => ({
      id,
      label: messages.rowFlags[id],
      rows,
      heading: at === 0 ? messages.check.flagged : null,
    }),
  );
  const failed: readonly RowGroup[] =
    counts.failed === 0
      ? []
      : [{ id: 'failed', label: messages.check.failed, rows: counts.failed, heading: null }];
  return [
    { id: 'problems', label: messages.check.problems, rows: problemCount(plan), heading: null },
    ...failed,
    ...outcomes,
    ...flags,
    { id: 'all', label: messages.check.all, rows: plan.rows, heading: '' },
  ];
}

export interface GroupsProps {
  readonly groups: readonly RowGroup[];
  readonly selected: RowFilter;
  readonly onSelect: (filter: RowFilter) => void;
}

/** Rows by the action that they need, with their number. */
export function Groups({ groups, selected, onSelect }: GroupsProps) {
  return (
    <ListBox
      label={messages.check.groups}
      items={groups}
      selectedId={selected}
      onSelect={({ id }) => onSelect(id)}
      className="imp-groups scroll"
      itemClass={({ heading }) => (heading === null ? 'imp-group' : 'imp-group first')}
    >
      {({ label, rows, heading }) => (
        <>
          {heading === null || heading === '' ? null : (
            <span className="label imp-heading" aria-hidden="true">
              {heading}
            </span>
          )}
          <span className="clip">{label}</span>
          <span className="mono">{rows === null ? '' : formatCount(rows)}</span>
        </>
      )}
    </ListBox>
  );
}
