import type { HttpResponse } from '#main/platform/http.ts';
import { parseQueryFilter, type QueryFilter } from '#shared/query/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { ConnectorPage, ConnectorQuery } from '../../ports.ts';
import { anchorsBefore, placeBehind } from '../../runtime/anchors.ts';
import { changedRemark } from '../../runtime/search.ts';
import { beginning, cookieOf, positionOf } from '../../runtime/search-cookie.ts';
import { type AskedFields, askedFields, askedRecord } from '../asked-fields.ts';
import {
  type ManagementContext,
  type ManagementOperation,
  type Parameters,
  required,
  type SortKey,
} from '../context.ts';
import { HostError, textResponse } from '../host-error.ts';
import { type HostRecord, type HostType, recordText, segmentsOf, selectFields } from '../records.ts';
import { plainResponse } from './responses.ts';

/** Finds objects. Spec 2 §A.3, list */
export const listOperation: ManagementOperation = {
  id: 'list',
  method: 'GET',
  on: 'collection',
  action: null,
  needsConnector: true,
  async perform(context) {
    const parameters = required(context.parameters);
    const type = required(context.type);
    const isIdsOnly = parameters.queryId !== null;
    const filter = filterOf(parameters, type, context);
    const fields = isIdsOnly ? ['_id'] : parameters.fields;
    const asked = askedFields(type, fields, { others: parameters.sortKeys.map(({ field }) => field) });
    const query: ConnectorQuery = {
      filter,
      pageSize: parameters.pageSize === 0 ? null : parameters.pageSize,
      offset: parameters.pagedResultsOffset,
      cookie: parameters.pagedResultsCookie,
      wanted: asked.wanted,
      ...(parameters.totals === null ? {} : { totals: parameters.totals }),
    };
    if (parameters.sortKeys.length > 0) return sortedList(context, query, fields, asked);
    const page = await required(context.connector).query(type.compiled.name, query, context.call);
    context.remarks = page.remarks;
    if (
      asked.wanted === 'default' &&
      fields.length === 0 &&
      page.remarks.length === 0 &&
      page.total === null &&
      !parameters.isPretty
    )
      return textResponse(listText(type, page));
    const records = page.objects.map((object) => askedRecord(type, object, asked));
    return listResponse(context, records, fields, page);
  },
};

/** Most records that are sorted here. */
const maximumSorted = 10_000;

/**
 * The records in order, page by page: the remote is not asked for an order, which its documents do not describe, so that
 * the whole list is read and sorted here.
 * @throws HostError 400 where it is too long for that
 */
async function sortedList(
  context: ManagementContext,
  query: ConnectorQuery,
  fields: readonly string[],
  asked: AskedFields,
): Promise<HttpResponse> {
  const type = required(context.type);
  const { sortKeys } = required(context.parameters);
  const { name } = type.compiled;
  const order = sortKeys.map(({ field, isDescending }) => (isDescending ? `-${field}` : field)).join(',');
  const bound = { ...query, order };
  const unknown = sortKeys.find(({ field }) => nativeField(field, type) === null);
  if (unknown !== undefined) throw new HostError(400, `The object type has no attribute ${unknown.field}.`);
  const position = query.cookie === null ? null : positionOf(query.cookie, name, bound);
  const all = await required(context.connector).query(
    name,
    { ...query, pageSize: null, offset: null, cookie: null, maximum: maximumSorted },
    context.call,
  );
  if (all.isCut)
    throw new HostError(
      400,
      `Lists of more than ${maximumSorted} records cannot be sorted. Use a filter with fewer matches.`,
    );
  const records = sorted(
    all.objects.map((object) => askedRecord(type, object, asked)),
    sortKeys,
  );
  const uids = records.map(({ _id }) => _id);
  const start = position === null ? null : placeBehind(uids, position.anchors, position.index);
  const from = start?.index ?? query.offset ?? 0;
  const end = query.pageSize === null ? records.length : from + query.pageSize;
  const cookie =
    end < records.length
      ? cookieOf({ ...beginning, index: end, anchors: anchorsBefore(uids, end) }, name, bound)
      : null;
  const remarks = start?.isSure === false ? [...all.remarks, changedRemark] : all.remarks;
  context.remarks = remarks;
  return listResponse(context, records.slice(from, end), fields, { ...all, cookie, remarks });
}

