import { apiWith } from './base.ts';
import { streamChanges } from './credit-streams.ts';

const api = apiWith<'attackGuard' | 'attacks'>();

export const attacks = api.attacks.router({
  catalogue: api.attacks.catalogue.handler(({ context }) => [...context.engine.attacks.catalogue()]),
  targets: api.attacks.targets.handler(({ context }) => context.engine.attackGuard.list()),
  confirmTarget: api.attacks.confirmTarget.handler(async ({ context: { engine }, input }) => {
    await engine.attackGuard.confirm(input.name, input.origin, input.isConfirmed, input.isLasting);
    return engine.attackGuard.list();
  }),
  start: api.attacks.start.handler(({ context, input }) => context.engine.attacks.start(input)),
  list: api.attacks.list.handler(({ context }) => [...context.engine.attacks.list()]),
  get: api.attacks.get.handler(({ context, input }) => context.engine.attacks.get(input.runId)),
  watch: api.attacks.watch.handler(({ context: { engine, streams }, input, signal }) => {
    engine.attacks.get(input.runId);
    return streamChanges({
      gate: streams.open(input.streamId, input.credits, signal),
      signal,
      subscribe: (changed) => engine.attacks.onChange((runId) => runId === input.runId && changed()),
      read: () => engine.attacks.get(input.runId),
    });
  }),
  cancel: api.attacks.cancel.handler(({ context, input }) => context.engine.attacks.cancel(input.runId)),
  result: api.attacks.result.handler(({ context, input }) =>
    context.engine.attacks.result(input.runId, input.caseId),
  ),
  report: api.attacks.report.handler(({ context, input }) =>
    context.engine.attacks.report(input.runId, input.format),
  ),
  open: api.attacks.open.handler(({ context, input: { caseId, variant, play, ...start } }) =>
    context.engine.attacks.open(start, caseId, variant, play),
  ),
});
