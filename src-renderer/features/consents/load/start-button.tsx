import { Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Confirm } from '#renderer/ui/confirm.tsx';
import { outcomeCount } from '../counts.ts';
import type { OpenImport } from '../use-import.ts';
import { useTargets } from '../use-targets.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.importLoad.load;

/** Begins the load after it was confirmed; for anything but the sandbox the name of the target has to be typed. */
export function StartButton({ state }: { readonly state: OpenImport }) {
  const { view, id, act, isActing, isWorking } = state;
  const { target } = useTargets(state);
  const [isAsking, setIsAsking] = useState(false);
  const { plan, loading } = view.job;
  if (plan === null || target === null) return null;
  const count = outcomeCount(plan, 'ready');
  const { name, displayName, environmentId, isSandbox } = target;
  return (
    <>
      <Button
        kind="ink"
        icon={Play}
        disabled={isActing || isWorking || count === 0}
        onPress={() => setIsAsking(true)}
      >
        {messages.start(count)}
      </Button>
      {isAsking ? (
        <Confirm
          title={messages.starting.title}
          text={messages.starting.text(count, displayName, environmentId)}
          act={messages.start(count)}
          {...(isSandbox
            ? {}
            : { typed: { text: name, label: importMessages.imports.match.typeTarget(name) } })}
          onAct={() => {
            setIsAsking(false);
            act((client) =>
              client.imports.load({ id, planHash: plan.hash, confirm: isSandbox ? null : name }),
            );
          }}
          onClose={() => setIsAsking(false)}
        >
          <p className="help">
            {loading.readBefore ? messages.starting.undoable : messages.starting.notUndoable}
          </p>
        </Confirm>
      ) : null}
    </>
  );
}
