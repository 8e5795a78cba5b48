import { useState } from 'react';
import type { MenuAnchor } from '#renderer/ui/context-menu.tsx';
import { LaneHeads } from '#renderer/ui/lanes.tsx';
import { Tabs } from '#renderer/ui/tabs.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { ExchangeActs } from '#renderer/workbench/use-exchange-acts.ts';
import { KeptByHand } from './by-hand.tsx';
import { ComparedSequence } from './compare/compared-sequence.tsx';
import { RunComparison } from './compare/run-comparison.tsx';
import type { RunCompare } from './compare/use-run-compare.ts';
import { Expectations } from './expect/expectations.tsx';
import { HeldBar } from './held/held-bar.tsx';
import { Inspector } from './inspector.tsx';
import { NoRun } from './no-run.tsx';
import { Outcome } from './outcome.tsx';
import { Shelf } from './run-values/run-values.tsx';
import { Runs } from './runs/runs.tsx';
import type { RunFiles } from './runs/use-run-files.ts';
import { Sequence } from './sequence.tsx';
import { GhostSteps } from './skeleton.tsx';
import type { StepPane } from './step-panes.tsx';
import { StopPicture } from './stop-picture.tsx';
import { stopsOf } from './stops.ts';
import type { FlowDebuggerState } from './use-flow-debugger.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;

export interface PaneActs {
  readonly stepActs: ExchangeActs;
  /** Opens the menu of the step that is chosen. */
  readonly onStepMenu: (anchor: MenuAnchor) => void;
  readonly runCompare: RunCompare;
  /** Opens the drawer at a value of the run; null: at the one that is worth most. */
  readonly onValues: (name: string | null) => void;
  readonly onPaste: () => void;
  readonly files: RunFiles;
  readonly onSave: () => void;
  readonly onSaved: () => void;
}

interface PanesProps {
  readonly state: FlowDebuggerState;
  readonly acts: PaneActs;
}

function SequencePane({ state, acts }: PanesProps) {
  return (
    <section className="seq" aria-label={messages.sequence}>
      <LaneHeads />
      {acts.runCompare.pair !== null ? (
        <ComparedSequence pair={acts.runCompare.pair} />
      ) : state.run === null ? (
        <GhostSteps isLoading={state.isLoading} />
      ) : (
        <Sequence
          run={state.run}
          selectedId={state.step?.id ?? null}
          onSelect={state.selectStep}
          stops={stopsOf(state)}
          onMenu={acts.onStepMenu}
        />
      )}
    </section>
  );
}

/** The chosen step; while two runs are compared, that step in both. */
function InspectorPane({ state, acts, panes }: PanesProps & { readonly panes?: readonly StepPane[] }) {
  const { pair } = acts.runCompare;
  if (pair === null)
    return <Inspector state={state} acts={acts.stepActs} {...(panes === undefined ? {} : { panes })} />;
  return (
    <div className="insp">
      <RunComparison pair={pair} />
    </div>
  );
}

function RunsPane({ state, acts }: PanesProps) {
  return (
    <Runs
      runs={state.runs}
      selected={state.run}
      isLoading={state.isLoading}
      onSelect={state.selectRun}
      compare={acts.runCompare}
      files={acts.files}
      onReplay={(run) => state.actions.start((flows) => flows.replay({ runId: run.id, mode: 'run' }))}
      onSave={acts.onSave}
      onSaved={acts.onSaved}
    />
  );
}

function RunValuesPane({ state, acts }: PanesProps) {
  return <Shelf run={state.run} onOpen={acts.onValues} onPaste={acts.onPaste} />;
}

interface WidePanesProps extends PanesProps {
  /** The drawer is open, which shows what the shelf shows. */
  readonly hasDrawer: boolean;
}

/** All panes at once: sequence beside the inspector, runs and values below on the same edges. */
export function WidePanes({ state, acts, hasDrawer }: WidePanesProps) {
  return (
    <div className={hasDrawer ? 'flow-grid with-drawer' : 'flow-grid'}>
      <SequencePane state={state} acts={acts} />
      <InspectorPane state={state} acts={acts} />
      <RunsPane state={state} acts={acts} />
      {hasDrawer ? null : <RunValuesPane state={state} acts={acts} />}
    </div>
  );
}

const tabs = [
  { id: 'steps', label: messages.steps },
  { id: 'request', label: sharedMessages.exchange.request },
  { id: 'response', label: sharedMessages.exchange.response },
  { id: 'trace', label: sharedMessages.exchange.trace },
  { id: 'runs', label: sharedMessages.runs.title },
  { id: 'values', label: flowMessages.values.title },
] as const;

/** One pane at a time behind tabs, for windows too narrow to hold them side by side. */
export function NarrowPanes({ state, acts }: PanesProps) {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('steps');
  const isCompared = acts.runCompare.pair !== null;
  const [wasCompared, setWasCompared] = useState(isCompared);
  if (isCompared !== wasCompared) {
    setWasCompared(isCompared);
    // It was begun in the list of runs, and is seen in another tab.
    if (isCompared) setTab('request');
  }
  return (
    <Tabs label={messages.panes} tabs={tabs} selected={tab} onSelect={setTab}>
      {tab === 'steps' ? (
        <div className="narrow-steps">
          {state.run === null ? (
            <NoRun state={state} />
          ) : (
            <>
              <HeldBar state={state} run={state.run} />
              <Outcome run={state.run} actions={state.actions} />
              <KeptByHand run={state.run} />
              <StopPicture run={state.run} step={state.step?.step} />
              <Expectations run={state.run} />
              <SequencePane state={state} acts={acts} />
            </>
          )}
        </div>
      ) : null}
      {tab === 'request' || tab === 'response' || tab === 'trace' ? (
        <InspectorPane state={state} acts={acts} panes={[tab]} />
      ) : null}
      {tab === 'runs' ? <RunsPane state={state} acts={acts} /> : null}
      {tab === 'values' ? <RunValuesPane state={state} acts={acts} /> : null}
    </Tabs>
  );
}
