import type { JsonObject } from '#shared/connectors/index.ts';
import { ConnectorFailure } from '../../failure.ts';
import { objectBody } from '../body.ts';
import { type ManagementContext, type ManagementOperation, required } from '../context.ts';
import { type HostRecord, nativeAttributes, sentRecord } from '../records.ts';
import { readCurrent } from './current.ts';
import { recordResponse } from './responses.ts';

/** Creates an object, reads it and answers with the result. Spec 2 §4 */
export const createOperation: ManagementOperation = {
  id: 'create',
  method: 'POST',
  on: 'collection',
  action: 'create',
  needsConnector: true,
  async perform(context) {
    const type = required(context.type);
    const attributes = nativeAttributes(type, objectBody(context.request));
    const uid = await required(context.connector).create(type.compiled.name, attributes, context.call);
    const record = await created(context, uid, attributes);
    const { _id: id } = record;
    const location = `${context.request.path.replace(/\/$/, '')}/${encodeURIComponent(id)}`;
    return recordResponse(context, 201, record, ['Location', location]);
  },
};

/** Protocol 2.1 creates without an action too. */
export const postOperation: ManagementOperation = { ...createOperation, id: 'post', action: null };

/** An object that is made but cannot be read yet is answered as it was sent: it must not be made again. */
async function created(context: ManagementContext, uid: string, attributes: JsonObject): Promise<HostRecord> {
  const type = required(context.type);
  if (!type.compiled.has('GET')) return sentRecord(type, uid, attributes);
  try {
    return (await readCurrent(context, { uid })).record;
  } catch (error) {
    if (error instanceof ConnectorFailure) return sentRecord(type, uid, attributes);
    throw error;
  }
}
