import { useEffect, useEffectEvent } from 'react';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { InspectedView } from './inspected-view.tsx';
import { TokenField } from './token-field.tsx';
import { useBuild } from './use-build.ts';
import { type TokenSource, useInspection } from './use-inspection.ts';
import './token.css';
import { flowMessages } from '../words.ts';

export type { TokenSource } from './use-inspection.ts';

const messages = flowMessages.token;

export interface TokenDialogProps {
  readonly source: TokenSource;
  readonly onClose: () => void;
}

/** Takes any token apart, verifies it, asks servers of it, and makes others of it. */
export function TokenDialog({ source, onClose }: TokenDialogProps) {
  const state = useInspection(source);
  const build = useBuild();
  const inspectFirst = useEffectEvent(() => {
    if ('runId' in source) state.inspect({ runId: source.runId, name: source.name });
    else if (source.text.trim() !== '') state.inspect({ token: source.text.trim() });
  });
  useEffect(() => inspectFirst(), []);
  return (
    <Dialog full title={messages.title} onClose={onClose}>
      <div className="tok">
        <TokenField state={state} placeholder={'runId' in source ? messages.fromRun(source.name) : ''} />
        {state.problem === null ? null : <ProblemNote problem={state.problem} />}
        <InspectedView
          key={JSON.stringify(state.inspected?.source ?? null)}
          state={state}
          build={build}
          onLeave={onClose}
        />
      </div>
    </Dialog>
  );
}
