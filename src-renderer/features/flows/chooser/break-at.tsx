import { CirclePause } from 'lucide-react';
import { buttonClass } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import type { FlowBreakpoint, FlowKind, HoldPhase } from '#shared/api/index.ts';
import { toggled } from '../stops.ts';
import { flowMessages } from '../words.ts';

const messages = flowMessages.flowBreaks;
const phases: readonly HoldPhase[] = ['request', 'response'];

export interface BreakAtProps {
  readonly kind: FlowKind;
  readonly breakpoints: readonly FlowBreakpoint[];
  readonly onChange: (breakpoints: readonly FlowBreakpoint[]) => void;
}

/** Where a run is held: before a request leaves, or before the client reads its answer. */
export function BreakAt({ kind, breakpoints, onChange }: BreakAtProps) {
  const count = breakpoints.length;
  const name = count === 0 ? messages.title : messages.counted(count);
  return (
    <span title={name}>
      <Popover
        title={messages.title}
        placement="bottom start"
        triggerClass={buttonClass('quiet', false, count === 0)}
        trigger={
          <>
            <Icon of={CirclePause} />
            <span className="vh">{name}</span>
            {count === 0 ? null : (
              <span className="mono" aria-hidden="true">
                {count}
              </span>
            )}
          </>
        }
      >
        {kind.steps.length === 0 ? <p className="muted">{messages.none}</p> : null}
        {kind.steps.map((step) => (
          <fieldset key={step.id} className="break-step">
            <legend className="mono wrap">{step.title}</legend>
            <span className="row wraps">
              {phases.map((at) => (
                <Checkbox
                  key={at}
                  label={messages.phases[at]}
                  isChecked={breakpoints.some((each) => each.stepId === step.id && each.at === at)}
                  onChange={(isSet) => onChange(toggled(breakpoints, { stepId: step.id, at }, isSet))}
                />
              ))}
            </span>
          </fieldset>
        ))}
      </Popover>
    </span>
  );
}
