import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Confirm } from '#renderer/ui/confirm.tsx';
import { useCommands } from '#renderer/workbench/commands.ts';
import { settledOf } from '../counts.ts';
import type { OpenImport } from '../use-import.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.importLoad.load;
const { commands } = importMessages.imports;

export interface LoadActsProps {
  readonly state: OpenImport;
  /** The load is the step that is shown, and its act the main one. */
  readonly isMain: boolean;
}

/** The hands on a load that has begun, in the foot of every step: it may run on while another is looked at. */
export function LoadActs({ state, isMain }: LoadActsProps) {
  const { view, id, act, isActing } = state;
  const [isCancelling, setIsCancelling] = useState(false);
  const isRunning = view.state === 'loading';
  const isHeld = view.state === 'paused' || view.state === 'halted';
  // An undo that was broken off goes on in the same way.
  const isUndoHeld = view.state === 'undoing' && view.work?.state !== 'running';
  const isStopped = isHeld || isUndoHeld || view.state === 'cancelled';
  const pause = () => act((client) => client.imports.pause({ id }));
  const resume = () => act((client) => client.imports.resume({ id }));
  useCommands([
    {
      id: 'consents.pause',
      title: isStopped ? commands.resume : commands.pause,
      group: 'run',
      keys: ['ctrl+p'],
      isDisabled: !isRunning && !isStopped,
      run: isStopped ? resume : pause,
    },
  ]);
  if (!isRunning && !isStopped) return null;
  const kind = isMain ? 'ink' : 'quiet';
  const settled = settledOf(view.counts);
  return (
    <>
      {isRunning || isHeld ? (
        <Button kind="danger" disabled={isActing} onPress={() => setIsCancelling(true)}>
          {messages.cancel}
        </Button>
      ) : null}
      {isRunning ? (
        <Button kind={kind} icon={Pause} keyHint="ctrl+p" disabled={isActing} onPress={pause}>
          {messages.pause}
        </Button>
      ) : (
        <Button kind={kind} icon={Play} keyHint="ctrl+p" disabled={isActing} onPress={resume}>
          {messages.resume}
        </Button>
      )}
      {isCancelling ? (
        <Confirm
          title={messages.cancelling.title}
          text={messages.cancelling.text(settled, view.counts.total - settled)}
          act={messages.cancelling.act}
          onAct={() => {
            setIsCancelling(false);
            act((client) => client.imports.cancel({ id }));
          }}
          onClose={() => setIsCancelling(false)}
        />
      ) : null}
    </>
  );
}
