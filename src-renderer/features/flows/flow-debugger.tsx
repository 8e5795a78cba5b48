import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { toProblem } from '#renderer/api/problem.ts';
import { useAnnounced } from '#renderer/ui/announcer.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { useTab, useTabLabel } from '#renderer/workbench/tab-context.tsx';
import { Choices } from './chooser/choices.tsx';
import { otherRun } from './compare.ts';
import { NarrowPanes, type PaneActs, WidePanes } from './panes.tsx';
import { useRunFiles } from './runs/use-run-files.ts';
import { spokenRun } from './spoken-run.ts';
import { StartProblem } from './start-problem.tsx';
import type { TokenSource } from './token/token-dialog.tsx';
import { CancelRun, type FlowMode, ModeSwitch, RunActs, Toolbar } from './toolbar.tsx';
import { useFlowCommands } from './use-flow-commands.ts';
import { type FlowDebuggerState, useFlowDebugger } from './use-flow-debugger.ts';
import './flow-debugger.css';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;
const TokenDialog = lazy(async () => ({ default: (await import('./token/token-dialog.tsx')).TokenDialog }));
const SaveDialog = lazy(async () => ({ default: (await import('./runs/save-dialog.tsx')).SaveDialog }));
const SavedDialog = lazy(async () => ({ default: (await import('./runs/saved-dialog.tsx')).SavedDialog }));
const AttackMode = lazy(async () => ({ default: (await import('./attack/attack-mode.tsx')).AttackMode }));
const CompareDialog = lazy(async () => ({ default: (await import('./compare-dialog.tsx')).CompareDialog }));

type Opened =
  | { readonly kind: 'token'; readonly source: TokenSource }
  | { readonly kind: 'compare' | 'save' | 'saved' };

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
}

/** Passes on text pasted anywhere outside a field while `isArmed` holds. */
function usePastedText(isArmed: boolean, onText: (text: string) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (isArmed && !isEditable(event.target) && text.trim() !== '') onText(text);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}

/** Why runs are shown but nothing can be chosen for the next one. */
function SourcesProblem({ state }: { readonly state: FlowDebuggerState }) {
  return (
    <ProblemNote
      problem={toProblem(state.error)}
      actions={
        <Button small onPress={state.retry}>
          {sharedMessages.common.retry}
        </Button>
      }
    />
  );
}

interface OpenedDialogProps {
  readonly opened: Opened | null;
  readonly state: FlowDebuggerState;
  readonly onClose: () => void;
}

function OpenedDialog({ opened, state, onClose }: OpenedDialogProps) {
  const { run, runs, step } = state;
  if (opened === null) return null;
  if (opened.kind === 'token') return <TokenDialog source={opened.source} onClose={onClose} />;
  if (opened.kind === 'saved')
    return (
      <SavedDialog browser={state.choice.choice.browser} onStart={state.actions.start} onClose={onClose} />
    );
  if (opened.kind === 'save') return run === null ? null : <SaveDialog run={run} onClose={onClose} />;
  const first = run === null ? null : otherRun(runs, run);
  if (run === null || first === null || step === undefined) return null;
  return <CompareDialog runs={runs} run={run} first={first} step={step} onClose={onClose} />;
}

interface DebugProps {
  readonly state: FlowDebuggerState;
  readonly modeSwitch: ReactNode;
}

/** Runs of flows, step by step. */
function DebugMode({ state, modeSwitch }: DebugProps) {
  const { isNarrow } = useTab();
  const [opened, setOpened] = useState<Opened | null>(null);
  const openToken = (text: string) => setOpened({ kind: 'token', source: { text } });
  useAnnounced(spokenRun(state.run));
  useFlowCommands(state, () => openToken(''));
  usePastedText(opened?.kind === 'token', openToken);
  const files = useRunFiles();
  const acts: PaneActs = {
    files,
    onCompare: () => setOpened({ kind: 'compare' }),
    onInspect: (run, name) => setOpened({ kind: 'token', source: { runId: run.id, name } }),
    onPaste: () => openToken(''),
    onSave: () => setOpened({ kind: 'save' }),
    onSaved: () => setOpened({ kind: 'saved' }),
  };
  const { problem } = state.actions;
  return (
    <>
      <Toolbar
        modeSwitch={modeSwitch}
        choices={<Choices state={state.choice} runs={state.runs} onBreakpoints={state.setBreakpoints} />}
        acts={
          <RunActs
            canRun={state.canRun}
            isPaused={state.run?.state === 'paused'}
            onStep={state.stepOn}
            onRun={state.runAll}
          />
        }
        cancel={
          state.run?.state === 'running' && state.cancel !== undefined ? (
            <CancelRun onCancel={state.cancel} />
          ) : null
        }
      />
      {problem === null ? null : <StartProblem problem={problem} state={state} />}
      {files.problem === null ? null : (
        <ProblemNote
          problem={files.problem}
          actions={
            <Button small kind="ghost" onPress={files.dismiss}>
              {messages.dismiss}
            </Button>
          }
        />
      )}
      {state.error === null || state.run === null ? null : <SourcesProblem state={state} />}
      {isNarrow ? <NarrowPanes state={state} acts={acts} /> : <WidePanes state={state} acts={acts} />}
      <Suspense fallback={null}>
        <OpenedDialog
          key={opened?.kind === 'token' && 'text' in opened.source ? opened.source.text : ''}
          opened={opened}
          state={state}
          onClose={() => setOpened(null)}
        />
      </Suspense>
    </>
  );
}

/** Where the address of the screen leads to the catalogue of attacks in the place of a run. */
const attackPlace = 'attack';

/** The flow debugger: run a grant flow, and see each step from both sides of the wire. */
export function FlowDebugger() {
  const { address, navigate } = useTab();
  const path = address?.rest;
  const mode: FlowMode = path === attackPlace ? 'attack' : 'debug';
  const state = useFlowDebugger(path === '' || mode === 'attack' ? undefined : path);
  const { choice, sources } = state.choice;
  useTabLabel(sources.kinds.find(({ kind }) => kind === choice.kind)?.title ?? messages.title);
  const modeSwitch = (
    <ModeSwitch
      mode={mode}
      onMode={(wanted) => navigate(wanted === 'attack' ? `/flows/${attackPlace}` : '/flows')}
    />
  );
  return (
    <div className="flow">
      {mode === 'debug' ? (
        <DebugMode state={state} modeSwitch={modeSwitch} />
      ) : (
        <Suspense fallback={null}>
          <AttackMode modeSwitch={modeSwitch} />
        </Suspense>
      )}
    </div>
  );
}
