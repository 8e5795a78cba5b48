import { ArrowRight } from 'lucide-react';
import type { FlowStep } from '#shared/api/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { ExchangeActions } from '../../ui/exchange-actions.tsx';
import { Icon } from '../../ui/icon.tsx';
import { strings } from '../../words/strings.ts';

const { lanes, fromTo } = strings.flows;

/** Which step is inspected, between whom, and what can be taken out of it. */
export function StepHead({
  step,
  exchangeId,
}: {
  readonly step: FlowStep;
  readonly exchangeId: string | null;
}) {
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
      <span className="row push">{exchangeId === null ? null : <ExchangeActions id={exchangeId} />}</span>
    </div>
  );
}
