import { apiWith } from './base.ts';
import { streamChanges } from './credit-streams.ts';

const api = apiWith<'flowResults' | 'flowSuites' | 'flows'>();

export const flowTests = api.flowTests.router({
  histories: api.flowTests.histories.handler(({ context }) => [...context.engine.flowResults.list()]),
  run: api.flowTests.run.handler(({ context, input }) =>
    context.engine.flowSuites.begin(input.names, input.jobs),
  ),
  expectable: api.flowTests.expectable.handler(async ({ context, input }) => [
    ...(await context.engine.flows.savedFlows.expectable(input.runId, input.stepId)),
  ]),
  expect: api.flowTests.expect.handler(async ({ context, input }) => ({
    file: await context.engine.flows.savedFlows.expect(input.runId, input.name, input.expectations),
  })),
  watch: api.flowTests.watch.handler(({ context: { engine, streams }, input, signal }) =>
    streamChanges({
      gate: streams.open(input.streamId, input.credits, signal),
      signal,
      subscribe: (changed) => engine.flowResults.onChange(changed),
      read: () => [...engine.flowResults.list()],
    }),
  ),
});
