import type { ConnectorObject, Wanted } from '#shared/connectors/index.ts';
import { idOf, type ManagementContext, required } from '../context.ts';
import { HostError } from '../host-error.ts';
import { type HostRecord, isReadByDefault, recordOf } from '../records.ts';

/** An object as it is now, and the record of it. */
export interface Current {
  readonly object: ConnectorObject;
  readonly record: HostRecord;
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Reads the object of a request with one request: the default attributes, and `further` attributes of the
 * connector that the record does not contain.
 * @throws ConnectorFailure, HostError 404
 */
export async function readCurrent(
  context: ManagementContext,
  {
    uid = idOf(context),
    further = nothing,
  }: { readonly uid?: string; readonly further?: typeof nothing } = {},
): Promise<Current> {
  const type = required(context.type);
  if (further.size === 0) {
    const object = await readObject(context, uid, 'default');
    return { object, record: recordOf(type, object, true) };
  }
  const defaults = type.names.filter((name) => isReadByDefault(type, name));
  const object = await readObject(context, uid, new Set([...defaults, ...further]));
  const shown = Object.entries(object.attributes).filter(([name]) => isReadByDefault(type, name));
  return { object, record: recordOf(type, { ...object, attributes: Object.fromEntries(shown) }, true) };
}

/** Reads attributes of an object. @throws ConnectorFailure, HostError 404 */
export async function readObject(
  { connector, type, call }: ManagementContext,
  uid: string,
  wanted: Wanted,
): Promise<ConnectorObject> {
  const object = await required(connector).get(required(type).compiled.name, uid, wanted, call);
  if (object === null) throw new HostError(404, `Object ${uid} not found`, { members: {} });
  return object.uid === null ? { ...object, uid } : object;
}

/**
 * Holds back a change of an object that is no longer what the caller saw.
 * @throws HostError 412 where `If-Match` names another revision
 */
export function checkRevision({ request }: ManagementContext, { record }: Current): void {
  const { _rev: revision } = record;
  const wanted = request.headers['if-match'];
  if (wanted === undefined || wanted.trim() === '*') return;
  if (wanted.split(',').some((tag) => bareTag(tag) === revision)) return;
  throw new HostError(412, 'The resource could not be changed because its revision does not match', {
    want: revision ?? '',
    got: wanted,
  });
}

/** @throws HostError 412 where a revision is asked for of an object that cannot be read */
export function checkUnread({ request }: ManagementContext): void {
  const wanted = request.headers['if-match'];
  if (wanted === undefined || wanted.trim() === '*') return;
  throw new HostError(412, 'The revision cannot be checked: objects of this type cannot be read', {
    got: wanted,
  });
}

/** A revision without quotes and the mark of weak ones. RFC 9110 §8.8.3 */
export function bareTag(tag: string): string {
  return tag
    .trim()
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1');
}

/** Fields of an answer with one record. */
export function recordFields({ _rev }: HostRecord): readonly string[] {
  return _rev === undefined ? [] : ['ETag', `"${_rev}"`];
}
