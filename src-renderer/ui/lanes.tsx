import type { CSSProperties, ReactNode } from 'react';
import type { FlowStep } from '#shared/api/index.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { drawStep, lanes } from './step-drawing.ts';
import './lanes.css';

const messages = sharedMessages.exchange;

/** The heads of the four lanes. */
export function LaneHeads() {
  return (
    <div className="lanes" aria-hidden="true">
      <span className="n" />
      {lanes.map((lane) => (
        <span key={lane} className={`lane-${lane}`}>
          {messages.lanes[lane]}
        </span>
      ))}
    </div>
  );
}

function Arrows({ step }: { readonly step: FlowStep }) {
  const drawing = drawStep(step);
  const style: CSSProperties = { left: `${drawing.leftPercent}%`, width: `${drawing.widthPercent}%` };
  const { isReversed } = drawing;
  return (
    <span className="arrows" aria-hidden="true">
      <i className={`req ${drawing.request}${isReversed ? ' rev' : ''}`} style={style} />
      {drawing.response === 'none' ? null : (
        <i className={`rsp ${drawing.response}${isReversed ? '' : ' rev'}`} style={style} />
      )}
    </span>
  );
}

/** The class of the row of a step; planned ones are muted. */
export function stepClass({ state }: FlowStep): string {
  return state === 'not-reached' || state === 'waiting' ? 'step not' : 'step';
}

export interface StepLineProps {
  readonly step: FlowStep;
  /** Absent: the number of the step alone. */
  readonly gutter?: ReactNode;
  /** The result at the right. */
  readonly children: ReactNode;
}

/** The content of the row of a step: its number, its request line, its result, and its arrows between the lanes. */
export function StepLine({ step, gutter, children }: StepLineProps) {
  const { number, method, path, from, to } = step;
  return (
    <>
      {gutter ?? <span className="n mono">{number}</span>}
      <span className="txt">
        <b className="mono">{method}</b> <span className="mono">{path}</span>
        <span className="vh">, {messages.fromTo(messages.lanes[from], messages.lanes[to])}</span>
      </span>
      <span className="res">{children}</span>
      <Arrows step={step} />
    </>
  );
}
