import { ArrowRight, Pause, Play, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Confirm } from '#renderer/ui/confirm.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { activityPath } from '#renderer/workbench/addresses.ts';
import { useCommands } from '#renderer/workbench/commands.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import { settledOf } from './counts.ts';
import { StartButton } from './load/start-button.tsx';
import type { OpenImport } from './use-import.ts';
import { importMessages } from './words.ts';

const messages = importMessages.imports;
const { load } = importMessages.importLoad;

/** The hands on a load that has begun. */
function LoadActs({ state }: { readonly state: OpenImport }) {
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
      title: isStopped ? messages.commands.resume : messages.commands.pause,
      group: 'run',
      keys: ['ctrl+p'],
      isDisabled: !isRunning && !isStopped,
      run: isStopped ? resume : pause,
    },
  ]);
  if (!isRunning && !isStopped) return null;
  const settled = settledOf(view.counts);
  return (
    <>
      {isRunning || isHeld ? (
        <Button kind="danger" disabled={isActing} onPress={() => setIsCancelling(true)}>
          {load.cancel}
        </Button>
      ) : null}
      {isRunning ? (
        <Button kind="ink" icon={Pause} keyHint="ctrl+p" disabled={isActing} onPress={pause}>
          {load.pause}
        </Button>
      ) : (
        <Button kind="ink" icon={Play} keyHint="ctrl+p" disabled={isActing} onPress={resume}>
          {load.resume}
        </Button>
      )}
      {isCancelling ? (
        <Confirm
          title={load.cancelling.title}
          text={load.cancelling.text(settled, view.counts.total - settled)}
          act={load.cancelling.act}
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

/** Which import it is, where it goes, and the hands on its load. */
export function ImportToolbar({ state }: { readonly state: OpenImport }) {
  const { job } = state.view;
  const isOver = ['loaded', 'cancelled', 'undone'].includes(state.view.state);
  return (
    <div className="toolbar">
      <h1 className="title clip" data-words="data">
        {job.name}
      </h1>
      <span className="row tight imp-way">
        <Badge>
          <span className="mono clip" data-words="data">
            {job.source.name}
          </span>
        </Badge>
        {job.target === null ? null : (
          <>
            <Icon of={ArrowRight} small />
            <Badge>
              <span className="mono clip" data-words="data">
                {job.target}
              </span>
            </Badge>
          </>
        )}
      </span>
      <span className="push row wraps">
        <Button
          kind="ghost"
          icon={ScrollText}
          onPress={() => openLink(activityPath({ filter: 'svc:platform' }))}
        >
          {messages.log}
        </Button>
        <LoadActs state={state} />
        {state.step === 'load' && state.view.state === 'ready' ? <StartButton state={state} /> : null}
        {state.step === 'load' && isOver ? (
          <Button kind="ink" icon={ScrollText} onPress={() => state.go('report')}>
            {load.openReport}
          </Button>
        ) : null}
      </span>
    </div>
  );
}
