import { inspectToken } from '#main/services/flow-debugger/index.ts';
import { api } from './base.ts';
import { streamChanges } from './credit-streams.ts';

export const flows = api.flows.router({
  kinds: api.flows.kinds.handler(({ context }) => [...context.engine.flows.kinds()]),
  list: api.flows.list.handler(({ context }) => [...context.engine.flows.list()]),
  get: api.flows.get.handler(({ context, input }) => context.engine.flows.get(input.runId)),
  start: api.flows.start.handler(({ context, input }) => context.engine.flows.start(input)),
  next: api.flows.next.handler(({ context, input }) => context.engine.flows.next(input.runId)),
  resume: api.flows.resume.handler(({ context, input }) => context.engine.flows.resume(input.runId)),
  cancel: api.flows.cancel.handler(({ context, input }) => context.engine.flows.cancel(input.runId)),
  watch: api.flows.watch.handler(({ context: { engine, streams }, input, signal }) => {
    engine.flows.get(input.runId);
    return streamChanges({
      gate: streams.open(input.streamId, input.credits, signal),
      signal,
      subscribe: (changed) => engine.flows.onChange((runId) => runId === input.runId && changed()),
      read: () => engine.flows.get(input.runId),
    });
  }),
  reveal: api.flows.reveal.handler(({ context, input }) => ({
    value: context.engine.flows.reveal(input.runId, input.name),
  })),
});

export const tokens = api.tokens.router({
  inspect: api.tokens.inspect.handler(({ context: { engine }, input }) => {
    const token = 'token' in input ? input.token.trim() : engine.flows.reveal(input.runId, input.name);
    return inspectToken(
      token,
      engine.authorizationServer.inspectToken(token),
      engine.ports.clock.nowMillis(),
    );
  }),
});
