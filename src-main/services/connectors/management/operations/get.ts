import type { HttpResponse } from '#main/platform/http.ts';
import { askedFields, askedRecord } from '../asked-fields.ts';
import { idOf, type ManagementContext, type ManagementOperation, required } from '../context.ts';
import { HostError, jsonResponse, textResponse } from '../host-error.ts';
import { type HostRecord, recordText } from '../records.ts';
import { bareTag, readObject, recordFields } from './current.ts';
import { recordResponse } from './responses.ts';

/** Reads one object. */
export const getOperation: ManagementOperation = {
  id: 'get',
  method: 'GET',
  on: 'object',
  action: null,
  needsConnector: true,
  // The promise itself: one of an async function around it would settle three turns later.
  perform: (context) => (isPlain(context) ? plainRecord(context) : shapedRecord(context)),
};

async function shapedRecord(context: ManagementContext): Promise<HttpResponse> {
  const record = await readRecord(context);
  const { _rev: revision } = record;
  const known = context.request.headers['if-none-match'];
  if (known?.trim() === '*')
    throw new HostError(412, 'If-None-Match is *, but the object exists', { got: '*' });
  if (known?.split(',').some((tag) => bareTag(tag) === revision) === true)
    return { ...jsonResponse(304, '', { headers: recordFields(record) }), body: '' };
  return recordResponse(context, 200, record);
}

/** Tests whether the object is answered as it is, as nearly all requests want it. */
function isPlain({ parameters, request }: ManagementContext): boolean {
  const { fields, isPretty } = required(parameters);
  return fields.length === 0 && !isPretty && request.headers['if-none-match'] === undefined;
}

async function plainRecord(context: ManagementContext): Promise<HttpResponse> {
  const type = required(context.type);
  const uid = idOf(context);
  const object = await required(context.connector).get(type.compiled.name, uid, 'default', context.call);
  if (object === null) throw new HostError(404, `Object ${uid} not found`, { members: {} });
  const { text, revision } = recordText(type, object);
  return textResponse(text, ['ETag', `"${revision}"`]);
}

/** Reads what `_fields` names, with one request. */
async function readRecord(context: ManagementContext): Promise<HostRecord> {
  const type = required(context.type);
  const isRevisionWanted = context.request.headers['if-none-match'] !== undefined;
  const asked = askedFields(type, required(context.parameters).fields, { isRevisionWanted });
  return askedRecord(type, await readObject(context, idOf(context), asked.wanted), asked);
}
