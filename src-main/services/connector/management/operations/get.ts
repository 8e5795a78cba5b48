import type { HttpResponse } from '#main/platform/http.ts';
import type { ManagementOperation } from '../context.ts';
import { found, idOf, type ManagementContext } from '../context.ts';
import { HostError, jsonAnswer, textAnswer } from '../host-error.ts';
import { type HostRecord, recordOf, recordText, segmentsOf } from '../records.ts';
import { recordAnswer } from './answers.ts';
import { bareTag, readCurrent, recordFields } from './current.ts';

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
    throw new HostError(412, 'If-None-Match is * although the object exists', { got: '*' });
  if (known?.split(',').some((tag) => bareTag(tag) === revision) === true)
    return { ...jsonAnswer(304, '', { headers: recordFields(record) }), body: '' };
  return recordAnswer(context, 200, record);
}

/** Whether the object is answered as it is, which is what nearly everybody asks for. */
function isPlain({ parameters, request }: ManagementContext): boolean {
  const { fields, isPretty } = found(parameters);
  return fields.length === 0 && !isPretty && request.headers['if-none-match'] === undefined;
}

async function plainRecord(context: ManagementContext): Promise<HttpResponse> {
  const type = found(context.type);
  const uid = idOf(context);
  const object = await found(context.connector).get(type.compiled.name, uid, 'default', context.call);
  if (object === null) throw new HostError(404, `Object ${uid} not found`, { members: {} });
  const { text, revision } = recordText(type, object);
  return textAnswer(text, ['ETag', `"${revision}"`]);
}

/** Attributes that do not come by themselves are read where `_fields` names them. */
async function readRecord(context: ManagementContext): Promise<HostRecord> {
  const { record } = await readCurrent(context);
  const type = found(context.type);
  const further = found(context.parameters).fields.flatMap((field) => {
    const [name = ''] = segmentsOf(field);
    const native = type.toNative(name);
    return native === null || Object.hasOwn(record, name) ? [] : [native];
  });
  if (further.length === 0) return record;
  const uid = idOf(context);
  const { compiled } = type;
  const more = await found(context.connector).get(compiled.name, uid, new Set(further), context.call);
  return more === null ? record : { ...recordOf(type, { ...more, uid }, false), ...record };
}
