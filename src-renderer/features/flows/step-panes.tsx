import { Hourglass } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { toProblem } from '#renderer/api/problem.ts';
import { RetryButton } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { RequestPane, ResponsePane, TracePane } from '#renderer/ui/exchange-panes.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import type { FlowRun, FlowStep } from '#shared/api/index.ts';
import { isOver } from '#shared/flows/run-state.ts';
import { checksOf } from './checks/checks-of.ts';
import { ChecksPane } from './checks/checks-pane.tsx';
import { useLowPane } from './checks/use-low-pane.ts';
import { ExplainPane } from './explain/explain-pane.tsx';
import { GhostPanes } from './skeleton.tsx';
import type { StepData } from './use-step.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;

export type StepPane = 'request' | 'response' | 'trace';

const allPanes: readonly StepPane[] = ['request', 'response', 'trace'];

export interface StepPanesProps {
  readonly step: FlowStep;
  readonly data: StepData;
  readonly run: FlowRun;
  /** The panes to show; all three side by side where the window is wide enough. */
  readonly panes?: readonly StepPane[] | undefined;
  /** The request while it is edited, in the place of the one that was sent. */
  readonly editor: ReactNode;
  /** True if the explanation of the message parts is shown in place of the trace. */
  readonly isExplained: boolean;
}

/** True if a step is still to be executed. */
export function isToCome(step: FlowStep): boolean {
  const isFuture = step.state === 'not-reached' || step.state === 'waiting' || step.state === 'current';
  return isFuture && step.clientExchangeId === null && step.serverExchangeId === null;
}

/** Why a step has nothing to show. */
function absence(step: FlowStep, run: FlowRun): { readonly title: string; readonly text: string } {
  if (step.state === 'unseen') return { title: messages.stepUnseen, text: messages.stepUnseenText };
  const isFuture =
    step.state === 'not-reached' ||
    step.state === 'waiting' ||
    (step.state === 'current' && run.state === 'paused');
  if (!isFuture) return { title: messages.stepPending, text: messages.stepPendingText };
  return isOver(run)
    ? { title: messages.stepNotReached, text: messages.stepNotReachedText }
    : { title: messages.stepToCome, text: messages.stepToComeText };
}

interface ThirdPaneProps {
  readonly trace: StepData['trace'];
  readonly checks: FlowRun['checks'];
}

/** Trace above checks, which take the height of their content; where there is room for one they fold to their head. */
function TraceOverChecks({ trace, checks }: ThirdPaneProps) {
  const pane = useRef<HTMLDivElement>(null);
  const isLow = useLowPane(pane);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? (!isLow || checks.some(({ outcome }) => outcome === 'failed'));
  return (
    <div ref={pane} className={isLow ? 'third-pane low' : 'third-pane'}>
      <TracePane trace={trace} />
      <ChecksPane checks={checks} fold={{ isOpen, onToggle: () => setChosen(!isOpen) }} />
    </div>
  );
}

/** The decision of the hosted server, and the checks of the client. */
function ThirdPane({ trace, checks }: ThirdPaneProps) {
  if (checks.length === 0) return <TracePane trace={trace} />;
  if (trace === null) return <ChecksPane checks={checks} />;
  return <TraceOverChecks trace={trace} checks={checks} />;
}

/** Request, response and server trace of one step; or why they are not there. */
export function StepPanes(props: StepPanesProps): ReactNode {
  const { step, data, run, panes = allPanes, editor, isExplained } = props;
  if (data.error !== null) {
    const retry = <RetryButton onPress={data.retry} />;
    return <ProblemNote problem={toProblem(data.error)} actions={retry} />;
  }
  const checks = panes.includes('trace') && !isExplained ? checksOf(run, step) : [];
  if (data.exchangeId === null) {
    const isEdited = editor !== null && panes.includes('request');
    const main = isEdited ? editor : <Empty icon={Hourglass} {...absence(step, run)} />;
    if (checks.length === 0) return isEdited ? <div className="cols one">{main}</div> : main;
    if (panes.length === 1)
      return (
        <div className="cols one">
          <ChecksPane checks={checks} />
        </div>
      );
    return (
      <div className="cols two">
        {main}
        <ChecksPane checks={checks} />
      </div>
    );
  }
  const { view } = data;
  if (view === undefined) return <GhostPanes isLoading={data.isLoading} />;
  return (
    <div className={panes.length === 1 ? 'cols one' : 'cols'}>
      {panes.includes('request') ? (editor ?? <RequestPane view={view} onReveal={data.onReveal} />) : null}
      {panes.includes('response') ? <ResponsePane view={view} onReveal={data.onReveal} /> : null}
      {panes.includes('trace') && !isExplained ? <ThirdPane trace={data.trace} checks={checks} /> : null}
      {panes.includes('trace') && isExplained ? <ExplainPane exchange={view} /> : null}
    </div>
  );
}
