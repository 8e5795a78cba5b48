import { ArrowRight, BookOpenText, Pencil } from 'lucide-react';
import { type Ref, useState } from 'react';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { OfferedActs } from '#renderer/workbench/exchange-acts.ts';
import { ExchangeMenu } from '#renderer/workbench/exchange-menu.tsx';
import type { FlowRun, FlowStep } from '#shared/api/index.ts';
import { repeatedId } from '#shared/flows/index.ts';
import { DifferenceDialog } from './difference-dialog.tsx';
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
}

/** Leads from a request that was sent again to what changed against the first one. */
function DifferenceLink({ run, step }: Pick<StepHeadProps, 'run' | 'step'>) {
  const [isOpen, setIsOpen] = useState(false);
  const first = run.steps.find(({ id }) => id === repeatedId(step.stepId));
  const [leftId, rightId] = [first, step].map(
    (one) => one?.serverExchangeId ?? one?.clientExchangeId ?? null,
  );
  if (first === undefined || first === step || leftId == null || rightId == null) return null;
  return (
    <>
      <button
        type="button"
        className="lnk mono"
        aria-label={flowMessages.flowEditor.difference(first.number, step.number)}
        onClick={() => setIsOpen(true)}
      >
        {first.number} → {step.number}
      </button>
      {isOpen ? (
        <DifferenceDialog
          leftId={leftId}
          rightId={rightId}
          titles={[String(first.number), String(step.number)]}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

/** Which step is inspected, between whom, and what can be done with it. */
export function StepHead({ step, isExplained, onExplain, run, editButton, offered }: StepHeadProps) {
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
      <DifferenceLink run={run} step={step} />
      <span className="row wraps push">
        <Button small kind="ghost" icon={BookOpenText} isPressed={isExplained} onPress={onExplain}>
          {flowMessages.flowExplain.title}
        </Button>
        {offered.edit?.run === undefined ? null : (
          <span ref={editButton} className="row">
            <Button small icon={Pencil} onPress={offered.edit.run}>
              {sharedMessages.exchange.acts.edit}
            </Button>
          </span>
        )}
        <ExchangeMenu acts={offered} />
      </span>
    </div>
  );
}
