import { keepConnectorTest } from '#main/services/recent-work/index.ts';
import { exportDocument } from '#main/workspace/index.ts';
import { isJsonObject } from '#shared/workspace/index.ts';
import { apiWith } from './base.ts';
import { noteDone } from './first-tasks.ts';
import { noteWork } from './home.ts';

const api = apiWith<'connectors' | 'editor' | 'ports' | 'workspace'>();

export const connectors = api.connectors.router({
  systems: api.connectors.systems.handler(async ({ context }) => [
    ...(await context.engine.connectors()).studio.systems(),
  ]),
  variables: api.connectors.variables.handler(async ({ context }) =>
    (await context.engine.connectors()).variables(),
  ),
  check: api.connectors.check.handler(async ({ context, input }) =>
    (await context.engine.connectors()).studio.check(input),
  ),
  run: api.connectors.run.handler(async ({ context, input, signal }) => {
    const run = await (await context.engine.connectors()).studio.run(input, signal);
    const { operation, result, isDryRun, durationMillis, problem } = run;
    if (operation !== 'TEST' || isDryRun) return run;
    const isPassed = isJsonObject(result) && result['ok'] === true;
    if (isPassed) noteDone(context.engine, 'connector');
    const note = problem?.message ?? '';
    noteWork(context.engine, (ports) =>
      keepConnectorTest(ports, { file: input.file, isPassed, durationMillis, note }),
    );
    return run;
  }),
  walk: api.connectors.walk.handler(async ({ context, input, signal }) =>
    (await context.engine.connectors()).studio.walk(input, { ...input, signal }),
  ),
  runs: api.connectors.runs.handler(async ({ context, input }) => [
    ...(await context.engine.connectors()).studio.runs(input.file),
  ]),
  recordings: api.connectors.recordings.handler(async ({ context, input }) => [
    ...(await context.engine.connectors()).studio.recordings(input.file),
  ]),
  record: api.connectors.record.handler(async ({ context, input: { file, runId, name } }) =>
    (await context.engine.connectors()).studio.record(file, runId, name),
  ),
  verify: api.connectors.verify.handler(async ({ context, input }) => [
    ...(await (await context.engine.connectors()).studio.verify(input)),
  ]),
  exportDocument: api.connectors.exportDocument.handler(({ context: { engine }, input }) => {
    const { workspace, ports } = engine;
    const exported = exportDocument(workspace, input.file, input.keyAlias, ports.random);
    const { text, leftOut, variables, extensions } = exported;
    return { text, leftOut: [...leftOut], variables: [...variables], extensions: [...extensions] };
  }),
  saved: api.connectors.saved.handler(({ context: { engine }, input }) => {
    const { text, version } = engine.editor.read(input.file);
    return { text: version === null ? null : text };
  }),
});
