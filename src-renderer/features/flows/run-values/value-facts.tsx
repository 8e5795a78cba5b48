import { formatTime } from '#renderer/words/format.ts';
import type { FlowValue } from '#shared/api/index.ts';
import { Instant } from '../token/instant.tsx';
import { flowMessages } from '../words.ts';

const messages = flowMessages.values;

interface StepLinkProps {
  readonly step: number;
  readonly onStep: (step: number) => void;
}

function StepLink({ step, onStep }: StepLinkProps) {
  return (
    <button type="button" className="lnk" onClick={() => onStep(step)}>
      {messages.toStep(step)}
    </button>
  );
}

export interface ValueFactsProps {
  readonly value: FlowValue;
  /** Shows a step by its number. */
  readonly onStep: (step: number) => void;
}

/** The step that gave a value, how long it lives, and the steps that it went into. */
export function ValueFacts({ value, onStep }: ValueFactsProps) {
  const { fromStep, remark, issuedAtMillis, expiresAtMillis, checkedAtMillis, usedInSteps } = value;
  return (
    <dl className="facts">
      {fromStep === null && remark === '' ? null : (
        <>
          <dt>{messages.from}</dt>
          <dd>{fromStep === null ? remark : <StepLink step={fromStep} onStep={onStep} />}</dd>
        </>
      )}
      {issuedAtMillis === null ? null : (
        <>
          <dt>{messages.issued}</dt>
          <dd>
            <Instant atMillis={issuedAtMillis} />
          </dd>
        </>
      )}
      {expiresAtMillis === null ? null : (
        <>
          <dt>{messages.expires}</dt>
          <dd>
            <Instant atMillis={expiresAtMillis} />
          </dd>
        </>
      )}
      {checkedAtMillis === undefined ? null : (
        <>
          <dt>{messages.checked}</dt>
          <dd>{formatTime(checkedAtMillis)}</dd>
        </>
      )}
      {usedInSteps === undefined ? null : (
        <>
          <dt>{messages.used}</dt>
          <dd className="row wraps">
            {usedInSteps.length === 0 ? messages.notUsed : null}
            {usedInSteps.map((step) => (
              <StepLink key={step} step={step} onStep={onStep} />
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}
