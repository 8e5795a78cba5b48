import { activeWeaknesses } from '#main/services/weaknesses/index.ts';
import type { AppStatus } from '#shared/api/index.ts';
import { apiWith } from './base.ts';
import { streamChanges } from './credit-streams.ts';
import type { Slice } from './ports.ts';

const api = apiWith<
  | 'contract'
  | 'faults'
  | 'hosting'
  | 'jobs'
  | 'ports'
  | 'problems'
  | 'startedAtMillis'
  | 'trust'
  | 'workspace'
>();

/** Request counters change with every request: they are looked at this often, in milliseconds. */
const countersEveryMillis = 1_000;

function statusOf({
  hosting,
  ports,
  jobs,
  faults,
  problems,
  trust,
  workspace,
}: Slice<'faults' | 'hosting' | 'jobs' | 'ports' | 'problems' | 'trust' | 'workspace'>): AppStatus {
  return {
    services: [...hosting.status()],
    clock: ports.clock.status(),
    activeJobs: jobs.list().filter(({ state }) => state === 'running').length,
    activeFaults: faults.rules.length,
    problems: [...problems()],
    profile: workspace.manifest.services.authorizationServer.profile,
    activeWeaknesses: activeWeaknesses(workspace.manifest).length,
    trust: { mode: trust.mode, off: trust.policy().off.length },
    environment: workspace.environment ?? null,
    workspaceId: workspace.id,
    workspaceRevision: workspace.revision,
  };
}

function onStatusChange(
  {
    hosting,
    ports,
    jobs,
    faults,
    workspace,
    contract,
  }: Slice<'contract' | 'faults' | 'hosting' | 'jobs' | 'ports' | 'workspace'>,
  changed: () => void,
): () => void {
  let seen = '';
  const counters = setInterval(() => {
    const now = JSON.stringify(hosting.status().map(({ requests, errors }) => [requests, errors]));
    if (now !== seen) changed();
    seen = now;
  }, countersEveryMillis);
  const stops = [
    hosting.onChange(changed),
    ports.clock.onMove(changed),
    jobs.onChange(changed),
    faults.onChange(changed),
    workspace.onChange(changed),
    contract.onChange(changed),
  ];
  return () => {
    clearInterval(counters);
    for (const stop of stops) stop();
  };
}

export const app = api.app.router({
  info: api.app.info.handler(({ context: { engine } }) => ({
    version: engine.ports.version,
    host: engine.ports.host,
    workspaceName: engine.workspace.name,
    startedAtMillis: engine.startedAtMillis,
  })),
  status: api.app.status.handler(({ context }) => statusOf(context.engine)),
  watchStatus: api.app.watchStatus.handler(({ context: { engine, streams }, input, signal }) =>
    streamChanges({
      gate: streams.open(input.streamId, input.credits, signal),
      signal,
      subscribe: (changed) => onStatusChange(engine, changed),
      read: () => statusOf(engine),
    }),
  ),
});

export const services = api.services.router({
  start: api.services.start.handler(({ context, input }) => context.engine.hosting.start(input.key)),
  stop: api.services.stop.handler(({ context, input }) => context.engine.hosting.stop(input.key)),
  restart: api.services.restart.handler(({ context, input }) => context.engine.hosting.restart(input.key)),
});

export const clock = api.clock.router({
  set: api.clock.set.handler(({ context: { engine }, input }) => {
    const virtual = engine.ports.clock;
    if (input.action === 'advance') virtual.advance(input.millis);
    else if (input.action === 'freeze') virtual.freeze();
    else virtual.reset();
    return virtual.status();
  }),
});
