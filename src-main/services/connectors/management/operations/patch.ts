import { listBody } from '../body.ts';
import { type ManagementOperation, required } from '../context.ts';
import { patchedMembers, readPatch } from '../patch.ts';
import { nativeAttributes, recordOf } from '../records.ts';
import { checkRevision, readCurrent } from './current.ts';
import { recordResponse } from './responses.ts';
import { applyUpdate } from './update.ts';

/** Computes new values from the present ones and updates what differs: connectors have no PATCH of their own. */
export const patchOperation: ManagementOperation = {
  id: 'patch',
  method: 'PATCH',
  on: 'object',
  action: null,
  needsConnector: true,
  async perform(context) {
    const type = required(context.type);
    const steps = readPatch(type, listBody(context.request));
    // Present values that the patch depends on are requested where they do not come by themselves.
    const current = await readCurrent(context, { further: new Set(steps.flatMap(({ needs }) => needs)) });
    checkRevision(context, current);
    const changed = nativeAttributes(type, patchedMembers(recordOf(type, current.object, false), steps));
    return recordResponse(context, 200, await applyUpdate(context, current, changed));
  },
};
