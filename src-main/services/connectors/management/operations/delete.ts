import type { ManagementOperation } from '../context.ts';
import { idOf, required } from '../context.ts';
import { checkRevision, checkUnread, readCurrent } from './current.ts';
import { recordResponse } from './responses.ts';

/** Deletes an object and answers with its last state. */
export const deleteOperation: ManagementOperation = {
  id: 'delete',
  method: 'DELETE',
  on: 'object',
  action: null,
  needsConnector: true,
  async perform(context) {
    const type = required(context.type);
    const uid = idOf(context);
    const current = type.compiled.has('GET') ? await readCurrent(context) : null;
    if (current === null) checkUnread(context);
    else checkRevision(context, current);
    await required(context.connector).delete(type.compiled.name, uid, context.call);
    return recordResponse(context, 200, current?.record ?? { _id: uid });
  },
};
