import { KeyRound, Play, Waypoints } from 'lucide-react';
import { useState } from 'react';
import type { FlowRun } from '#shared/api/index.ts';
import { toProblem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { strings } from '../../words/strings.ts';
import { otherRun } from './compare.ts';
import { GhostPanes, GhostSteps } from './ghosts.tsx';
import { Outcome } from './outcome.tsx';
import { Runs } from './runs.tsx';
import { LaneHeads, Sequence } from './sequence.tsx';
import { Shelf } from './shelf.tsx';
import { StepHead } from './step-head.tsx';
import { type StepPane, StepPanes } from './step-panes.tsx';
import type { FlowDebuggerState } from './use-flow-debugger.ts';
import type { HarActs } from './use-har.ts';
import { useStep } from './use-step.ts';
import { WaitStrip } from './wait-strip.tsx';

const words = strings.flows;

export interface PaneActs {
  readonly onCompare: () => void;
  readonly onInspect: (run: FlowRun, name: string) => void;
  readonly onPaste: () => void;
  readonly har: HarActs;
}

interface PanesProps {
  readonly state: FlowDebuggerState;
  readonly acts: PaneActs;
}

function SequencePane({ state }: { readonly state: FlowDebuggerState }) {
  return (
    <section className="seq" aria-label={words.sequence}>
      <LaneHeads />
      {state.run === null ? (
        <GhostSteps isLoading={state.isLoading} />
      ) : (
        <Sequence run={state.run} selectedId={state.step?.id ?? null} onSelect={state.selectStep} />
      )}
    </section>
  );
}

/** What stands in the inspector while there is no run to inspect. */
function NoRun({ state }: { readonly state: FlowDebuggerState }) {
  if (state.error !== null) {
    return (
      <ProblemNote
        problem={toProblem(state.error)}
        actions={
          <Button small onPress={state.retry}>
            {strings.common.retry}
          </Button>
        }
      />
    );
  }
  if (state.isLoading) return <GhostPanes isLoading />;
  if (state.choice.sources.clients.length === 0) {
    return <Empty icon={KeyRound} title={words.noClients} text={words.noClientsText} />;
  }
  return (
    <Empty
      icon={Waypoints}
      title={words.emptyTitle}
      text={words.emptyText}
      actions={
        <Button kind="ink" icon={Play} disabled={!state.canRun} onPress={state.runAll}>
          {words.run}
        </Button>
      }
    />
  );
}

interface InspectorProps {
  readonly state: FlowDebuggerState;
  readonly panes?: readonly StepPane[];
}

function Inspector({ state, panes }: InspectorProps) {
  const { run, step } = state;
  const data = useStep(step?.step);
  const label = step === undefined ? words.title : words.stepLabel(step.step.number);
  return (
    <section className="insp" aria-label={label}>
      {run === null ? null : (
        <>
          <WaitStrip run={run} onContinue={() => state.resume?.()} onCancel={() => state.cancel?.()} />
          <Outcome run={run} />
        </>
      )}
      {run === null || step === undefined ? (
        <NoRun state={state} />
      ) : (
        <>
          <StepHead step={step.step} exchangeId={data.exchangeId} />
          <StepPanes step={step.step} data={data} run={run} {...(panes === undefined ? {} : { panes })} />
        </>
      )}
    </section>
  );
}

function RunsPane({ state, acts }: PanesProps) {
  return (
    <Runs
      runs={state.runs}
      selected={state.run}
      isLoading={state.isLoading}
      onSelect={state.selectRun}
      other={state.run === null ? null : otherRun(state.runs, state.run)}
      onCompare={acts.onCompare}
      har={acts.har}
    />
  );
}

function ShelfPane({ state, acts }: PanesProps) {
  const { run } = state;
  return (
    <Shelf
      run={run}
      onInspect={(name) => {
        if (run !== null) acts.onInspect(run, name);
      }}
      onPaste={acts.onPaste}
    />
  );
}

/** All panes at once: sequence beside the inspector, runs and values below on the same edges. */
export function WidePanes({ state, acts }: PanesProps) {
  return (
    <div className="flow-grid">
      <SequencePane state={state} />
      <Inspector state={state} />
      <RunsPane state={state} acts={acts} />
      <ShelfPane state={state} acts={acts} />
    </div>
  );
}

const tabs = [
  { id: 'steps', label: words.steps },
  { id: 'request', label: strings.exchange.request },
  { id: 'response', label: strings.exchange.response },
  { id: 'trace', label: strings.exchange.trace },
  { id: 'runs', label: strings.runs.title },
  { id: 'values', label: strings.values.title },
] as const;

/** One pane at a time behind tabs, for windows too narrow to hold them side by side. */
export function NarrowPanes({ state, acts }: PanesProps) {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('steps');
  return (
    <Tabs label={words.panes} tabs={tabs} selected={tab} onSelect={setTab}>
      {tab === 'steps' ? (
        <div className="narrow-steps">
          {state.run === null ? (
            <NoRun state={state} />
          ) : (
            <>
              <WaitStrip
                run={state.run}
                onContinue={() => state.resume?.()}
                onCancel={() => state.cancel?.()}
              />
              <Outcome run={state.run} />
              <SequencePane state={state} />
            </>
          )}
        </div>
      ) : null}
      {tab === 'request' || tab === 'response' || tab === 'trace' ? (
        <Inspector state={state} panes={[tab]} />
      ) : null}
      {tab === 'runs' ? <RunsPane state={state} acts={acts} /> : null}
      {tab === 'values' ? <ShelfPane state={state} acts={acts} /> : null}
    </Tabs>
  );
}
