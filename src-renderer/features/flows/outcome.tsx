import { Drawn } from '#renderer/ui/icon.tsx';
import type { FlowRun } from '#shared/api/index.ts';
import { assertionFormOf } from '#shared/flows/assertion-forms.ts';
import { GoOnByHand } from './by-hand.tsx';
import { TrustIssuer } from './chooser/trust-issuer.tsx';
import type { RunActions } from './use-run-actions.ts';
import { flowMessages } from './words.ts';

export interface OutcomeProps {
  readonly run: FlowRun;
  readonly actions: RunActions;
}

/** Why a run ended before its last step, in one sentence; nothing for one that passed or goes on. */
export function Outcome({ run, actions }: OutcomeProps) {
  if (run.state !== 'failed' && run.state !== 'cancelled') return null;
  const isFailed = run.state === 'failed';
  // The usual reason: nobody has told the server of the issuer that signs here.
  const form = run.target === null && run.note.includes('invalid_grant') ? assertionFormOf(run.kind) : null;
  return (
    <div className={isFailed ? 'outcome failed' : 'outcome'}>
      <Drawn name={isFailed ? 'failed' : 'skipped'} small />
      <span className="wrap">
        {/* The mark and the row of the run say that it failed: the line begins with the reason. */}
        <b className={isFailed && run.note !== '' ? 'vh' : undefined}>
          {isFailed ? flowMessages.flows.runFailed(run.number) : flowMessages.flows.runCancelled(run.number)}
        </b>{' '}
        {run.note}
      </span>
      {isFailed && form !== null ? (
        <span className="push">
          <TrustIssuer form={form} />
        </span>
      ) : null}
      <GoOnByHand run={run} actions={actions} />
    </div>
  );
}
