import { ArrowRight, BookOpenText } from 'lucide-react';
import type { Ref } from 'react';
import { Badge } from '#renderer/ui/badge.tsx';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { OfferedActs } from '#renderer/workbench/exchange-acts.ts';
import { ExchangeBar } from '#renderer/workbench/exchange-bar.tsx';
import type { FlowRun, FlowStep } from '#shared/api/index.ts';
import { repeatedId } from '#shared/flows/index.ts';
import { flowMessages } from './words.ts';

const { lanes, fromTo } = sharedMessages.exchange;

export interface StepHeadProps {
  readonly step: FlowStep;
  readonly isExplained: boolean;
  readonly onExplain: () => void;
  readonly run: FlowRun;
  /** Has the focus again once the editor is closed. */
  readonly editButton: Ref<HTMLSpanElement>;
  readonly offered: OfferedActs;
  /** Compares the step with an earlier one of the run. */
  readonly onDifference: (first: FlowStep) => void;
}

/** Leads from a request that was sent again to what changed against the first one. */
function DifferenceLink({ run, step, onDifference }: Pick<StepHeadProps, 'run' | 'step' | 'onDifference'>) {
  const firstId = repeatedId(step.stepId);
  // The pages of a sign-in belong to one step, too: none of them is its request sent again.
  const first = firstId === step.stepId ? undefined : run.steps.find(({ id }) => id === firstId);
  const [leftId, rightId] = [first, step].map(
    (one) => one?.serverExchangeId ?? one?.clientExchangeId ?? null,
  );
  if (first === undefined || first === step || leftId == null || rightId == null) return null;
  return (
    <button
      type="button"
      className="lnk mono"
      aria-label={flowMessages.flowEditor.difference(first.number, step.number)}
      onClick={() => onDifference(first)}
    >
      {first.number} → {step.number}
    </button>
  );
}

/** Which step is inspected, between whom, and what can be done with it. */
export function StepHead(props: StepHeadProps) {
  const { step, isExplained, onExplain, run, editButton, offered, onDifference } = props;
  return (
    <div className="stephead">
      <span className="mono n5">{step.number}</span>
      <h2 className="mono clip">
        {step.method} <span className="path">{step.path}</span>
      </h2>
      <span className="row">
        <span className="vh">{fromTo(lanes[step.from], lanes[step.to])}</span>
        <span className="row tight" aria-hidden="true">
          <Badge lane={step.from}>{lanes[step.from]}</Badge>
          <Icon of={ArrowRight} small />
          <Badge lane={step.to}>{lanes[step.to]}</Badge>
        </span>
      </span>
      {step.edits === '' ? null : <span className="bind edited">{step.edits}</span>}
      <DifferenceLink run={run} step={step} onDifference={onDifference} />
      <span className="row wraps push">
        <SmallGhostButton icon={BookOpenText} isPressed={isExplained} onPress={onExplain}>
          {flowMessages.flowExplain.title}
        </SmallGhostButton>
        <span ref={editButton} className="row">
          <ExchangeBar acts={offered} />
        </span>
      </span>
    </div>
  );
}
