import { ArrowRight, BookOpenText, Pencil } from 'lucide-react';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { ExchangeActions } from '#renderer/ui/exchange-actions.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { FlowStep } from '#shared/api/index.ts';
import { flowMessages } from './words.ts';

const { lanes, fromTo } = flowMessages.flows;

export interface StepHeadProps {
  readonly step: FlowStep;
  readonly exchangeId: string | null;
  readonly isExplained: boolean;
  readonly onExplain: () => void;
  readonly onEdit: () => void;
}

/** Which step is inspected, between whom, and what can be done with it. */
export function StepHead({ step, exchangeId, isExplained, onExplain, onEdit }: StepHeadProps) {
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
      <span className="row wraps push">
        <Button small kind="ghost" icon={BookOpenText} isPressed={isExplained} onPress={onExplain}>
          {flowMessages.flowExplain.title}
        </Button>
        {exchangeId === null ? null : <ExchangeActions id={exchangeId} />}
        {exchangeId === null || !step.hasRequest ? null : (
          <Button small icon={Pencil} onPress={onEdit}>
            {flowMessages.flowEditor.resend}
          </Button>
        )}
      </span>
    </div>
  );
}
