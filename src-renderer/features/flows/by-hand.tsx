import { lazy, Suspense, useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Drawn } from '#renderer/ui/icon.tsx';
import { signInMessages } from '#renderer/workbench/sign-in/words.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { isSignedIn } from '#shared/flows/run-state.ts';
import type { RunActions } from './use-run-actions.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;
const KeepSignInDialog = lazy(async () => ({
  default: (await import('#renderer/workbench/sign-in/keep-dialog.tsx')).KeepSignInDialog,
}));

interface GoOnByHandProps {
  readonly run: FlowRun;
  readonly actions: RunActions;
}

/** After an unattended sign-in that stopped: the same flow once more, with a person in a browser that is watched. */
export function GoOnByHand({ run, actions }: GoOnByHandProps) {
  const isStopped = run.failedAt?.isSignIn === true && run.browser === 'unattended' && run.target !== null;
  if (!isStopped) return null;
  return (
    <span className="push">
      <Button
        small
        disabled={actions.isBusy}
        onPress={() =>
          actions.start((flows) => flows.replay({ runId: run.id, mode: 'run', browser: 'controlled' }))
        }
      >
        {messages.byHand}
      </Button>
    </span>
  );
}

/** After a sign-in by hand: its acts can be kept, so that unattended runs do them. */
export function KeptByHand({ run }: { readonly run: FlowRun }) {
  const [isOpen, setOpen] = useState(false);
  const { target, watchedActs } = run;
  if (target === null || watchedActs === 0 || !isSignedIn(run)) return null;
  return (
    <div className="outcome">
      <Drawn name="passed" small />
      <span className="wrap">{messages.watched(watchedActs)}</span>
      <span className="push">
        <Button small onPress={() => setOpen(true)}>
          {signInMessages.keep}
        </Button>
      </span>
      {isOpen ? (
        <Suspense>
          <KeepSignInDialog runId={run.id} target={target} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
