import { Hand, Pencil, Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { heldStep } from '../sequence-layout.ts';
import type { FlowDebuggerState } from '../use-flow-debugger.ts';
import { flowMessages } from '../words.ts';
import { ResponseDialog } from './response-dialog.tsx';
import { WaitStrip } from './wait-strip.tsx';

const messages = flowMessages.flowHeld;

interface HeldProps {
  readonly state: FlowDebuggerState;
  readonly run: FlowRun;
}

function Held({ state, run }: HeldProps) {
  const [isAnswering, setIsAnswering] = useState(false);
  const held = heldStep(run);
  if (held === undefined || run.hold === null) return null;
  const { step, id } = held;
  const isRequest = run.hold.phase === 'request';
  return (
    <div className="held-bar">
      <Icon of={Hand} />
      <span className="clip">
        <b>{isRequest ? messages.beforeSending : messages.beforeReading}</b>{' '}
        <span className="mi">
          {messages.step(step.number)}{' '}
          <span className="mono">
            {step.method} {step.path}
          </span>
        </span>
      </span>
      <span className="row push">
        {isRequest ? (
          <Button small icon={Pencil} onPress={() => showEditor(() => state.selectStep(id))}>
            {sharedMessages.common.edit}
          </Button>
        ) : null}
        <Button small onPress={() => setIsAnswering(true)}>
          {messages.answer}
        </Button>
        <Button small onPress={() => state.move((flows) => flows.drop({ runId: run.id }))}>
          {messages.drop}
        </Button>
        <Button small onPress={() => state.cancel?.()}>
          {flowMessages.flows.cancel}
        </Button>
        <Button small kind="go" icon={Play} keyHint="f5" onPress={() => state.resume?.()}>
          {flowMessages.flows.next}
        </Button>
      </span>
      {isAnswering ? (
        <ResponseDialog
          run={run}
          step={step}
          onRespond={(text) => {
            setIsAnswering(false);
            state.move((flows) => flows.answer({ runId: run.id, text }));
          }}
          onClose={() => setIsAnswering(false)}
        />
      ) : null}
    </div>
  );
}

/** Shows the request that is held, and puts the focus on the first of its values. */
function showEditor(select: () => void): void {
  select();
  // The request is read first: the editor appears a few frames later.
  const focus = (framesLeft: number) =>
    requestAnimationFrame(() => {
      const value = document.querySelector('.editor .fvalue, .editor textarea');
      if (value instanceof HTMLElement) value.focus();
      else if (framesLeft > 0) focus(framesLeft - 1);
    });
  focus(60);
}

/** The one loud surface: the run is paused and waits for a person. */
export function HeldBar({ state, run }: HeldProps) {
  switch (run.state) {
    case 'paused':
      return <Held key={`${run.id} ${run.hold?.rowId} ${run.hold?.phase}`} state={state} run={run} />;
    case 'waiting-for-browser':
      return <WaitStrip key={run.id} state={state} run={run} />;
    case 'running':
    case 'passed':
    case 'failed':
    case 'cancelled':
      return null;
  }
}
