import type { FlowRun } from '#shared/api/index.ts';
import { Drawn } from '../../ui/icon.tsx';
import { strings } from '../../words/strings.ts';

/** Why a run ended before its last step, in one sentence; nothing for one that passed or goes on. */
export function Outcome({ run }: { readonly run: FlowRun }) {
  if (run.state !== 'failed' && run.state !== 'cancelled') return null;
  const isFailed = run.state === 'failed';
  return (
    <output className={isFailed ? 'outcome failed' : 'outcome'}>
      <Drawn name={isFailed ? 'failed' : 'skipped'} small />
      <span className="wrap">
        <b>{isFailed ? strings.flows.runFailed(run.number) : strings.flows.runCancelled(run.number)}</b>{' '}
        {run.note}
      </span>
    </output>
  );
}
