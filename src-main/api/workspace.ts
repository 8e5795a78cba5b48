import type { ClientSummary, Job } from '#shared/api/index.ts';
import type { Client } from '#shared/workspace/index.ts';
import { api } from './base.ts';
import { streamChanges } from './credit-streams.ts';

function summariseClient(client: Client): ClientSummary {
  return {
    clientId: client.clientId,
    name: client.clientName,
    isPublic: client.secretSha256 === null,
    grantTypes: [...client.grantTypes],
    responseTypes: [...client.responseTypes],
    redirectUris: [...client.redirectUris],
    scope: client.scopes.join(' '),
  };
}

export const identity = api.identity.router({
  clients: api.identity.clients.handler(({ context }) =>
    context.engine.workspace.registrations.clients().map(summariseClient),
  ),
  users: api.identity.users.handler(({ context }) =>
    context.engine.workspace.registrations.users().map(({ username, claims }) => ({ username, claims })),
  ),
});

export const secrets = api.secrets.router({
  list: api.secrets.list.handler(({ context }) => context.engine.secrets.names().map((name) => ({ name }))),
  set: api.secrets.set.handler(async ({ context, input }) => {
    await context.engine.secrets.set(input.name, input.value);
    return { name: input.name };
  }),
});

export const faults = api.faults.router({
  list: api.faults.list.handler(({ context }) => [...context.engine.faults.rules]),
  add: api.faults.add.handler(({ context: { engine }, input }) => {
    const rule = { ...input, id: Buffer.from(engine.ports.random.bytes(6)).toString('hex') };
    engine.faults.add(rule);
    return rule;
  }),
  remove: api.faults.remove.handler(({ context, input }) => ({
    removed: context.engine.faults.remove(input.id),
  })),
});

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

export const streams = api.streams.router({
  grant: api.streams.grant.handler(({ context, input }) => ({
    open: context.streams.grant(input.streamId, input.credits),
  })),
});
