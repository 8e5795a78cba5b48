import { useState } from 'react';
import { LaneHeads } from '#renderer/ui/lanes.tsx';
import { Tabs } from '#renderer/ui/tabs.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { otherRun } from './compare.ts';
import { HeldBar } from './held/held-bar.tsx';
import { Inspector } from './inspector.tsx';
import { NoRun } from './no-run.tsx';
import { Outcome } from './outcome.tsx';
import { Shelf } from './run-values/run-values.tsx';
import { Runs } from './runs/runs.tsx';
import type { RunFiles } from './runs/use-run-files.ts';
import { Sequence } from './sequence.tsx';
import { GhostSteps } from './skeleton.tsx';
import type { FlowDebuggerState } from './use-flow-debugger.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;

export interface PaneActs {
  readonly onCompare: () => void;
  readonly onInspect: (run: FlowRun, name: string) => void;
  readonly onPaste: () => void;
  readonly files: RunFiles;
  readonly onSave: () => void;
  readonly onSaved: () => void;
}

interface PanesProps {
  readonly state: FlowDebuggerState;
  readonly acts: PaneActs;
}

function SequencePane({ state }: { readonly state: FlowDebuggerState }) {
  return (
    <section className="seq" aria-label={messages.sequence}>
      <LaneHeads />
      {state.run === null ? (
        <GhostSteps isLoading={state.isLoading} />
      ) : (
        <Sequence run={state.run} selectedId={state.step?.id ?? null} onSelect={state.selectStep} />
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
      files={acts.files}
      onReplay={(run) => state.actions.start((flows) => flows.replay({ runId: run.id, mode: 'run' }))}
      onSave={acts.onSave}
      onSaved={acts.onSaved}
    />
  );
}

function RunValuesPane({ state, acts }: PanesProps) {
  const { run } = state;
  return (
    <Shelf
      run={run}
      state={state}
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
      <RunValuesPane state={state} acts={acts} />
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
  return (
    <Tabs label={messages.panes} tabs={tabs} selected={tab} onSelect={setTab}>
      {tab === 'steps' ? (
        <div className="narrow-steps">
          {state.run === null ? (
            <NoRun state={state} />
          ) : (
            <>
              <HeldBar state={state} run={state.run} />
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
      {tab === 'values' ? <RunValuesPane state={state} acts={acts} /> : null}
    </Tabs>
  );
}
