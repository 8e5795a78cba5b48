import { useMutation, useQuery } from '@tanstack/react-query';
import { Pause, Play, X } from 'lucide-react';
import type { Job } from '#shared/api/index.ts';
import { useApi } from '../api/api-context.tsx';
import { toProblem } from '../api/problem.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/note.tsx';
import { Popover } from '../ui/popover.tsx';
import { toast } from '../ui/toast.tsx';
import { strings } from './strings.ts';

const words = strings.jobs;

function JobActs({ job }: { readonly job: Job }) {
  const { client } = useApi();
  const act = useMutation({
    mutationFn: (what: 'pause' | 'resume' | 'cancel') => client.jobs[what]({ id: job.id }),
    onError: (error) => toast(toProblem(error).message),
  });
  const isOpen = job.state === 'queued' || job.state === 'running' || job.state === 'paused';
  if (!isOpen) return null;
  return (
    <span className="row">
      {job.pausable && job.state === 'running' ? (
        <Button small kind="ghost" icon={Pause} label={words.pause} onPress={() => act.mutate('pause')} />
      ) : null}
      {job.state === 'paused' ? (
        <Button small kind="ghost" icon={Play} label={words.resume} onPress={() => act.mutate('resume')} />
      ) : null}
      <Button small kind="ghost" icon={X} label={words.cancel} onPress={() => act.mutate('cancel')} />
    </span>
  );
}

function JobRow({ job }: { readonly job: Job }) {
  const percent = job.total === null || job.total === 0 ? 0 : Math.round((job.done / job.total) * 100);
  return (
    <li className="job">
      <div className="row">
        <span className="strong clip">{job.title}</span>
        <span className="muted push">{words.states[job.state]}</span>
        <JobActs job={job} />
      </div>
      <progress className="bar" aria-label={job.title} max={100} value={percent} />
      <div className="row">
        <span className="ref mono">{words.done(job.done, job.total, job.unit)}</span>
        <span className="ref clip">{job.note}</span>
      </div>
      {job.problem === null ? null : <ProblemNote problem={job.problem} />}
    </li>
  );
}

function newestFirst(jobs: readonly Job[]): readonly Job[] {
  return jobs.toSorted((left, right) => right.startedAtMillis - left.startedAtMillis);
}

function JobsPanel() {
  const { orpc } = useApi();
  // Read when it opens: jobs that came and went between two messages were never pushed.
  const jobs = useQuery(orpc.jobs.list.queryOptions({ staleTime: 0 }));
  const list = newestFirst(jobs.data ?? []).slice(0, 20);
  if (list.length === 0) return <p className="muted">{words.none}</p>;
  return (
    <ul className="jobs">
      {list.map((job) => (
        <JobRow key={job.id} job={job} />
      ))}
    </ul>
  );
}

/** Long work in the status bar: what runs, what came of it, and the hands to stop it. */
export function JobsItem({ activeJobs }: { readonly activeJobs: number }) {
  const { orpc } = useApi();
  const jobs = useQuery(orpc.jobs.list.queryOptions());
  const running = newestFirst(jobs.data ?? []).find((job) => job.state === 'running');
  const trigger =
    activeJobs === 0
      ? strings.status.noJobs
      : `${strings.status.jobs(activeJobs)}${running === undefined ? '' : `: ${running.title}`}`;
  return (
    <Popover isList title={words.title} triggerClass="bar-item" trigger={trigger}>
      <JobsPanel />
    </Popover>
  );
}
