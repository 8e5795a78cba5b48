import { type JsonObject, writtenNames } from '#shared/connectors/index.ts';
import { jsonEqual } from '#shared/workspace/three-way.ts';
import { ConnectorFailure } from '../../failure.ts';
import { objectBody } from '../body.ts';
import { idOf, type ManagementContext, type ManagementOperation, required } from '../context.ts';
import { HostError } from '../host-error.ts';
import { type HostRecord, type HostType, isReadByDefault, nativeAttributes, sentRecord } from '../records.ts';
import { type Current, checkRevision, checkUnread, readCurrent } from './current.ts';
import { recordResponse } from './responses.ts';

/** Replaces the attributes that are given, and answers with the object as it is then. Spec 2 §4 */
export const updateOperation: ManagementOperation = {
  id: 'update',
  method: 'PUT',
  on: 'object',
  action: null,
  needsConnector: true,
  async perform(context) {
    checkNoCreate(context);
    const type = required(context.type);
    const attributes = nativeAttributes(type, objectBody(context.request));
    if (!type.compiled.has('GET'))
      return recordResponse(context, 200, await updateUnread(context, attributes));
    const current = await readCurrent(context);
    checkRevision(context, current);
    return recordResponse(context, 200, await applyUpdate(context, current, attributes));
  },
};

/** @throws HostError 412, 400, 500: the products refuse ids that callers choose */
function checkNoCreate({ request: { headers } }: ManagementContext): void {
  const none = headers['if-none-match'];
  if (none === undefined) return;
  if (headers['if-match'] !== undefined)
    throw new HostError(412, 'If-Match and If-None-Match are mutually exclusive');
  if (none.trim() === '*') throw new HostError(500, 'Create with client provided ID is not supported.');
  throw new HostError(400, `"${none}" is not a supported value for If-None-Match on PUT`);
}

/** Sends what differs, or all of it as `excludeUnmodified` says, and reads the object again. */
export async function applyUpdate(
  context: ManagementContext,
  current: Current,
  attributes: JsonObject,
): Promise<HostRecord> {
  const { call } = context;
  const connector = required(context.connector);
  const type = required(context.type);
  const { compiled } = type;
  const wanted = connector.document.excludeUnmodified
    ? changedOf(attributes, current, type)
    : withoutEchoes(attributes, current, type);
  if (Object.keys(wanted).length === 0) return current.record;
  const uid = await connector.update(compiled.name, idOf(context), wanted, call);
  try {
    return (await readCurrent(context, { uid })).record;
  } catch (error) {
    // The change is already made: a client that is told otherwise repeats it.
    if (!(error instanceof ConnectorFailure)) throw error;
    return sentRecord(type, uid, {
      ...current.object.attributes,
      ...(current.object.name === null ? {} : { __NAME__: current.object.name }),
      ...wanted,
    });
  }
}

/** Of an object that cannot be read nobody knows whether it is as the caller saw it. */
async function updateUnread(context: ManagementContext, attributes: JsonObject): Promise<HostRecord> {
  checkUnread(context);
  const type = required(context.type);
  const uid = await required(context.connector).update(
    type.compiled.name,
    idOf(context),
    attributes,
    context.call,
  );
  return sentRecord(type, uid, attributes);
}

/**
 * Drops values that a caller gives back as they were read: they are no change that the connector would have to be
 * able to make.
 */
function withoutEchoes(attributes: JsonObject, current: Current, type: HostType): JsonObject {
  const update = type.compiled.config.operations?.UPDATE;
  const written = update === null || update === undefined ? null : writtenNames(update);
  if (written === null) return attributes;
  const changed = changedOf(attributes, current, type);
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => written.has(name) || Object.hasOwn(changed, name)),
  );
}

/** Returns the attributes that change: one that was not read may have another value than the given one. */
function changedOf(attributes: JsonObject, { object }: Current, type: HostType): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) => {
      if (name === '__NAME__') return !jsonEqual(value, object.name);
      const now = object.attributes[name];
      if (now === undefined && !isReadByDefault(type, name)) return true;
      return !jsonEqual(value, now ?? null);
    }),
  );
}
