import type { ConnectorObject } from '#shared/connector/index.ts';
import { listBody } from '../body.ts';
import type { ManagementOperation } from '../context.ts';
import { found, idOf, type ManagementContext } from '../context.ts';
import { nativeAttributes } from '../host-type.ts';
import { type PatchStep, patchedMembers, readPatch } from '../patch.ts';
import { recordOf } from '../records.ts';
import { recordAnswer } from './answers.ts';
import { checkRevision, readCurrent } from './current.ts';
import { applyUpdate } from './update.ts';

/** Computes new values from the present ones and updates what differs: connectors have no PATCH of their own. */
export const patchOperation: ManagementOperation = {
  id: 'patch',
  method: 'PATCH',
  on: 'object',
  action: null,
  needsConnector: true,
  async perform(context) {
    const type = found(context.type);
    const steps = readPatch(type, listBody(context.request));
    const seen = await readCurrent(context);
    checkRevision(context, seen);
    const object = await withNeeded(context, seen.object, steps);
    const changed = nativeAttributes(type, patchedMembers(recordOf(type, object, false), steps));
    return recordAnswer(context, 200, await applyUpdate(context, { ...seen, object }, changed));
  },
};

/** What is patched by its present value is asked for where it does not come by itself. */
async function withNeeded(
  context: ManagementContext,
  object: ConnectorObject,
  steps: readonly PatchStep[],
): Promise<ConnectorObject> {
  const wanted = new Set(steps.flatMap(({ needs }) => needs));
  if (wanted.size === 0) return object;
  const type = found(context.type);
  const more = await found(context.connector).get(type.compiled.name, idOf(context), wanted, context.call);
  return { ...object, attributes: { ...object.attributes, ...more?.attributes } };
}
