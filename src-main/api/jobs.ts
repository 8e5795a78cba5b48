import type { Job } from '#shared/api/index.ts';
import { apiWith } from './base.ts';
import { streamChanges } from './credit-streams.ts';

const api = apiWith<'jobs'>();

export const jobs = api.jobs.router({
  list: api.jobs.list.handler(({ context }): Job[] => [...context.engine.jobs.list()]),
  pause: api.jobs.pause.handler(({ context, input }) => context.engine.jobs.pause(input.id)),
  resume: api.jobs.resume.handler(({ context, input }) => context.engine.jobs.resume(input.id)),
  cancel: api.jobs.cancel.handler(({ context, input }) => context.engine.jobs.cancel(input.id)),
  watch: api.jobs.watch.handler(({ context: { engine, streams }, input, signal }) =>
    streamChanges({
      gate: streams.open(input.streamId, input.credits, signal),
      signal,
      subscribe: (changed) => engine.jobs.onChange(changed),
      read: () => [...engine.jobs.list()],
    }),
  ),
});
