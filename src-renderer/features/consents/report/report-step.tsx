import { useQuery } from '@tanstack/react-query';
import { Plus, ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Note, ProblemNote } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { numbers, Table } from '#renderer/ui/table.tsx';
import { useDelayed } from '#renderer/ui/use-delayed.ts';
import { formatCount, formatDateTime } from '#renderer/words/format.ts';
import { importPath } from '#renderer/workbench/addresses.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import type { ImportReport } from '#shared/api/index.ts';
import { Ghosts } from '../skeleton.tsx';
import { StepFoot } from '../step-foot.tsx';
import { hasBegun, type OpenImport } from '../use-import.ts';
import { importMessages } from '../words.ts';
import { AfterActs } from './after-acts.tsx';
import { Outputs } from './outputs.tsx';

const messages = importMessages.importLoad.report;

function Total({
  name,
  count,
  isMain = false,
  isBad = false,
}: {
  readonly name: string;
  readonly count: number;
  readonly isMain?: boolean;
  readonly isBad?: boolean;
}) {
  return (
    <dl className={isMain ? 'readout main' : 'readout'}>
      <dt>{name}</dt>
      <dd className={isBad && count > 0 ? 'c-danger' : undefined}>{formatCount(count)}</dd>
    </dl>
  );
}

function Totals({ report }: { readonly report: ImportReport }) {
  const { counts, notSent, rows } = report;
  const left = notSent.reduce((sum, { rows: count }) => sum + count, 0);
  const open = counts.inFlight + counts.retrying + counts.pending;
  return (
    <section className="imp-head" aria-label={messages.title}>
      <Total name={messages.accepted} count={counts.accepted} isMain />
      <Total name={messages.already} count={counts.already} />
      <Total name={messages.failed} count={counts.failed} isBad />
      {open === 0 ? null : <Total name={messages.pending} count={open} />}
      <Total name={messages.notSent} count={left} />
      <Total name={messages.rows} count={rows} />
    </section>
  );
}

interface WhyProps {
  readonly title: string;
  readonly none: string;
  readonly lines: readonly { readonly key: string; readonly why: ReactNode; readonly rows: number }[];
}

function Why({ title, none, lines }: WhyProps) {
  return (
    <section aria-label={title}>
      <PaneHead title={title} />
      {lines.length === 0 ? (
        <p className="remark">{none}</p>
      ) : (
        <Table
          label={title}
          className="rows imp-matches"
          columns={[messages.why, numbers(importMessages.importLoad.dryRun.rows)]}
        >
          {lines.map(({ key, why, rows }) => (
            <tr key={key}>
              <th scope="row" className="wrap">
                {why}
              </th>
              <td className="num mono">{formatCount(rows)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

/** The record by which a report is signed off: who, when, where and what. */
function Record({ report }: { readonly report: ImportReport }) {
  const { facts } = messages;
  const time = (millis: number | null) => (millis === null ? '' : formatDateTime(millis));
  const lines = [
    [facts.target, report.target],
    [facts.environment, report.environmentId],
    [facts.file, report.fileName],
    [facts.sha256, report.sha256],
    [facts.plan, report.planHash],
    [facts.startedBy, report.startedBy],
    [facts.started, time(report.startedAtMillis)],
    [facts.ended, time(report.endedAtMillis)],
    [facts.version, report.appVersion],
  ] as const;
  return (
    <section aria-label={messages.record}>
      <PaneHead title={messages.record} />
      <dl className="imp-facts whole">
        {lines.map(([name, value]) =>
          value === '' ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="mono">{value}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

function ReportBody({ state, report }: { readonly state: OpenImport; readonly report: ImportReport }) {
  const { undone } = report;
  return (
    <div className="imp-body sided">
      <ScrollRegion label={importMessages.imports.steps.report} className="imp-main">
        <Totals report={report} />
        {undone === null ? null : (
          <Note
            kind="neutral"
            title={messages.undone(undone.restored, undone.revoked, undone.notRestorable)}
          />
        )}
        <div className="imp-halves">
          <Why
            title={messages.notSentTitle}
            none={messages.nothingLeftOut}
            lines={report.notSent.map(({ outcome, rows }) => ({
              key: outcome,
              why: importMessages.importLoad.outcomes[outcome],
              rows,
            }))}
          />
          <Why
            title={messages.failuresTitle}
            none={messages.noFailures}
            lines={report.failures.map(({ code, message, rows }) => ({
              key: `${code} ${message}`,
              why: (
                <>
                  <span data-words="data">{message}</span> <span className="mono muted">{code}</span>
                </>
              ),
              rows,
            }))}
          />
        </div>
        <Record report={report} />
      </ScrollRegion>
      <aside className="imp-side" aria-label={messages.files}>
        <Outputs id={state.id} isForgotten={state.view.isForgotten} />
        <AfterActs state={state} report={report} />
      </aside>
    </div>
  );
}

/** The last step: what became of every row. */
export function ReportStep({ state }: { readonly state: OpenImport }) {
  const { orpc } = useApi();
  const { navigate } = useTab();
  const { view, id } = state;
  const { counts } = view;
  const isThere = hasBegun(view);
  const options = orpc.imports.report.queryOptions({ input: { id } });
  const report = useQuery({
    ...options,
    queryKey: [...options.queryKey, view.state, counts.accepted + counts.already + counts.failed],
    enabled: isThere,
    placeholderData: (before) => before,
    gcTime: 10_000,
  });
  const isSlow = useDelayed(isThere && report.data === undefined && report.error === null);
  return (
    <>
      {report.data === undefined || !isThere ? (
        <div className="imp-body">
          <div className="imp-main">
            {report.error === null ? null : <ProblemNote problem={toProblem(report.error)} />}
            {isSlow ? <Ghosts rows={8} /> : null}
            {isThere ? null : <Empty icon={ScrollText} title={messages.none} text={messages.noneText} />}
          </div>
        </div>
      ) : (
        <ReportBody state={state} report={report.data} />
      )}
      <StepFoot state={state} isNextMain={false}>
        {isThere ? (
          <>
            <Button icon={Plus} onPress={() => navigate(importPath('new'))}>
              {importMessages.imports.add}
            </Button>
            <Button kind="ink" onPress={() => navigate(importPath())}>
              {messages.done}
            </Button>
          </>
        ) : null}
      </StepFoot>
    </>
  );
}
