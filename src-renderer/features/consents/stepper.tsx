import { Drawn } from '#renderer/ui/icon.tsx';
import { importSteps } from '#shared/api/consents.ts';
import type { ImportStep } from '#shared/api/index.ts';
import { importMessages } from './words.ts';

const messages = importMessages.imports;

export interface StepperProps {
  readonly current: ImportStep;
  readonly done: readonly ImportStep[];
  readonly isReached: (step: ImportStep) => boolean;
  /** Returns a short summary of a step's outcome; it contains data. */
  readonly factOf: (step: ImportStep) => string;
  readonly onGo: (step: ImportStep) => void;
}

interface StepProps extends StepperProps {
  readonly step: ImportStep;
  readonly at: number;
}

function Step({ step, at, current, done, isReached, factOf, onGo }: StepProps) {
  const isCurrent = step === current;
  const isDone = done.includes(step);
  const canGo = isReached(step);
  return (
    <li className={`${isDone ? 'done' : 'next'}${isCurrent ? ' now' : ''}`}>
      <button
        type="button"
        className="inset"
        aria-current={isCurrent ? 'step' : undefined}
        aria-disabled={canGo ? undefined : true}
        onClick={canGo ? () => onGo(step) : undefined}
      >
        <span className="node">{isDone ? <Drawn name="passed" /> : isCurrent ? <i /> : null}</span>
        <span className="st">
          <span className="st-number">{at + 1}</span>
          <span className="st-name">{messages.steps[step]}</span>
          {isDone ? <span className="vh">{messages.stepDone}</span> : null}
          {canGo ? null : <span className="vh">{messages.stepNotYet}</span>}
        </span>
        <span className="sd" data-words="data">
          {factOf(step)}
        </span>
      </button>
    </li>
  );
}

/** The seven steps, of which each that was reached can be shown again. */
export function Stepper(props: StepperProps) {
  return (
    <ol className="stepper" aria-label={messages.stepsLabel}>
      {importSteps.map((step, at) => (
        <Step key={step} step={step} at={at} {...props} />
      ))}
    </ol>
  );
}
