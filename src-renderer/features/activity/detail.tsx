import { useMutation, useQuery } from '@tanstack/react-query';
import { Flag, Waypoints } from 'lucide-react';
import { useState } from 'react';
import type { ActivityRow } from '#shared/api/index.ts';
import { repeatedId } from '#shared/flows/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { useExchange } from '../../api/use-exchange.ts';
import { AuditEvents } from '../../ui/audit-events.tsx';
import { SmallGhostButton } from '../../ui/button.tsx';
import { RecordSwitch } from '../../ui/exchange-ends.tsx';
import { RequestPane, ResponsePane, TracePane } from '../../ui/exchange-panes.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { contractPath, flowRunPath } from '../../workbench/addresses.ts';
import type { OfferedActs } from '../../workbench/exchange-acts.ts';
import { ExchangeBar } from '../../workbench/exchange-bar.tsx';
import { openLink } from '../../workbench/layout-store.ts';
import { EditedMark, isEdited, tagValue } from './columns.tsx';
import { Related } from './related.tsx';
import { activityMessages } from './words.ts';

const messages = activityMessages.activity;

export interface DetailActs {
  readonly mark: (row: ActivityRow) => void;
  readonly select: (id: string) => void;
  /** Compares the exchange with an earlier one. */
  readonly compareWith: (row: ActivityRow) => void;
}

interface DetailProps {
  readonly id: string;
  readonly row: ActivityRow | undefined;
  readonly acts: DetailActs;
  /** All acts on the exchange, for the menu in the head. */
  readonly offered: OfferedActs;
}

function Acts({ row, acts, offered }: Omit<DetailProps, 'id'>) {
  const runId = row === undefined ? '' : tagValue(row, 'run');
  return (
    <ExchangeBar acts={offered}>
      <SmallGhostButton
        icon={Flag}
        disabled={row === undefined}
        onPress={() => row !== undefined && acts.mark(row)}
      >
        {messages.finding}
      </SmallGhostButton>
      {runId === '' ? null : (
        <SmallGhostButton
          icon={Waypoints}
          label={sharedMessages.exchange.acts.run}
          onPress={() => openLink(flowRunPath(runId))}
        />
      )}
      <span className="push" />
    </ExchangeBar>
  );
}

interface DifferenceLinkProps {
  readonly row: ActivityRow;
  readonly onCompare: (first: ActivityRow) => void;
}

/** Leads from a request that was changed and sent again to what changed against the first one. */
function DifferenceLink({ row, onCompare }: DifferenceLinkProps) {
  const { orpc } = useApi();
  // The record of the sender alone names the run and the step.
  const sentId = row.side === 'server' ? (row.peer?.id ?? row.id) : row.id;
  const related = useQuery(orpc.activity.related.queryOptions({ input: { id: sentId }, staleTime: 1_000 }));
  const stepId = tagValue(row, 'step');
  const firstId = repeatedId(stepId);
  const first =
    firstId === stepId ? undefined : related.data?.find((other) => tagValue(other, 'step') === firstId);
  return (
    <span className="row tight">
      <EditedMark />
      {first === undefined ? null : (
        <button type="button" className="lnk" onClick={() => onCompare(first)}>
          {messages.compareWithFirst}
        </button>
      )}
    </span>
  );
}

/** The user's note on an exchange, and the contract findings in it. */
function Noted({ row: { finding, contract } }: { readonly row: ActivityRow }) {
  return (
    <>
      {finding === null ? null : (
        <p className="finding">
          <b>{messages.marks.finding}</b> {finding}
        </p>
      )}
      {contract.length === 0 ? null : (
        <p className="finding row wraps">
          <b>{messages.contract}</b>
          {contract.map((rule) => (
            <button
              key={rule}
              type="button"
              className="lnk mono"
              onClick={() => openLink(contractPath({ tab: 'findings', rule }))}
            >
              {rule}
            </button>
          ))}
        </p>
      )}
    </>
  );
}

/** One exchange from both sides, what can be done with it, and what belongs to it. */
export function Detail({ id, row, acts, offered }: DetailProps) {
  const { client, orpc } = useApi();
  const [view, setView] = useState<'both' | 'related'>('both');
  const exchange = useExchange(id);
  const counterpart = useExchange(exchange.data?.counterpartId ?? null);
  const related = useQuery(orpc.activity.related.queryOptions({ input: { id }, staleTime: 1_000 }));
  const reveal = useMutation({ mutationFn: (pointer: string) => client.exchanges.reveal({ id, pointer }) });
  const onReveal = async (pointer: string) => (await reveal.mutateAsync(pointer)).value;
  const shown = exchange.data;
  return (
    <section className="activity-detail" aria-label={messages.detail}>
      <div className="pane-head">
        <Segmented
          mini
          label={messages.view}
          options={[
            { id: 'both', label: messages.both },
            { id: 'related', label: `${messages.related} ${related.data?.length ?? 0}` },
          ]}
          value={view}
          onChange={setView}
        />
        {row === undefined || !isEdited(row) ? null : (
          <DifferenceLink row={row} onCompare={acts.compareWith} />
        )}
        <RecordSwitch id={id} row={row} onSelect={acts.select} />
        <Acts row={row} acts={acts} offered={offered} />
      </div>
      {row === undefined ? null : <Noted row={row} />}
      {shown === undefined ? null : (
        <AuditEvents
          tags={[...shown.tags, ...(shown.side === 'client' ? (counterpart.data?.tags ?? []) : [])]}
        />
      )}
      {exchange.error === null ? null : <ProblemNote problem={toProblem(exchange.error)} />}
      {view === 'related' ? <Related id={id} rows={related.data ?? []} onSelect={acts.select} /> : null}
      {view === 'both' && shown !== undefined ? (
        <div className="cols">
          <RequestPane view={shown} onReveal={onReveal} />
          <ResponsePane view={shown} onReveal={onReveal} />
          <TracePane trace={shown.trace ?? counterpart.data?.trace ?? null} />
        </div>
      ) : null}
    </section>
  );
}
