import { useRef } from 'react';
import { createStore, useStore } from '#renderer/api/store.ts';
import { ExchangeCompare } from '#renderer/ui/exchange-compare.tsx';
import type { ExchangeActs } from '#renderer/workbench/use-exchange-acts.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { isOver } from '#shared/flows/run-state.ts';
import { KeptByHand } from './by-hand.tsx';
import { askedEditor, draftKey, editorKey, keepDraft, openEditors, setEditorOpen } from './editor/drafts.ts';
import { RequestEditor } from './editor/request-editor.tsx';
import { Expectations } from './expect/expectations.tsx';
import { HeldBar } from './held/held-bar.tsx';
import { NoRun } from './no-run.tsx';
import { Outcome } from './outcome.tsx';
import type { KeyedStep } from './sequence-layout.ts';
import { StepHead } from './step-head.tsx';
import { isToCome, type StepPane, StepPanes } from './step-panes.tsx';
import { StopPicture } from './stop-picture.tsx';
import type { FlowDebuggerState } from './use-flow-debugger.ts';
import { useStep } from './use-step.ts';
import { comparedStep } from './use-step-acts.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;
// One for all steps: who has the first explained wants the next explained too.
const explained = createStore(false);

interface InspectorProps {
  readonly state: FlowDebuggerState;
  readonly acts: ExchangeActs;
  readonly panes?: readonly StepPane[];
}

interface StepInspectorProps extends InspectorProps {
  readonly run: FlowRun;
  readonly step: KeyedStep;
}

function StepInspector({ state, acts, run, step: { id, step }, panes }: StepInspectorProps) {
  const editButton = useRef<HTMLSpanElement>(null);
  const { compare } = acts;
  const data = useStep(step);
  const isExplained = useStore(explained);
  const openKey = editorKey(run.id, id);
  const isOpen = useStore(openEditors).has(openKey);
  const isAsked = useStore(askedEditor) === openKey;
  const isEditable = step.hasRequest && isToCome(step) && !isOver(run);
  const isResending = isOpen && !isEditable;
  const way = isResending ? 'resend' : 'keep';
  const isHeldHere = run.state === 'paused' && run.hold?.phase === 'request' && run.hold.rowId === step.id;
  const editor =
    isEditable || isResending ? (
      <RequestEditor
        key={`${run.id} ${step.stepId} ${way}`}
        run={run}
        step={step}
        way={way}
        isExplained={isExplained}
        takesFocus={isAsked && isResending}
        onSendHeld={isHeldHere ? state.stepOn : undefined}
        onResend={(stepId, request) =>
          // A draft that could not be sent stays, and its editor with it.
          state.addStep(
            (flows) => flows.resend({ runId: run.id, stepId, request }),
            () => {
              setEditorOpen(openKey, false);
              keepDraft(draftKey(run, stepId), null);
            },
          )
        }
        onClose={() => {
          setEditorOpen(openKey, false);
          editButton.current?.querySelector('button')?.focus();
        }}
      />
    ) : null;
  return (
    <>
      <StepHead
        step={step}
        isExplained={isExplained}
        onExplain={() => explained.set(!isExplained)}
        run={run}
        editButton={editButton}
        offered={acts.offered}
        onDifference={(first) => {
          const left = comparedStep(first);
          if (left !== null) compare.startWith(left);
        }}
      />
      {compare.pair === null ? (
        <StepPanes
          step={step}
          data={data}
          run={run}
          panes={panes}
          editor={editor}
          isExplained={isExplained}
        />
      ) : (
        <ExchangeCompare pair={compare.pair} compare={compare} />
      )}
    </>
  );
}

/** The selected step from both sides; above it the reason why the run waits or ended. */
export function Inspector({ state, acts, panes }: InspectorProps) {
  const { run, step } = state;
  const label = step === undefined ? messages.title : messages.stepLabel(step.step.number);
  return (
    <section className="insp" aria-label={label}>
      {run === null ? null : (
        <>
          <HeldBar state={state} run={run} />
          <Outcome run={run} actions={state.actions} />
          <KeptByHand run={run} />
          <StopPicture run={run} step={step?.step} />
          <Expectations run={run} />
        </>
      )}
      {run === null || step === undefined ? (
        <NoRun state={state} />
      ) : (
        <StepInspector
          key={`${run.id} ${step.id}`}
          state={state}
          acts={acts}
          run={run}
          step={step}
          {...(panes === undefined ? {} : { panes })}
        />
      )}
    </section>
  );
}
