import { CirclePause, EyeOff, Hand, type LucideIcon, Pencil, PencilLine } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useStore } from '#renderer/api/store.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { ListBox } from '#renderer/ui/list-box.tsx';
import { StatusCode } from '#renderer/ui/status-code.tsx';
import type { FlowRun, FlowStep } from '#shared/api/index.ts';
import { draftKey, drafts } from './editor/drafts.ts';
import { drawStep, keyedSteps, lanes, nextStep } from './sequence-layout.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;

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

function Mark({ icon, text }: { readonly icon: LucideIcon; readonly text: string }) {
  return (
    <span className="mark-icon" title={text}>
      <Icon of={icon} small />
      <span className="vh">{text}</span>
    </span>
  );
}

interface ResultProps {
  readonly step: FlowStep;
  readonly run: FlowRun;
}

/** The result of a step, in words: status, remark, and a mark if the run is held or waiting here. */
function Result({ step, run }: ResultProps) {
  const isOwnRow = step.id === step.stepId && step.hasRequest;
  const hasDraft = useStore(drafts).has(draftKey(run, step.stepId)) && isOwnRow;
  const isHere = nextStep(run) === step;
  const isUnseen = step.state === 'unseen';
  const remark = step.remark === '' && step.state === 'not-reached' ? messages.notReached : step.remark;
  return (
    <span className="res">
      {step.edits === '' ? null : <Mark icon={Pencil} text={messages.editedStep(step.edits)} />}
      {hasDraft ? <Mark icon={PencilLine} text={flowMessages.flowEditor.hasDraft} /> : null}
      {step.breakpoints.length === 0 ? null : <Mark icon={CirclePause} text={messages.hasBreakpoint} />}
      {isUnseen ? <Mark icon={EyeOff} text={messages.unseen} /> : null}
      {remark === '' ? null : <span className="muted clip">{remark}</span>}
      {step.status === null ? null : <StatusCode status={step.status} quiet />}
      {step.state === 'failed' ? <span className="vh">{messages.refused}</span> : null}
      {isHere && run.state === 'waiting-for-browser' ? (
        <span className="held">
          <Icon of={Hand} small />
          {messages.waits}
        </span>
      ) : null}
      {isHere && run.state === 'paused' ? (
        <span className="held">
          <Icon of={Hand} small />
          {messages.held}
        </span>
      ) : null}
    </span>
  );
}

function isFuture(step: FlowStep): boolean {
  return step.state === 'not-reached' || step.state === 'waiting';
}

export interface SequenceProps {
  readonly run: FlowRun;
  readonly selectedId: string | null;
  readonly onSelect: (stepKey: string) => void;
}

/** The steps of a run, drawn as arrows between lanes and read as a list. */
export function Sequence({ run, selectedId, onSelect }: SequenceProps) {
  return (
    <ListBox
      className="steps scroll"
      label={messages.stepsOf(run.number)}
      items={keyedSteps(run)}
      selectedId={selectedId}
      onSelect={({ id }) => onSelect(id)}
      itemClass={({ step }) => (isFuture(step) ? 'step not' : 'step')}
    >
      {({ step }) => (
        <>
          <span className="n mono">{step.number}</span>
          <span className="txt">
            <b className="mono">{step.method}</b> <span className="mono">{step.path}</span>
            <span className="vh">
              , {messages.fromTo(messages.lanes[step.from], messages.lanes[step.to])}
            </span>
          </span>
          <Result step={step} run={run} />
          <Arrows step={step} />
        </>
      )}
    </ListBox>
  );
}
