import { useEffect, useEffectEvent } from 'react';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { InspectedView } from './inspected-view.tsx';
import { TokenField } from './token-field.tsx';
import { useBuild } from './use-build.ts';
import { type TokenSource, useInspection } from './use-inspection.ts';
import './token.css';

export interface TokenViewProps {
  readonly source: TokenSource;
  /** Called on the way to another screen. */
  readonly onLeave: () => void;
}

/** Takes any token apart, verifies it, asks servers of it, and makes others of it. */
export function TokenView({ source, onLeave }: TokenViewProps) {
  const state = useInspection(source);
  const build = useBuild();
  const inspectFirst = useEffectEvent(() => {
    if ('runId' in source) state.inspect({ runId: source.runId, name: source.name });
    else if (source.text.trim() !== '') state.inspect({ token: source.text.trim() });
  });
  useEffect(() => inspectFirst(), []);
  // Values of a run stay masked; the field shows only tokens that were pasted or created here.
  const isTyped = 'text' in source || state.text !== '';
  return (
    <div className="tok">
      {isTyped ? <TokenField state={state} /> : null}
      {state.problem === null ? null : <ProblemNote problem={state.problem} />}
      <InspectedView
        key={JSON.stringify(state.inspected?.source ?? null)}
        state={state}
        build={build}
        onLeave={onLeave}
      />
    </div>
  );
}
