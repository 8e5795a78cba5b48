import { Button } from '#renderer/ui/button.tsx';
import type { ImportRow, Mapping } from '#shared/consents/index.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.importLoad.check;

/** The actions on a row. */
export interface RowActs {
  readonly edit: () => void;
  readonly replace: () => void;
  readonly pick: () => void;
  readonly exclude: () => void;
  readonly take: (value: string) => void;
}

/** The column that a row is edited at: that of its problem, or else the first that is shown. */
export function editedColumn(row: ImportRow, shown: readonly string[]): string | null {
  return row.column !== null && shown.includes(row.column) ? row.column : (shown[0] ?? null);
}

/** True if choosing another user could resolve the problem of a row. */
export function isAboutUser({ outcome }: ImportRow, mapping: Mapping | null): boolean {
  return mapping !== null && (outcome === 'unknown-user' || outcome === 'ambiguous-user');
}

export interface RowDetailProps {
  readonly row: ImportRow | undefined;
  readonly mapping: Mapping | null;
  readonly isLocked: boolean;
  readonly acts: RowActs;
}

/** The problem of the row under the cursor, and the actions that fix it. */
export function RowDetail({ row, mapping, isLocked, acts }: RowDetailProps) {
  return (
    <section className="imp-detail" aria-label={messages.detail}>
      {row === undefined ? (
        <p className="help">{messages.noRow}</p>
      ) : (
        <p className="imp-what">
          <b>{messages.rowTitle(row.place)}</b>{' '}
          <span className="wrap" data-words="data">
            {row.settlement?.message ?? row.message}
          </span>
        </p>
      )}
      {isLocked ? null : (
        <span className="row wraps tight">
          {row !== undefined && row.suggestion !== null ? (
            <Button small onPress={() => acts.take(row.suggestion ?? '')}>
              <span data-words="data">{messages.suggestion(row.suggestion)}</span>
            </Button>
          ) : null}
          <Button small keyHint="e" disabled={row === undefined} onPress={acts.edit}>
            {messages.edit}
          </Button>
          <Button small keyHint="r" disabled={row === undefined} onPress={acts.replace}>
            {messages.fixAll}
          </Button>
          <Button
            small
            keyHint="p"
            disabled={row === undefined || !isAboutUser(row, mapping)}
            onPress={acts.pick}
          >
            {messages.pick}
          </Button>
          <Button
            small
            keyHint="x"
            disabled={row === undefined || row.outcome === 'excluded'}
            onPress={acts.exclude}
          >
            {messages.exclude}
          </Button>
        </span>
      )}
    </section>
  );
}
