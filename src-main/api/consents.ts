import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiWith } from './base.ts';
import { streamChanges } from './credit-streams.ts';

const api = apiWith<'imports' | 'ports'>();

const sampleFile = 'sample-consents.csv';

export const imports = api.imports.router({
  list: api.imports.list.handler(async ({ context }) => (await context.engine.imports()).list()),
  get: api.imports.get.handler(async ({ context, input }) => (await context.engine.imports()).get(input.id)),
  watch: api.imports.watch.handler(async function* ({ context: { engine, streams }, input, signal }) {
    const service = await engine.imports();
    yield* streamChanges({
      gate: streams.open(input.streamId, input.credits, signal),
      signal,
      subscribe: (changed) => followOne(service, input.id, changed),
      read: () => service.get(input.id),
    });
  }),
  targets: api.imports.targets.handler(async ({ context }) => (await context.engine.imports()).targets()),
  templates: api.imports.templates.handler(async ({ context }) =>
    (await context.engine.imports()).templates.list(),
  ),
  saveTemplate: api.imports.saveTemplate.handler(async ({ context, input }) => {
    const { templates } = await context.engine.imports();
    await templates.save(input);
    return templates.list();
  }),
  removeTemplate: api.imports.removeTemplate.handler(async ({ context, input }) => {
    const { templates } = await context.engine.imports();
    await templates.remove(input.name);
    return templates.list();
  }),
  create: api.imports.create.handler(async ({ context, input: { name, fileName, sizeBytes } }) =>
    (await context.engine.imports()).create(name, fileName, sizeBytes),
  ),
  createSample: api.imports.createSample.handler(async ({ context: { engine } }) => {
    const service = await engine.imports();
    const bytes = readFileSync(join(engine.ports.sampleWorkspace, '..', 'imports', sampleFile));
    const { job } = service.create('Sample consents', sampleFile, bytes.length);
    await service.upload(job.id, 0, bytes);
    return { id: job.id };
  }),
  upload: api.imports.upload.handler(async ({ context, input: { id, offset, base64 } }) => ({
    receivedBytes: await (await context.engine.imports()).upload(id, offset, Buffer.from(base64, 'base64')),
  })),
  open: api.imports.open.handler(async ({ context, input: { jobFile, sourceFile, target } }) =>
    (await context.engine.imports()).openFile(jobFile, sourceFile, target),
  ),
  preview: api.imports.preview.handler(async ({ context, input }) =>
    (await context.engine.imports()).preview(input.id, input.reading),
  ),
  read: api.imports.read.handler(async ({ context, input }) =>
    (await context.engine.imports()).read(input.id, input.reading),
  ),
  suggest: api.imports.suggest.handler(async ({ context, input }) =>
    (await context.engine.imports()).suggest(input.id),
  ),
  survey: api.imports.survey.handler(async ({ context, input: { id, mapping, dates } }) =>
    (await context.engine.imports()).survey(id, mapping, dates),
  ),
  save: api.imports.save.handler(async ({ context, input: { id, ...changes } }) =>
    (await context.engine.imports()).save(id, changes),
  ),
  match: api.imports.match.handler(async ({ context, input }) =>
    (await context.engine.imports()).match(input.id),
  ),
  findUsers: api.imports.findUsers.handler(async ({ context, input }) =>
    (await context.engine.imports()).findUsers(input.id, input.text),
  ),
  applyReconsent: api.imports.applyReconsent.handler(
    async ({ context, input: { id, agreementId, days, confirm } }) =>
      (await context.engine.imports()).applyReconsent(id, agreementId, days, confirm),
  ),
  rows: api.imports.rows.handler(async ({ context, input: { id, filter, offset, limit } }) =>
    (await context.engine.imports()).rows(id, filter, offset, limit),
  ),
  fix: api.imports.fix.handler(async ({ context, input }) =>
    (await context.engine.imports()).fix(input.id, input.fixes),
  ),
  undoFix: api.imports.undoFix.handler(async ({ context, input }) =>
    (await context.engine.imports()).undoFix(input.id),
  ),
  dryRun: api.imports.dryRun.handler(async ({ context, input }) =>
    (await context.engine.imports()).dryRun(input.id, input.samples),
  ),
  rehearse: api.imports.rehearse.handler(async ({ context, input }) =>
    (await context.engine.imports()).rehearse(input.id),
  ),
  load: api.imports.load.handler(async ({ context, input: { id, planHash, confirm } }) =>
    (await context.engine.imports()).start(id, planHash, confirm),
  ),
  pause: api.imports.pause.handler(async ({ context, input }) =>
    (await context.engine.imports()).pause(input.id),
  ),
  resume: api.imports.resume.handler(async ({ context, input }) =>
    (await context.engine.imports()).resume(input.id),
  ),
  cancel: api.imports.cancel.handler(async ({ context, input }) =>
    (await context.engine.imports()).cancel(input.id),
  ),
  setPace: api.imports.setPace.handler(async ({ context, input: { id, pace, parallel } }) =>
    (await context.engine.imports()).setPace(id, pace, parallel),
  ),
  watchProgress: api.imports.watchProgress.handler(async function* ({
    context: { engine, streams },
    input,
    signal,
  }) {
    const service = await engine.imports();
    yield* streamChanges({
      gate: streams.open(input.streamId, input.credits, signal),
      signal,
      subscribe: (changed) => followOne(service, input.id, changed),
      read: () => service.progress(input.id),
    });
  }),
  report: api.imports.report.handler(async ({ context, input }) =>
    (await context.engine.imports()).report(input.id),
  ),
  output: api.imports.output.handler(async ({ context, input: { id, what, offset } }) =>
    (await context.engine.imports()).output(id, what, offset),
  ),
  undo: api.imports.undo.handler(async ({ context, input: { id, confirm } }) =>
    (await context.engine.imports()).undo(id, confirm),
  ),
  retryFailed: api.imports.retryFailed.handler(async ({ context, input }) =>
    (await context.engine.imports()).retryFailed(input.id),
  ),
  forget: api.imports.forget.handler(async ({ context, input }) =>
    (await context.engine.imports()).forget(input.id),
  ),
  remove: api.imports.remove.handler(async ({ context, input }) => {
    await (await context.engine.imports()).remove(input.id);
    return {};
  }),
});

/** Follows one import; an empty id means changes of any import. */
function followOne(
  service: { onChange(listener: (id: string) => void): () => void },
  wanted: string,
  changed: () => void,
): () => void {
  return service.onChange((id) => {
    if (id === '' || id === wanted) changed();
  });
}
