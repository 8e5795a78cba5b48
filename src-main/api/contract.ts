import { apiWith } from './base.ts';
import { streamChanges } from './credit-streams.ts';

const api = apiWith<'contract'>();

export const contractHistory = api.contractHistory.router({
  history: api.contractHistory.history.handler(async ({ context }) => {
    const { history, rules, newest } = await context.engine.contract();
    return { history, rules: [...rules], newest };
  }),
  state: api.contractHistory.state.handler(async ({ context }) => (await context.engine.contract()).state()),
  watch: api.contractHistory.watch.handler(async function* ({ context: { engine, streams }, input, signal }) {
    const service = await engine.contract();
    yield* streamChanges({
      gate: streams.open(input.streamId, input.credits, signal),
      signal,
      subscribe: (changed) => service.onChange(changed),
      read: () => service.state(),
    });
  }),
  setDate: api.contractHistory.setDate.handler(async ({ context, input }) => {
    const service = await context.engine.contract();
    await service.settings.setDate(input.date);
    return service.state();
  }),
  setSeverity: api.contractHistory.setSeverity.handler(async ({ context, input }) => {
    const service = await context.engine.contract();
    await service.settings.setSeverity(input.rule, input.severity);
    return service.state();
  }),
  answerHost: api.contractHistory.answerHost.handler(async ({ context, input }) => {
    const service = await context.engine.contract();
    await service.settings.answerHost(input.host, input.isPlatform);
    return service.state();
  }),
  ignore: api.contractHistory.ignore.handler(async ({ context, input }) =>
    (await context.engine.contract()).ignore(input),
  ),
  unignore: api.contractHistory.unignore.handler(async ({ context, input }) =>
    (await context.engine.contract()).unignore(input),
  ),
  fix: api.contractHistory.fix.handler(async ({ context, input }) =>
    (await context.engine.contract()).fix(input.keys),
  ),
  undoFix: api.contractHistory.undoFix.handler(async ({ context, input }) =>
    (await context.engine.contract()).undoFix(input.undoId),
  ),
  addSource: api.contractHistory.addSource.handler(async ({ context, input: { name, sizeBytes } }) =>
    (await context.engine.contract()).sources.create(name, sizeBytes),
  ),
  uploadSource: api.contractHistory.uploadSource.handler(
    async ({ context, input: { id, offset, base64 } }) => {
      const { sources } = await context.engine.contract();
      return { receivedBytes: await sources.upload(id, offset, Buffer.from(base64, 'base64')) };
    },
  ),
  addSample: api.contractHistory.addSample.handler(async ({ context }) =>
    (await context.engine.contract()).addSample(),
  ),
  removeSource: api.contractHistory.removeSource.handler(async ({ context, input: { id } }) => {
    (await context.engine.contract()).sources.remove(id);
    return { undoId: id };
  }),
  restoreSource: api.contractHistory.restoreSource.handler(async ({ context, input: { undoId } }) => {
    const service = await context.engine.contract();
    await service.sources.restore(undoId);
    return service.state();
  }),
  readSource: api.contractHistory.readSource.handler(async ({ context, input: { id, offset } }) =>
    (await context.engine.contract()).sources.read(id, offset),
  ),
  exportReport: api.contractHistory.exportReport.handler(async ({ context, input: { format, date } }) =>
    (await context.engine.contract()).exportReport(format, date),
  ),
  exportHistory: api.contractHistory.exportHistory.handler(async ({ context, input: { format, entries } }) =>
    (await context.engine.contract()).exportHistory(format, entries),
  ),
});
