import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { toProblem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { strings } from '../../words/strings.ts';
import { useCommands } from '../../workbench/commands.ts';
import { useTab, useTabLabel } from '../../workbench/tab-context.tsx';
import { otherRun } from './compare.ts';
import { NarrowPanes, type PaneActs, WidePanes } from './panes.tsx';
import { StartProblem } from './start-problem.tsx';
import type { TokenSource } from './token-dialog.tsx';
import { Toolbar } from './toolbar.tsx';
import { type FlowDebuggerState, useFlowDebugger } from './use-flow-debugger.ts';
import { useHar } from './use-har.ts';
import './flow-debugger.css';

const words = strings.flows;
const TokenDialog = lazy(async () => ({ default: (await import('./token-dialog.tsx')).TokenDialog }));
const CompareDialog = lazy(async () => ({ default: (await import('./compare-dialog.tsx')).CompareDialog }));

type Opened = { readonly kind: 'token'; readonly source: TokenSource } | { readonly kind: 'compare' };

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
}

/** Hands over what is pasted anywhere outside a field while `isArmed` holds. */
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
          {strings.common.retry}
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
  const first = run === null ? null : otherRun(runs, run);
  if (run === null || first === null || step === undefined) return null;
  return <CompareDialog runs={runs} run={run} first={first} step={step} onClose={onClose} />;
}

const doNothing = () => undefined;

function useFlowCommands(state: FlowDebuggerState, onPasteToken: () => void): void {
  const { canRun, resume, cancel } = state;
  useCommands([
    {
      id: 'flow.run',
      title: words.commands.run,
      group: 'run',
      keys: ['ctrl+enter'],
      isInMenu: true,
      isDisabled: !canRun,
      run: state.runAll,
    },
    {
      id: 'flow.step',
      title: words.commands.step,
      group: 'run',
      keys: ['f10'],
      isInMenu: true,
      run: state.stepOn,
    },
    {
      id: 'flow.continue',
      title: words.commands.resume,
      group: 'run',
      keys: ['f5'],
      isInMenu: true,
      isDisabled: resume === undefined,
      run: resume ?? doNothing,
    },
    {
      id: 'flow.cancel',
      title: words.commands.cancel,
      group: 'run',
      keys: ['shift+f5'],
      isInMenu: true,
      isDisabled: cancel === undefined,
      run: cancel ?? doNothing,
    },
    {
      id: 'flow.paste-token',
      title: words.commands.paste,
      group: 'edit',
      keys: ['ctrl+shift+v'],
      // The paste itself must still happen: it carries the token.
      isShared: true,
      run: onPasteToken,
    },
  ]);
}

/** The flow debugger: run a grant flow, and see each step from both sides of the wire. */
export function FlowDebugger() {
  const { address, isNarrow } = useTab();
  const runId = address?.rest;
  const state = useFlowDebugger(runId === '' ? undefined : runId);
  const { choice, sources } = state.choice;
  useTabLabel(sources.kinds.find(({ kind }) => kind === choice.kind)?.title ?? words.title);
  const [opened, setOpened] = useState<Opened | null>(null);
  const openToken = (text: string) => setOpened({ kind: 'token', source: { text } });
  useFlowCommands(state, () => openToken(''));
  usePastedText(opened?.kind === 'token', openToken);
  const har = useHar();
  const acts: PaneActs = {
    har,
    onCompare: () => setOpened({ kind: 'compare' }),
    onInspect: (run, name) => setOpened({ kind: 'token', source: { runId: run.id, name } }),
    onPaste: () => openToken(''),
  };
  const { problem } = state.actions;
  const isRunning = state.run?.state === 'running';
  return (
    <div className="flow">
      <Toolbar
        state={state.choice}
        canRun={state.canRun}
        hasRuns={state.runs.length > 0}
        onStep={state.stepOn}
        onRun={state.runAll}
        onCancel={isRunning ? state.cancel : undefined}
      />
      {problem === null ? null : <StartProblem problem={problem} onDismiss={state.actions.dismiss} />}
      {har.problem === null ? null : (
        <ProblemNote
          problem={har.problem}
          actions={
            <Button small kind="ghost" onPress={har.dismiss}>
              {strings.flows.dismiss}
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
    </div>
  );
}
