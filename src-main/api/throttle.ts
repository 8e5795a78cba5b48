import { keepCounts, keepSimulation } from '#main/services/recent-work/index.ts';
import { apiWith } from './base.ts';
import { streamChanges } from './credit-streams.ts';
import { noteDone } from './first-tasks.ts';
import { noteWork } from './home.ts';

const api = apiWith<'ports' | 'throttleLab'>();

export const throttle = api.throttle.router({
  routes: api.throttle.routes.handler(async ({ context }) => [
    ...(await (await context.engine.throttleLab()).routes()),
  ]),
  check: api.throttle.check.handler(async ({ context, input }) =>
    (await context.engine.throttleLab()).check(input.document, input.file),
  ),
  simulate: api.throttle.simulate.handler(async ({ context: { engine }, input }) => {
    const run = (await engine.throttleLab()).simulate(input);
    const { file } = input;
    if (file !== null) noteWork(engine, (ports) => keepSimulation(ports, run.id, file));
    return run;
  }),
  watch: api.throttle.watch.handler(async ({ context: { engine, streams }, input, signal }) => {
    const { simulations } = await engine.throttleLab();
    simulations.get(input.runId);
    return streamChanges({
      gate: streams.open(input.streamId, input.credits, signal),
      signal,
      subscribe: (changed) => simulations.onChange((id) => id === input.runId && changed()),
      read: () => simulations.get(input.runId),
    });
  }),
  cancel: api.throttle.cancel.handler(async ({ context, input }) =>
    (await context.engine.throttleLab()).simulations.cancel(input.runId),
  ),
  result: api.throttle.result.handler(async ({ context, input }) => {
    const outcome = (await context.engine.throttleLab()).simulations.outcome(input.runId);
    noteDone(context.engine, 'throttle');
    const { offered, refused } = outcome.result.totals;
    noteWork(context.engine, (ports) => keepCounts(ports, input.runId, { requests: offered, refused }));
    return outcome;
  }),
  decisions: api.throttle.decisions.handler(async ({ context, input, signal }) => {
    const { runId, side, fromSeconds, untilSeconds, maximum, group, spread } = input;
    const window = { fromSeconds, untilSeconds, maximum, spread, ...(group === undefined ? {} : { group }) };
    const { simulations } = await context.engine.throttleLab();
    return [...(await simulations.decisions(runId, side === 'first' ? 0 : 1, window, signal))];
  }),
  counts: api.throttle.counts.handler(async ({ context, input: { runId, ...window }, signal }) =>
    (await context.engine.throttleLab()).simulations.counts(runId, window, signal),
  ),
  groups: api.throttle.groups.handler(async ({ context, input: { runId, ...search }, signal }) =>
    (await context.engine.throttleLab()).simulations.groups(runId, search, signal),
  ),
  traffics: api.throttle.traffics.handler(async ({ context }) => [
    ...(await context.engine.throttleLab()).traffics(),
  ]),
  openTraffic: api.throttle.openTraffic.handler(async ({ context, input }) =>
    (await context.engine.throttleLab()).openTraffic(input.file),
  ),
  saveTraffic: api.throttle.saveTraffic.handler(async ({ context, input }) =>
    (await context.engine.throttleLab()).saveTraffic(input.name, input.traffic, input.traceId),
  ),
  importTrace: api.throttle.importTrace.handler(async ({ context, input }) => ({
    importId: (await context.engine.throttleLab()).imports.begin(input.files),
  })),
  importPiece: api.throttle.importPiece.handler(
    async ({ context, input: { importId, file, offset, base64 } }) => {
      const { imports } = await context.engine.throttleLab();
      return { receivedBytes: await imports.take(importId, file, offset, Buffer.from(base64, 'base64')) };
    },
  ),
  previewImport: api.throttle.previewImport.handler(async ({ context, input }) =>
    (await context.engine.throttleLab()).imports.preview(input.importId),
  ),
  readImport: api.throttle.readImport.handler(async ({ context, input: { importId, reading } }) =>
    (await context.engine.throttleLab()).imports.read(importId, reading),
  ),
  finishImport: api.throttle.finishImport.handler(async ({ context, input }) =>
    (await context.engine.throttleLab()).imports.finish(input.importId),
  ),
  importState: api.throttle.importState.handler(async ({ context, input }) =>
    (await context.engine.throttleLab()).imports.state(input.importId),
  ),
  cancelImport: api.throttle.cancelImport.handler(async ({ context, input }) => {
    (await context.engine.throttleLab()).imports.cancel(input.importId);
    return {};
  }),
  sendLive: api.throttle.sendLive.handler(async ({ context, input }) =>
    (await context.engine.throttleLab()).sendLive(input),
  ),
  watchLive: api.throttle.watchLive.handler(async ({ context: { engine, streams }, input, signal }) => {
    const { liveRuns } = await engine.throttleLab();
    liveRuns.get(input.runId);
    return streamChanges({
      gate: streams.open(input.streamId, input.credits, signal),
      signal,
      subscribe: (changed) => liveRuns.onChange((id) => id === input.runId && changed()),
      read: () => liveRuns.get(input.runId),
    });
  }),
  liveAnswers: api.throttle.liveAnswers.handler(async ({ context, input }) => [
    ...(await context.engine.throttleLab()).liveRuns.answers(input.runId, input.from),
  ]),
  stopLive: api.throttle.stopLive.handler(async ({ context, input }) =>
    (await context.engine.throttleLab()).liveRuns.stop(input.runId),
  ),
  live: api.throttle.live.handler(async ({ context }) => [...(await context.engine.throttleLab()).live()]),
  resetLive: api.throttle.resetLive.handler(async ({ context, input }) => [
    ...(await context.engine.throttleLab()).resetLive(input.file, input.filter),
  ]),
});
