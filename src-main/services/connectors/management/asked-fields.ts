import type { ConnectorObject, Wanted } from '#shared/connectors/index.ts';
import { type HostRecord, type HostType, isReadByDefault, recordOf, segmentsOf } from './records.ts';

/** The attributes requested by `_fields`, for a single object or a list. */
export interface AskedFields {
  /** Attributes of the connector that have to be read. */
  readonly wanted: Wanted;
  /** True if `_rev` is returned: it covers all default attributes, so it needs them, or has to be named. */
  readonly hasRevision: boolean;
}

/**
 * Reads `_fields`: `*` is all that comes by default. `others` are read too, such as those that a list is sorted by.
 */
export function askedFields(
  type: HostType,
  fields: readonly string[],
  { others = [], isRevisionWanted = false }: { others?: readonly string[]; isRevisionWanted?: boolean } = {},
): AskedFields {
  const isAll = fields.length === 0 || fields.includes('*');
  const hasRevision = isAll || isRevisionWanted || fields.some((field) => segmentsOf(field)[0] === '_rev');
  const named = [...fields, ...others].flatMap((field) => type.toNative(segmentsOf(field)[0] ?? '') ?? []);
  if (!hasRevision) return { wanted: new Set(named), hasRevision };
  if (named.every((name) => isReadByDefault(type, name))) return { wanted: 'default', hasRevision };
  const defaults = type.names.filter((name) => isReadByDefault(type, name));
  return { wanted: new Set([...defaults, ...named]), hasRevision };
}

/** The record of an object that was read for `asked`. */
export function askedRecord(
  type: HostType,
  object: ConnectorObject,
  { wanted, hasRevision }: AskedFields,
): HostRecord {
  if (!hasRevision || wanted === 'default') return recordOf(type, object, hasRevision);
  const byDefault = Object.entries(object.attributes).filter(([name]) => isReadByDefault(type, name));
  const { _rev } = recordOf(type, { ...object, attributes: Object.fromEntries(byDefault) }, true);
  return { ...recordOf(type, object, false), ...(_rev === undefined ? {} : { _rev }) };
}
