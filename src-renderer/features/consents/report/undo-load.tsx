import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Confirm } from '#renderer/ui/confirm.tsx';
import { isFreeOf, type OpenImport } from '../use-import.ts';
import { useTargets } from '../use-targets.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.importLoad.report;

export interface UndoLoadProps {
  readonly state: OpenImport;
  /** Rows that the platform accepted. */
  readonly accepted: number;
}

/** Tests whether a load can be undone: what was there before was kept, and something was accepted. */
export function canUndo({ view }: OpenImport, accepted: number): boolean {
  return view.state !== 'undone' && accepted > 0 && view.job.loading.readBefore;
}

/** The button that takes a load back, once the person has said so. */
export function UndoLoad({ state, accepted }: UndoLoadProps) {
  const { target } = useTargets(state);
  const [isAsked, setIsAsked] = useState(false);
  const isSandbox = target?.isSandbox === true;
  const name = state.view.job.target ?? '';
  return (
    <>
      <Button disabled={!isFreeOf(state) || !canUndo(state, accepted)} onPress={() => setIsAsked(true)}>
        {messages.undo}
      </Button>
      {isAsked ? (
        <Confirm
          title={messages.undoing.title}
          text={messages.undoing.text(accepted, target?.displayName ?? name)}
          act={messages.undoing.act}
          {...(isSandbox
            ? {}
            : { typed: { text: name, label: importMessages.imports.match.typeTarget(name) } })}
          onAct={() => {
            setIsAsked(false);
            state.act((client) => client.imports.undo({ id: state.id, confirm: isSandbox ? null : name }));
          }}
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </>
  );
}
