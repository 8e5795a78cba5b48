import { Play } from 'lucide-react';
import { useServiceNow } from '#renderer/api/service-clock.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Note, ProblemNote } from '#renderer/ui/note.tsx';
import type { ImportCounts } from '#shared/api/index.ts';
import { outcomeCount } from '../counts.ts';
import { isOfFile } from '../file/file-problems.tsx';
import { UndoLoad } from '../report/undo-load.tsx';
import { StepFoot } from '../step-foot.tsx';
import { hasBegun, type OpenImport } from '../use-import.ts';
import { importMessages } from '../words.ts';
import { FailedRows } from './failed-rows.tsx';
import { PaceChart } from './pace-chart.tsx';
import { PacePane } from './pace-pane.tsx';
import { PlanFacts, StopRail } from './plan-facts.tsx';
import { LoadReadouts } from './readouts.tsx';
import { StartButton } from './start-button.tsx';
import { useProgress } from './use-progress.ts';

const messages = importMessages.importLoad.load;

/** Why the load stopped by itself, and how it goes on. */
function Halted({ state }: { readonly state: OpenImport }) {
  const { view } = state;
  const own = view.problems.filter((problem) => !isOfFile(problem));
  // The halted work shows the message of the import.
  const work = view.work?.problem ?? null;
  const problems = own.length > 0 || work === null ? own : [work];
  return (
    <>
      {problems.map((problem, at) => (
        <ProblemNote key={`${at} ${problem.code}`} problem={problem} />
      ))}
      {view.state === 'halted' ? (
        <Note kind="warning" title={messages.halted}>
          <p>{messages.haltedText}</p>
        </Note>
      ) : null}
    </>
  );
}

/** The acts of the load: its start, and its end with the way back and the report. */
function LoadFoot({ state, counts }: { readonly state: OpenImport; readonly counts: ImportCounts }) {
  const isOver = ['loaded', 'cancelled', 'undone'].includes(state.view.state);
  return (
    <StepFoot state={state} isNextMain={isOver} nextLabel={isOver ? messages.openReport : null}>
      {state.view.state === 'ready' ? <StartButton state={state} /> : null}
      {isOver ? <UndoLoad state={state} accepted={counts.accepted} /> : null}
    </StepFoot>
  );
}

/** The sixth step: the load as it goes. */
export function LoadStep({ state }: { readonly state: OpenImport }) {
  const { view } = state;
  const progress = useProgress(state);
  // The engine's own time: the end of a load is told in it.
  const nowMillis = useServiceNow() ?? 0;
  const { plan } = view.job;
  const isPlanned = hasBegun(view) || (plan !== null && view.state === 'ready');
  if (!isPlanned)
    return (
      <>
        <div className="imp-body">
          <Empty icon={Play} title={messages.notReady} text={messages.notReadyText} />
        </div>
        <StepFoot state={state} isNextMain={false} />
      </>
    );
  const told = progress?.counts ?? view.counts;
  const total = told.total === 0 ? outcomeCount(plan, 'ready') : told.total;
  const counts = hasBegun(view) ? told : { ...told, total, pending: total };
  const hasChart = progress !== null && progress.seconds.length > 0;
  return (
    <>
      <div className="imp-body sided">
        <div className={counts.failed === 0 ? 'imp-main imp-load calm' : 'imp-main imp-load'}>
          <div className="imp-standing">
            <Halted state={state} />
          </div>
          <LoadReadouts state={state} counts={counts} progress={progress} nowMillis={nowMillis} />
          {hasChart ? (
            <PaceChart progress={progress} isOver={view.state !== 'loading'} />
          ) : (
            <p className="remark imp-plot">{messages.chartEmpty}</p>
          )}
          <FailedRows state={state} failed={counts.failed} />
        </div>
        <aside className="imp-side" aria-label={messages.pace}>
          <PacePane state={state} progress={progress} />
          <PlanFacts view={view} />
          <StopRail unknown={counts.inFlight} />
        </aside>
      </div>
      <LoadFoot state={state} counts={counts} />
    </>
  );
}
