import { useQuery } from '@tanstack/react-query';
import { FlaskConical, ListChecks } from 'lucide-react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { numbers, Table, unseen } from '#renderer/ui/table.tsx';
import { useDelayed } from '#renderer/ui/use-delayed.ts';
import { formatCount, formatDateTime } from '#renderer/words/format.ts';
import type { ImportDryRun } from '#shared/api/index.ts';
import { type PlanSummary, rowOutcomes } from '#shared/consents/index.ts';
import { outcomeCount } from '../counts.ts';
import { rateText, readoutText } from '../duration.ts';
import { Ghosts } from '../skeleton.tsx';
import { StepFoot } from '../step-foot.tsx';
import type { OpenImport } from '../use-import.ts';
import { importMessages } from '../words.ts';
import { Samples } from './samples.tsx';

const messages = importMessages.importLoad.dryRun;

/** Requests that are shown as they will be sent. */
const sampleCount = 3;

function Readouts({ plan, found }: { readonly plan: PlanSummary; readonly found: ImportDryRun }) {
  const { requests, expectedMillis, limitPerSecond } = found;
  return (
    <div className="imp-head">
      <dl className="readout main">
        <dt>{messages.toSend}</dt>
        <dd>{formatCount(outcomeCount(plan, 'ready'))}</dd>
      </dl>
      <dl className="readout">
        <dt>{messages.requests}</dt>
        <dd>{formatCount(requests.reads + requests.writes)}</dd>
      </dl>
      <dl className="readout">
        <dt>{messages.expected}</dt>
        <dd>
          {expectedMillis === null ? importMessages.importLoad.load.unknown : readoutText(expectedMillis)}
          {expectedMillis === null ? null : <small>{importMessages.importLoad.load.minutes}</small>}
        </dd>
      </dl>
      <p className="imp-eta muted">
        {messages.requestsParts(requests.reads, requests.writes)}
        <br />
        {expectedMillis === null
          ? messages.expectedHelp
          : `${messages.pace} ${limitPerSecond === null ? messages.paceLearned : messages.paceOf(rateText(limitPerSecond))}`}
      </p>
    </div>
  );
}

/** All rows of the file by what happens to them: the same numbers as the load will have. */
function Outcomes({ plan }: { readonly plan: PlanSummary }) {
  const shown = rowOutcomes.filter((outcome) => outcome === 'ready' || outcomeCount(plan, outcome) > 0);
  return (
    <section aria-label={messages.outcomes}>
      <PaneHead title={messages.outcomes} />
      <Table
        label={messages.outcomes}
        className="rows imp-matches"
        columns={[messages.outcome, numbers(messages.rows), unseen(messages.toSend)]}
      >
        {shown.map((outcome) => (
          <tr key={outcome}>
            <th scope="row">{importMessages.importLoad.outcomes[outcome]}</th>
            <td className="num mono">{formatCount(outcomeCount(plan, outcome))}</td>
            <td className="muted">{outcome === 'ready' ? messages.sent : messages.notSent}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

interface RehearsalProps {
  readonly state: OpenImport;
  readonly rehearsal: ImportDryRun['rehearsal'];
}

/** The rehearsal: checks for every row, by reads only, whether the target already has it. */
function Rehearsal({ state, rehearsal }: RehearsalProps) {
  const { id, act, isLocked, isWorking, isActing } = state;
  const members = ['rows', 'wouldAccept', 'alreadySame', 'alreadyNewer', 'failed'] as const;
  return (
    <section aria-label={messages.rehearsal}>
      <PaneHead title={messages.rehearsal} />
      <div className="imp-form">
        <p className="help">{messages.rehearsalText}</p>
        {isLocked ? null : (
          <span className="row">
            <Button
              small
              icon={FlaskConical}
              disabled={isWorking || isActing}
              onPress={() => act((client) => client.imports.rehearse({ id }))}
            >
              {rehearsal === null ? messages.rehearse : messages.rehearseAgain}
            </Button>
          </span>
        )}
      </div>
      {rehearsal === null ? null : (
        <>
          <dl className="imp-facts whole">
            {members.map((member) => (
              <div key={member}>
                <dt>{messages.found[member]}</dt>
                <dd className="mono">{formatCount(rehearsal[member])}</dd>
              </div>
            ))}
          </dl>
          <p className="remark">{messages.rehearsedAt(formatDateTime(rehearsal.atMillis))}</p>
        </>
      )}
    </section>
  );
}

function useDryRun({ view, id }: OpenImport) {
  const { orpc } = useApi();
  const { plan } = view.job;
  const input = { id, samples: sampleCount };
  const options = orpc.imports.dryRun.queryOptions({ input });
  return useQuery({
    ...options,
    // The result depends on the plan, and on the work that may have changed it: a rehearsal ends as the work before
    // it did.
    queryKey: [...options.queryKey, plan?.hash ?? '', view.work?.id ?? '', view.work?.state ?? ''],
    enabled: plan !== null && !view.isForgotten,
    placeholderData: (before) => before,
    gcTime: 30_000,
  });
}

/** The fifth step: what would be sent, without sending it. */
export function DryRunStep({ state }: { readonly state: OpenImport }) {
  const { view } = state;
  const { plan } = view.job;
  const dryRun = useDryRun(state);
  const found = dryRun.data;
  const isSlow = useDelayed(plan !== null && found === undefined && dryRun.error === null);
  return (
    <>
      <div className="imp-body sided">
        <ScrollRegion label={importMessages.imports.steps['dry-run']} className="imp-main">
          {dryRun.error === null ? null : <ProblemNote problem={toProblem(dryRun.error)} />}
          {plan === null ? (
            <Empty
              icon={ListChecks}
              title={importMessages.importLoad.check.noPlan}
              text={importMessages.importLoad.check.noPlanText}
            />
          ) : null}
          {isSlow ? <Ghosts rows={10} /> : null}
          {plan === null || found === undefined ? null : (
            <>
              <Readouts plan={plan} found={found} />
              <div className="imp-halves">
                <Outcomes plan={plan} />
                <Samples samples={found.samples} />
              </div>
            </>
          )}
        </ScrollRegion>
        <aside className="imp-side" aria-label={messages.rehearsal}>
          {found === undefined ? null : (
            <>
              <Rehearsal state={state} rehearsal={found.rehearsal} />
              <section aria-label={messages.hash}>
                <PaneHead title={messages.hash} />
                <div className="imp-form">
                  <p className="mono imp-hash">{found.planHash}</p>
                  <p className="help">{messages.hashHelp}</p>
                </div>
              </section>
            </>
          )}
        </aside>
      </div>
      <StepFoot state={state} isNextMain />
    </>
  );
}
