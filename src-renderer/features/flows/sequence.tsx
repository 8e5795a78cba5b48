import { EyeOff, Hand, type LucideIcon, Pencil, PencilLine } from 'lucide-react';
import { useStore } from '#renderer/api/store.ts';
import type { MenuAnchor } from '#renderer/ui/context-menu.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { StepLine, stepClass } from '#renderer/ui/lanes.tsx';
import { ListBox } from '#renderer/ui/list-box.tsx';
import { StatusCode } from '#renderer/ui/status-code.tsx';
import type { FlowRun, FlowStep, HoldPhase } from '#shared/api/index.ts';
import { draftKey, drafts } from './editor/drafts.ts';
import { keyedSteps, nextStep } from './sequence-layout.ts';
import type { Stops } from './stops.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;
const { phases } = flowMessages.flowBreaks;

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

interface GutterProps {
  readonly step: FlowStep;
  readonly stops: readonly HoldPhase[];
  readonly canStop: boolean;
}

/** The number of a step, with a mark where a run is held: filled before it is sent, hollow before its answer is read. */
function Gutter({ step, stops, canStop }: GutterProps) {
  const title = stops.length === 0 ? messages.setBreakpoint : stops.map((at) => phases[at]).join(', ');
  return (
    <span className={canStop ? 'n mono can-stop' : 'n mono'} title={canStop ? title : undefined}>
      {step.number}
      {stops.map((at) => (
        <i key={at} className={`stop ${at}`} />
      ))}
      {stops.length === 0 ? null : <span className="vh">{messages.hasBreakpoint}</span>}
    </span>
  );
}

export interface SequenceProps {
  readonly run: FlowRun;
  readonly selectedId: string | null;
  readonly onSelect: (stepKey: string) => void;
  readonly stops: Stops;
  readonly onMenu: (anchor: MenuAnchor) => void;
}

/** The steps of a run, drawn as arrows between lanes and read as a list. */
export function Sequence({ run, selectedId, onSelect, stops, onMenu }: SequenceProps) {
  return (
    <ListBox
      className="steps scroll"
      label={messages.stepsOf(run.number)}
      items={keyedSteps(run)}
      selectedId={selectedId}
      onSelect={({ id }) => onSelect(id)}
      itemClass={({ step }) => stepClass(step)}
      onMenu={onMenu}
      onPart={({ step }, target) => {
        if (target.closest('.can-stop') === null) return false;
        stops.toggle(step, stops.of(step)[0] ?? 'request');
        return true;
      }}
    >
      {({ step }) => (
        <StepLine
          step={step}
          gutter={<Gutter step={step} stops={stops.of(step)} canStop={stops.canStop(step)} />}
        >
          <Result step={step} run={run} />
        </StepLine>
      )}
    </ListBox>
  );
}
