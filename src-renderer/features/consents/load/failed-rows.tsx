import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { Drawn } from '#renderer/ui/icon.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { StatusCode } from '#renderer/ui/status-code.tsx';
import { numbers, Table, unseen } from '#renderer/ui/table.tsx';
import { formatCount } from '#renderer/words/format.ts';
import { activityPath } from '#renderer/workbench/addresses.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import type { ImportRow } from '#shared/consents/index.ts';
import { useSaving } from '../report/use-saving.ts';
import type { OpenImport } from '../use-import.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.importLoad.load;

/** Rows that are listed here; Check shows all of them. */
const maxRows = 500;

/** Why a row was refused, as far as rows are told apart by it. */
export function reasonOf({ settlement, message }: ImportRow): string {
  if (settlement === null) return message;
  return settlement.message === '' ? settlement.code : settlement.message;
}

/** Reasons with their rows, the most frequent first. */
export function reasonsOf(rows: readonly ImportRow[]): readonly (readonly [reason: string, rows: number])[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(reasonOf(row), (counts.get(reasonOf(row)) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one);
}

function FailedRow({ row, userColumn }: { readonly row: ImportRow; readonly userColumn: number }) {
  const { settlement } = row;
  const exchangeId = settlement?.exchangeId ?? null;
  return (
    <tr>
      <td className="num mono">{formatCount(row.place.row)}</td>
      <td className="mono clip">{row.cells[userColumn] ?? ''}</td>
      <td>
        <span className="row tight">
          <Drawn name="failed" small />
          <span className="clip" data-words="data" title={reasonOf(row)}>
            {reasonOf(row)}
          </span>
        </span>
      </td>
      <td>
        {settlement === null || settlement.httpStatus === null ? null : (
          <StatusCode status={settlement.httpStatus} />
        )}
      </td>
      <td className="mono muted clip">{settlement?.code ?? ''}</td>
      <td className="acts-cell">
        {exchangeId === null ? null : (
          <button
            type="button"
            className="lnk"
            aria-label={messages.show(row.place.row)}
            onClick={() => openLink(activityPath({ exchangeId }))}
          >
            {messages.showShort}
          </button>
        )}
      </td>
    </tr>
  );
}

function Rows({ rows, state }: { readonly rows: readonly ImportRow[]; readonly state: OpenImport }) {
  const { columns, job } = state.view;
  const userColumn = columns.indexOf(job.mapping?.user.column ?? '');
  return (
    <ScrollRegion label={messages.problemRows}>
      <Table
        label={messages.problemRows}
        className="rows imp-failed"
        columns={[
          numbers(messages.columns.row),
          { head: job.mapping?.user.column ?? messages.columns.user, isData: true },
          messages.columns.problem,
          messages.columns.http,
          messages.columns.code,
          unseen(messages.columns.show),
        ]}
      >
        {rows.map((row) => (
          <FailedRow key={row.row} row={row} userColumn={userColumn} />
        ))}
      </Table>
    </ScrollRegion>
  );
}

/** The rows that the platform refused, by why. */
export function FailedRows({ state, failed }: { readonly state: OpenImport; readonly failed: number }) {
  const { orpc } = useApi();
  const { id, view } = state;
  const [reason, setReason] = useState<string | null>(null);
  const saving = useSaving(id);
  const options = orpc.imports.rows.queryOptions({
    input: { id, filter: 'failed', offset: 0, limit: maxRows },
  });
  const found = useQuery({
    ...options,
    queryKey: [...options.queryKey, failed],
    enabled: failed > 0 && !view.isForgotten,
    placeholderData: (before) => before,
    gcTime: 10_000,
  });
  const rows = failed === 0 ? [] : (found.data?.rows ?? []);
  const reasons = reasonsOf(rows);
  const shown = reasons.some(([known]) => known === reason) ? reason : null;
  return (
    <section className="imp-probs" aria-label={messages.problems}>
      <div className="pane-head">
        <h2 className="label">{messages.problems}</h2>
        {failed === 0 ? (
          <span className="ref">{messages.noProblems}</span>
        ) : (
          <fieldset className="row tight imp-chips imp-set" aria-label={messages.problems}>
            <Button small isPressed={shown === null} onPress={() => setReason(null)}>
              {messages.all(failed)}
            </Button>
            {reasons.slice(0, 6).map(([text, count]) => (
              <Button key={text} small isPressed={shown === text} onPress={() => setReason(text)}>
                <span className="clip imp-chip" data-words="data">
                  {messages.chip(text, count)}
                </span>
              </Button>
            ))}
          </fieldset>
        )}
        <span className="push row tight">
          {failed > maxRows ? <span className="ref lg">{messages.firstOnly(maxRows)}</span> : null}
          {failed === 0 ? null : (
            <SmallGhostButton
              icon={Download}
              disabled={saving.going !== null}
              onPress={() => saving.save('errors')}
            >
              {messages.saveFailed}
            </SmallGhostButton>
          )}
        </span>
      </div>
      {found.error === null ? null : <ProblemNote problem={toProblem(found.error)} />}
      {saving.error === null ? null : <ProblemNote problem={toProblem(saving.error)} />}
      {rows.length === 0 ? null : (
        <Rows rows={rows.filter((row) => shown === null || reasonOf(row) === shown)} state={state} />
      )}
    </section>
  );
}
