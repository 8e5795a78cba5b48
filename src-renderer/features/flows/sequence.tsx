import { CirclePause, EyeOff, Hand, type LucideIcon, Pencil, PencilLine } from 'lucide-react';
import { useStore } from '#renderer/api/store.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { StepLine, stepClass } from '#renderer/ui/lanes.tsx';
import { ListBox } from '#renderer/ui/list-box.tsx';
import { StatusCode } from '#renderer/ui/status-code.tsx';
import type { FlowRun, FlowStep } from '#shared/api/index.ts';
import { draftKey, drafts } from './editor/drafts.ts';
import { keyedSteps, nextStep } from './sequence-layout.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;

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
    <>
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
    </>
  );
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
      itemClass={({ step }) => stepClass(step)}
    >
      {({ step }) => (
        <StepLine step={step}>
          <Result step={step} run={run} />
        </StepLine>
      )}
    </ListBox>
  );
}
