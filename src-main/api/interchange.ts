import { type PlannedEntity, packProduct, readDroppedFiles, readProductPath } from '#main/workspace/index.ts';
import type { ProductEntity } from '#shared/api/index.ts';
import { apiWith } from './base.ts';
import { noteDone } from './first-tasks.ts';
import type { Slice } from './ports.ts';

const api = apiWith<'connectors' | 'interchange' | 'ports' | 'throttleLab' | 'workspace'>();

type Remark = ProductEntity['remarks'][number];

/** Returns the remarks that connectors and routes would make about a document if it were in force. */
async function remarksOf(
  engine: Slice<'connectors' | 'throttleLab'>,
  { kind, text, file, state }: PlannedEntity,
): Promise<readonly Remark[]> {
  if (state === 'same' || kind === 'client') return [];
  const problems =
    kind === 'connector'
      ? (await engine.connectors()).studio.check({ document: text, file }).problems
      : (await (await engine.throttleLab()).check(text, file)).problems;
  return problems.map(({ severity, message, pointer }) => ({
    severity,
    message: pointer === '' ? message : `${pointer}: ${message}`,
  }));
}

async function viewOf(
  engine: Slice<'connectors' | 'throttleLab'>,
  entity: PlannedEntity,
): Promise<ProductEntity> {
  const { text: _text, baseVersion: _baseVersion, ...view } = entity;
  return {
    ...view,
    notUnderstood: [...view.notUnderstood],
    remarks: [...view.remarks, ...(await remarksOf(engine, entity))],
  };
}

export const interchange = api.interchange.router({
  preview: api.interchange.preview.handler(async ({ context: { engine }, input }) => {
    const source =
      'place' in input
        ? readProductPath(input.place)
        : readDroppedFiles(
            input.files.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, 'base64') })),
          );
    const { id, entities, notTaken } = engine.interchange.preview(source);
    return {
      id,
      entities: await Promise.all(entities.map((entity) => viewOf(engine, entity))),
      notTaken: [...notTaken],
    };
  }),
  write: api.interchange.write.handler(async ({ context: { engine }, input: { id, files } }) => {
    const { written, failed, undoId } = await engine.interchange.write(id, new Set(files));
    if (written.length > 0) noteDone(engine, 'own');
    return { written: [...written], failed: [...failed], undoId };
  }),
  undo: api.interchange.undo.handler(async ({ context: { engine }, input }) => {
    const { restored, kept } = await engine.interchange.undo(input.undoId);
    return { restored: [...restored], kept: [...kept] };
  }),
  exportZip: api.interchange.exportZip.handler(({ context: { engine }, input }) => {
    const packed = packProduct(engine.workspace, input, engine.ports.random);
    const { zip, files, leftOut, variables, lost } = packed;
    return {
      fileName: `${input.kinds.join('-')}.zip`,
      zipBase64: Buffer.from(zip).toString('base64'),
      files: [...files],
      leftOut: [...leftOut],
      variables: [...variables],
      lost: [...lost],
    };
  }),
});
