import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { toProblem } from '#renderer/api/problem.ts';
import { useAnnounced } from '#renderer/ui/announcer.tsx';
import { RetryButton, SmallGhostButton } from '#renderer/ui/button.tsx';
import { ProblemLine } from '#renderer/ui/note.tsx';
import { ExchangeContextMenu } from '#renderer/workbench/exchange-menu.tsx';
import { useTab, useTabLabel } from '#renderer/workbench/tab-context.tsx';
import { Choices } from './chooser/choices.tsx';
import { useRunCompare } from './compare/use-run-compare.ts';
import { NarrowPanes, type PaneActs, WidePanes } from './panes.tsx';
import { type Drawer, useDrawer } from './run-values/use-drawer.ts';
import { ValuesDrawer } from './run-values/values-drawer.tsx';
import { useRunFiles } from './runs/use-run-files.ts';
import { spokenRun } from './spoken-run.ts';
import { StartProblem } from './start-problem.tsx';
import { CancelRun, type FlowMode, ModeSwitch, RunActs, Toolbar } from './toolbar.tsx';
import { useFlowCommands } from './use-flow-commands.ts';
import { type FlowDebuggerState, useFlowDebugger } from './use-flow-debugger.ts';
import { useStepActs } from './use-step-acts.ts';
import './flow-debugger.css';
import type { MenuAnchor } from '#renderer/ui/context-menu.tsx';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;
const SaveDialog = lazy(async () => ({ default: (await import('./runs/save-dialog.tsx')).SaveDialog }));
const AttackMode = lazy(async () => ({ default: (await import('./attack/attack-mode.tsx')).AttackMode }));
const ExpectDialog = lazy(async () => ({
  default: (await import('./expect/expect-dialog.tsx')).ExpectDialog,
}));
const TestsMode = lazy(async () => ({ default: (await import('./tests/tests-mode.tsx')).TestsMode }));

type Opened = 'expect' | 'save';

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
  return <ProblemLine problem={toProblem(state.error)} actions={<RetryButton onPress={state.retry} />} />;
}

interface OpenedDialogProps {
  readonly opened: Opened | null;
  readonly state: FlowDebuggerState;
  readonly onClose: () => void;
}

function OpenedDialog({ opened, state, onClose }: OpenedDialogProps) {
  const { run, step } = state;
  if (opened === null) return null;
  if (opened === 'expect')
    return run === null || step === undefined ? null : (
      <ExpectDialog run={run} stepId={step.step.stepId} number={step.step.number} onClose={onClose} />
    );
  return run === null ? null : <SaveDialog run={run} onClose={onClose} />;
}

interface PanesAndDrawerProps {
  readonly state: FlowDebuggerState;
  readonly acts: PaneActs;
  readonly drawer: Drawer;
}

/** The panes, and the drawer beside them; where the pane is narrow it lies over them, and they cannot be reached. */
function PanesAndDrawer({ state, acts, drawer }: PanesAndDrawerProps) {
  const { isNarrow } = useTab();
  const isOpen = drawer.content !== null;
  return (
    <div className="flow-body">
      {isNarrow ? (
        <div className="flow-panes" inert={isOpen}>
          <NarrowPanes state={state} acts={acts} />
        </div>
      ) : (
        <WidePanes state={state} acts={acts} hasDrawer={isOpen} />
      )}
      {drawer.content === null ? null : (
        <ValuesDrawer
          state={state}
          content={drawer.content}
          onPerform={drawer.perform}
          onShow={drawer.show}
          onClose={drawer.close}
        />
      )}
    </div>
  );
}

interface DebugProps {
  readonly state: FlowDebuggerState;
  readonly modeSwitch: ReactNode;
  readonly onSaved: () => void;
}

/** Runs of flows, step by step. */
function DebugMode({ state, modeSwitch, onSaved }: DebugProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const drawer = useDrawer(state);
  useAnnounced(spokenRun(state.run));
  useFlowCommands(state, () => drawer.paste(''));
  usePastedText(drawer.content?.kind === 'pasted', drawer.paste);
  const files = useRunFiles();
  const { address } = useTab();
  const runCompare = useRunCompare(state.runs, state.run, address?.query.get('against') ?? null);
  const stepActs = useStepActs(state, runCompare.pair, () => setOpened('expect'));
  const [menuAnchor, setMenuAnchor] = useState<MenuAnchor | null>(null);
  const acts: PaneActs = {
    files,
    stepActs,
    onStepMenu: setMenuAnchor,
    runCompare,
    onValues: drawer.showValue,
    onPaste: () => drawer.paste(''),
    onSave: () => setOpened('save'),
    onSaved,
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
        <ProblemLine
          problem={files.problem}
          actions={<SmallGhostButton onPress={files.dismiss}>{messages.dismiss}</SmallGhostButton>}
        />
      )}
      {state.error === null || state.run === null ? null : <SourcesProblem state={state} />}
      <PanesAndDrawer state={state} acts={acts} drawer={drawer} />
      {menuAnchor === null ? null : (
        <ExchangeContextMenu
          anchor={menuAnchor}
          acts={stepActs.offered}
          onClose={() => setMenuAnchor(null)}
        />
      )}
      <Suspense fallback={null}>
        <OpenedDialog opened={opened} state={state} onClose={() => setOpened(null)} />
      </Suspense>
    </>
  );
}

/** Where the address of the screen leads to another mode in the place of a run. */
const places = { attack: 'attack', tests: 'saved' } as const;

function modeOf(path: string | undefined): FlowMode {
  if (path === places.attack) return 'attack';
  return path === places.tests ? 'tests' : 'debug';
}

/** The flow debugger: run a grant flow, and see each step from both sides of the wire. */
export function FlowDebugger() {
  const { address, navigate } = useTab();
  const path = address?.rest;
  const mode = modeOf(path);
  const state = useFlowDebugger(path === '' || mode !== 'debug' ? undefined : path);
  const { choice, sources } = state.choice;
  const flow = sources.kinds.find(({ kind }) => kind === choice.kind)?.title ?? messages.title;
  useTabLabel({ debug: flow, attack: messages.attack, tests: flowMessages.flowTests.title }[mode]);
  const goTo = (wanted: FlowMode) => navigate(wanted === 'debug' ? '/flows' : `/flows/${places[wanted]}`);
  const modeSwitch = <ModeSwitch mode={mode} onMode={goTo} />;
  return (
    <div className="flow">
      {mode === 'debug' ? (
        <DebugMode state={state} modeSwitch={modeSwitch} onSaved={() => goTo('tests')} />
      ) : (
        <Suspense fallback={null}>
          {mode === 'attack' ? (
            <AttackMode modeSwitch={modeSwitch} />
          ) : (
            <TestsMode
              modeSwitch={modeSwitch}
              browser={state.choice.choice.browser}
              actions={state.actions}
              onRuns={() => goTo('debug')}
            />
          )}
        </Suspense>
      )}
    </div>
  );
}
