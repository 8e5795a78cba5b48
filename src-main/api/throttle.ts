import { api } from './base.ts';
import { streamChanges } from './credit-streams.ts';

export const throttle = api.throttle.router({
  routes: api.throttle.routes.handler(async ({ context }) => [
    ...(await context.engine.throttleLab.routes()),
  ]),
  check: api.throttle.check.handler(({ context, input }) =>
    context.engine.throttleLab.check(input.document, input.file),
  ),
  simulate: api.throttle.simulate.handler(({ context, input }) => context.engine.throttleLab.simulate(input)),
  watch: api.throttle.watch.handler(({ context: { engine, streams }, input, signal }) => {
    const { simulations } = engine.throttleLab;
    simulations.get(input.runId);
    return streamChanges({
      gate: streams.open(input.streamId, input.credits, signal),
      signal,
      subscribe: (changed) => simulations.onChange((id) => id === input.runId && changed()),
      read: () => simulations.get(input.runId),
    });
  }),
  cancel: api.throttle.cancel.handler(({ context, input }) =>
    context.engine.throttleLab.simulations.cancel(input.runId),
  ),
  result: api.throttle.result.handler(({ context, input }) =>
    context.engine.throttleLab.simulations.outcome(input.runId),
  ),
  decisions: api.throttle.decisions.handler(async ({ context, input }) => {
    const { runId, side, fromSeconds, untilSeconds, maximum, group } = input;
    const window = { fromSeconds, untilSeconds, maximum, ...(group === undefined ? {} : { group }) };
    const { simulations } = context.engine.throttleLab;
    return [...(await simulations.decisions(runId, side === 'first' ? 0 : 1, window))];
  }),
  traffics: api.throttle.traffics.handler(({ context }) => [...context.engine.throttleLab.traffics()]),
  openTraffic: api.throttle.openTraffic.handler(({ context, input }) =>
    context.engine.throttleLab.openTraffic(input.file),
  ),
  saveTraffic: api.throttle.saveTraffic.handler(({ context, input }) =>
    context.engine.throttleLab.saveTraffic(input.name, input.traffic, input.traceId),
  ),
  importTrace: api.throttle.importTrace.handler(({ context, input }) => ({
    importId: context.engine.throttleLab.imports.begin(input),
  })),
  importPiece: api.throttle.importPiece.handler(({ context, input }) => ({
    requests: context.engine.throttleLab.imports.take(input.importId, input.text),
  })),
  finishImport: api.throttle.finishImport.handler(({ context, input }) =>
    context.engine.throttleLab.imports.finish(input.importId),
  ),
  sendLive: api.throttle.sendLive.handler(({ context, input: { file, traffic, traceId, isConfirmed } }) =>
    context.engine.throttleLab.sendLive(file, traffic, traceId, isConfirmed),
  ),
  watchLive: api.throttle.watchLive.handler(({ context: { engine, streams }, input, signal }) => {
    const { liveRuns } = engine.throttleLab;
    liveRuns.get(input.runId);
    return streamChanges({
      gate: streams.open(input.streamId, input.credits, signal),
      signal,
      subscribe: (changed) => liveRuns.onChange((id) => id === input.runId && changed()),
      read: () => liveRuns.get(input.runId),
    });
  }),
  liveAnswers: api.throttle.liveAnswers.handler(({ context, input }) => [
    ...context.engine.throttleLab.liveRuns.answers(input.runId, input.from),
  ]),
  stopLive: api.throttle.stopLive.handler(({ context, input }) =>
    context.engine.throttleLab.liveRuns.stop(input.runId),
  ),
  live: api.throttle.live.handler(({ context }) => [...context.engine.throttleLab.live()]),
  resetLive: api.throttle.resetLive.handler(({ context, input }) => [
    ...context.engine.throttleLab.resetLive(input.file, input.filter),
  ]),
});
