import { CircleCheck, CircleSlash, Loader, Pause, Play, X } from 'lucide-react';
import type { Job } from '#shared/api/index.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { Bar } from './bar.tsx';
import { SmallGhostButton } from './button.tsx';
import { Drawn, Icon } from './icon.tsx';
import { ProblemNote } from './note.tsx';

const messages = sharedMessages.jobs;

export type JobAct = 'pause' | 'resume' | 'cancel';

function StateIcon({ state }: Pick<Job, 'state'>) {
  if (state === 'failed') return <Drawn name="failed" />;
  if (state === 'paused') return <Icon of={Pause} />;
  if (state === 'done') return <Icon of={CircleCheck} />;
  return <Icon of={state === 'cancelled' ? CircleSlash : Loader} />;
}

function Acts({ job, onAct }: { readonly job: Job; readonly onAct: (act: JobAct) => void }) {
  const { state, title, pausable } = job;
  if (state !== 'queued' && state !== 'running' && state !== 'paused') return <span />;
  return (
    <span className="row tight">
      {pausable && state === 'running' ? (
        <SmallGhostButton icon={Pause} label={messages.pauseOf(title)} onPress={() => onAct('pause')} />
      ) : null}
      {state === 'paused' ? (
        <SmallGhostButton icon={Play} label={messages.resumeOf(title)} onPress={() => onAct('resume')} />
      ) : null}
      <SmallGhostButton icon={X} label={messages.cancelOf(title)} onPress={() => onAct('cancel')} />
    </span>
  );
}

/** Long work in a line: its title, its progress, its results, and the controls to stop it. */
export function JobRow({ job, onAct }: { readonly job: Job; readonly onAct: (act: JobAct) => void }) {
  const { title, state, done, total, unit, note, problem } = job;
  return (
    <li className="job">
      <StateIcon state={state} />
      <span className="clip strong">{title}</span>
      <Bar
        label={title}
        done={state === 'done' ? (total ?? 1) : done}
        total={state === 'done' ? (total ?? 1) : total}
      />
      <span className="mono muted">
        {state === 'running' ? '' : `${messages.states[state]}, `}
        {messages.done(done, total, unit)}
      </span>
      <Acts job={job} onAct={onAct} />
      {note === '' ? null : <span className="ref wrap job-more">{note}</span>}
      {problem === null ? null : (
        <div className="job-more">
          <ProblemNote problem={problem} />
        </div>
      )}
    </li>
  );
}