function listResponse(
  context: ManagementContext,
  records: readonly HostRecord[],
  fields: readonly string[],
  { cookie, remarks, total }: Pick<ConnectorPage, 'cookie' | 'remarks' | 'total'>,
): HttpResponse {
  const result = records.map((record) => selectFields(record, fields));
  return plainResponse(context, {
    result: result as unknown as JsonValue,
    resultCount: result.length,
    pagedResultsCookie: cookie,
    // Nobody counts at the remote unless its configuration says where: the products say so whatever policy is asked for.
    totalPagedResultsPolicy: total === null ? 'NONE' : (context.parameters?.totals ?? 'none').toUpperCase(),
    totalPagedResults: total ?? -1,
    remainingPagedResults: -1,
    // An extension, where the answer may be incomplete.
    ...(remarks.length === 0 ? {} : { remarks: [...remarks] }),
  });
}

/** The whole answer as text: records are not made into objects, and those into text again. */
function listText(type: HostType, { objects, cookie }: ConnectorPage): string {
  let records = '';
  // Joining a list would copy each text once more.
  for (const object of objects) records += `${records === '' ? '' : ','}${recordText(type, object).text}`;
  return `{"result":[${records}],"resultCount":${objects.length},"pagedResultsCookie":${JSON.stringify(cookie)},"totalPagedResultsPolicy":"NONE","totalPagedResults":-1,"remainingPagedResults":-1}`;
}

/** @throws HostError 400 unless exactly one of the three ways to ask is taken, and can be read */
function filterOf(
  { queryFilter, queryId, queryExpression }: Parameters,
  type: HostType,
  { request }: ManagementContext,
): QueryFilter | null {
  const given = [queryFilter, queryId, queryExpression].filter((each) => each !== null);
  if (given.length === 0)
    throw new HostError(400, `The resource collection '${request.path}' cannot be read`);
  if (given.length > 1)
    throw new HostError(
      400,
      "The parameters '_queryFilter', '_queryId' and '_queryExpression' are mutually exclusive",
    );
  if (queryExpression !== null)
    throw new HostError(400, 'Query expressions are not supported by this collection');
  if (queryId !== null) {
    if (queryId === 'query-all-ids') return null;
    throw new HostError(400, `The query '${queryId}' does not exist; systems support query-all-ids`);
  }
  const parsed = parseQueryFilter(queryFilter ?? '');
  if ('filter' in parsed) return nativeFilter(parsed.filter, type);
  throw new HostError(
    400,
    `The value '${queryFilter}' for parameter '_queryFilter' could not be parsed as a valid query filter`,
    { members: { why: parsed.problem.message, offset: parsed.problem.offset } },
  );
}

/** A filter under the names of the connector. */
export function nativeFilter(filter: QueryFilter, type: HostType): QueryFilter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { ...filter, parts: filter.parts.map((part) => nativeFilter(part, type)) };
    case 'not':
      return { ...filter, part: nativeFilter(filter.part, type) };
    case 'present': {
      const field = nativeField(filter.field, type);
      return field === null ? { kind: 'false' } : { ...filter, field };
    }
    case 'compare': {
      const field = nativeField(filter.field, type);
      if (field === null) throw new HostError(400, `The object type has no attribute ${filter.field}.`);
      return { ...filter, field };
    }
    case 'true':
    case 'false':
      return filter;
  }
}

/** null: the host shows no such attribute. */
function nativeField(field: string, type: HostType): string | null {
  const [name = '', ...rest] = segmentsOf(field);
  const native = type.toNative(name);
  if (native !== null) return [native, ...rest].join('/');
  return name.startsWith('_') ? field : null;
}

function sorted(records: readonly HostRecord[], keys: readonly SortKey[]): readonly HostRecord[] {
  return records.toSorted((one, other) => {
    for (const { field, isDescending } of keys) {
      const [name = ''] = segmentsOf(field);
      const difference = compare(one[name], other[name]);
      if (difference !== 0) return isDescending ? -difference : difference;
    }
    return 0;
  });
}

function compare(one: JsonValue | undefined, other: JsonValue | undefined): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [a, b] = [textOf(one), textOf(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}
