import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Job } from '#shared/api/index.ts';
import { useApi } from '../api/api-context.tsx';
import { announce } from '../ui/announcer.tsx';
import { type JobAct, JobRow } from '../ui/job-row.tsx';
import { Popover } from '../ui/popover.tsx';
import { reportProblem } from '../ui/report-problem.ts';
import { sharedMessages } from '../words/shared-messages.ts';

const messages = sharedMessages.jobs;

function newestFirst(jobs: readonly Job[]): readonly Job[] {
  return jobs.toSorted((left, right) => right.startedAtMillis - left.startedAtMillis);
}

function JobsPanel() {
  const { client, orpc } = useApi();
  // Read when it opens: jobs that came and went between two messages were never pushed.
  const jobs = useQuery(orpc.jobs.list.queryOptions({ staleTime: 0 }));
  const act = useMutation({
    mutationFn: ({ what, id }: { readonly what: JobAct; readonly id: string }) => client.jobs[what]({ id }),
    onError: reportProblem,
  });
  const list = newestFirst(jobs.data ?? []).slice(0, 20);
  if (list.length === 0) return <p className="muted">{messages.none}</p>;
  return (
    <ul className="jobs">
      {list.map((job) => (
        <JobRow key={job.id} job={job} onAct={(what) => act.mutate({ what, id: job.id })} />
      ))}
    </ul>
  );
}

/** Announces once that a job has ended or is paused, anywhere in the window; never its progress. */
function useJobsAnnounced(jobs: readonly Job[] | undefined): void {
  const known = useRef<ReadonlyMap<string, Job['state']> | null>(null);
  useEffect(() => {
    if (jobs === undefined) return;
    const before = known.current;
    known.current = new Map(jobs.map(({ id, state }) => [id, state]));
    if (before === null) return;
    for (const { id, state, title } of jobs)
      if (before.get(id) !== state && state !== 'queued' && state !== 'running')
        announce(`${title}: ${messages.states[state]}`);
  }, [jobs]);
}

/** Long work in the status bar: running jobs, their results, and the controls to stop them. */
export function JobsItem({ activeJobs }: { readonly activeJobs: number }) {
  const { orpc } = useApi();
  const jobs = useQuery(orpc.jobs.list.queryOptions());
  useJobsAnnounced(jobs.data);
  const running = newestFirst(jobs.data ?? []).find((job) => job.state === 'running');
  const trigger =
    activeJobs === 0
      ? sharedMessages.status.noJobs
      : `${sharedMessages.status.jobs(activeJobs)}${running === undefined ? '' : `: ${running.title}`}`;
  return (
    <Popover isList title={messages.title} triggerClass="bar-item" trigger={trigger}>
      <JobsPanel />
    </Popover>
  );
}
