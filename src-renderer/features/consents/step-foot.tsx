import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { importSteps } from '#shared/api/consents.ts';
import type { ImportStep } from '#shared/api/index.ts';
import { LoadActs } from './load/load-acts.tsx';
import { isReached, type OpenImport } from './use-import.ts';
import { importMessages } from './words.ts';

const messages = importMessages.imports;

export interface StepFootProps {
  readonly state: OpenImport;
  /** Continue is the main action of the step; else another one is, in `children`. */
  readonly isNextMain: boolean;
  /** Another name of Continue; null leaves it out. */
  readonly nextLabel?: string | null;
  readonly children?: ReactNode;
}

function neighbour(step: ImportStep, by: 1 | -1): ImportStep | undefined {
  const at = importSteps.indexOf(step) + by;
  return at < 0 ? undefined : importSteps[at];
}

/** The buttons for back and next, and the action of the step. */
export function StepFoot({ state, isNextMain, nextLabel, children }: StepFootProps) {
  const back = neighbour(state.step, -1);
  const next = neighbour(state.step, 1);
  const hasNext = nextLabel !== null && next !== undefined;
  const canGoOn = next !== undefined && isReached(state.view, next);
  return (
    <footer className="imp-foot" data-foot>
      {state.isLocked && !state.view.isForgotten && !['load', 'report'].includes(state.step) ? (
        <p className="help">{messages.locked}</p>
      ) : null}
      <span className="push row wraps">
        {back === undefined ? null : (
          <Button kind="ghost" icon={ArrowLeft} onPress={() => state.go(back)}>
            {messages.back}
          </Button>
        )}
        <LoadActs state={state} isMain={state.step === 'load'} />
        {children}
        {hasNext && (canGoOn || isNextMain) ? (
          <Button
            kind={isNextMain ? 'ink' : 'quiet'}
            icon={ArrowRight}
            disabled={!canGoOn}
            onPress={() => state.go(next)}
          >
            {nextLabel ?? messages.next(messages.steps[next])}
          </Button>
        ) : null}
      </span>
    </footer>
  );
}
