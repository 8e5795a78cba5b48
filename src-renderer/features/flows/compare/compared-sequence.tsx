import { StepLine, stepClass } from '#renderer/ui/lanes.tsx';
import { ListBox } from '#renderer/ui/list-box.tsx';
import { StatusCode } from '#renderer/ui/status-code.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { flowMessages } from '../words.ts';
import { type ComparedStep, recordOf } from './compared-runs.ts';
import type { RunPair } from './use-run-compare.ts';

const messages = sharedMessages.diff;

function Result({ compared, differs }: { readonly compared: ComparedStep; readonly differs: boolean }) {
  const [isLeft, isRight] = [recordOf(compared.left) !== null, recordOf(compared.right) !== null];
  const [left, right] = [compared.left?.step.status ?? null, compared.right?.step.status ?? null];
  if (isLeft !== isRight) return <span className="muted">{messages.onlyIn(isLeft ? 'A' : 'B')}</span>;
  return (
    <>
      {differs ? <span className="vh">{messages.differs} </span> : null}
      {left === null || left === right ? null : (
        <>
          <StatusCode status={left} quiet />
          <span aria-hidden="true">→</span>
        </>
      )}
      {right === null ? null : <StatusCode status={right} quiet />}
    </>
  );
}

/** The steps of two runs in one list: those that differ are marked, with both statuses. */
export function ComparedSequence({ pair }: { readonly pair: RunPair }) {
  const rows = pair.steps.flatMap((compared) => {
    const step = (compared.right ?? compared.left)?.step;
    return step === undefined ? [] : [{ id: compared.id, step, compared }];
  });
  return (
    <ListBox
      className="steps scroll"
      label={flowMessages.flows.stepsOfTwo(pair.left.number, pair.right.number)}
      items={rows}
      selectedId={pair.step?.id ?? null}
      onSelect={({ id }) => pair.select(id)}
      itemClass={({ id, step }) => `${stepClass(step)}${pair.differing.has(id) ? ' differs' : ''}`}
    >
      {({ id, step, compared }) => (
        // The numbers are those of B: among them one of A would be read as a second one.
        <StepLine
          step={step}
          gutter={<span className="n mono">{compared.right === null ? '' : step.number}</span>}
        >
          <Result compared={compared} differs={pair.differing.has(id)} />
        </StepLine>
      )}
    </ListBox>
  );
}
