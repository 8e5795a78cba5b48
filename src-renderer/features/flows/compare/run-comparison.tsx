import { useRef } from 'react';
import { CompareBar } from '#renderer/ui/compare/compare-bar.tsx';
import { ExchangeCompare, useKeptFocus } from '#renderer/ui/exchange-compare.tsx';
import { formatTime } from '#renderer/words/format.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { RunState } from '../runs/runs.tsx';
import { recordOf } from './compared-runs.ts';
import type { RunPair } from './use-run-compare.ts';

const messages = sharedMessages.diff;

function RunHead({ run }: { readonly run: FlowRun }) {
  return (
    <>
      <span className="clip">{messages.runAt(run.number, formatTime(run.startedAtMillis))}</span>
      <RunState run={run} />
    </>
  );
}

function StepTitle({ pair: { step } }: { readonly pair: RunPair }) {
  const shown = (step?.right ?? step?.left)?.step;
  if (shown === undefined) return null;
  return (
    <div className="stephead">
      <span className="mono n5">{shown.number}</span>
      <h2 className="mono clip">
        {shown.method} <span className="path">{shown.path}</span>
      </h2>
      {shown.edits === '' ? null : <span className="bind edited">{shown.edits}</span>}
    </div>
  );
}

/** Two runs in the place of one: the chosen step of both, and the way to the steps that differ. */
export function RunComparison({ pair }: { readonly pair: RunPair }) {
  const { left, right, step, steps, differing } = pair;
  const section = useRef<HTMLElement>(null);
  useKeptFocus(section);
  const [leftId, rightId] = [recordOf(step?.left ?? null), recordOf(step?.right ?? null)];
  const heads = [<RunHead key="left" run={left} />, <RunHead key="right" run={right} />] as const;
  const summary = <span className="ref">{messages.stepsDiffer(differing.size, steps.length)}</span>;
  const acts = { onStep: pair.go, onSwap: pair.swap, onClose: pair.close };
  return (
    <section ref={section} tabIndex={-1} className="run-comparison" aria-label={messages.titleRuns}>
      {leftId !== null && rightId !== null ? (
        <ExchangeCompare
          key={`${leftId} ${rightId}`}
          pair={[
            { id: leftId, label: '' },
            { id: rightId, label: '' },
          ]}
          compare={{ at: pair.at, step: pair.go, swap: pair.swap, close: pair.close }}
          heads={heads}
          summary={summary}
          title={<StepTitle pair={pair} />}
        />
      ) : (
        <>
          <CompareBar left={heads[0]} right={heads[1]} summary={summary} position="" {...acts} />
          <StepTitle pair={pair} />
          <p className="remark">{messages.missing(leftId === null ? left.number : right.number)}</p>
        </>
      )}
    </section>
  );
}
