import { GatehouseError } from '../../errors/index.ts';
import { percentEncode } from '../../oauth/form.ts';
import { percentDecodedOrAsIs } from '../../text/decoding.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import { responseBudget } from '../bounded-pattern.ts';
import type { PageRead, QueryAsk, Wanted } from '../compiled.ts';
import type { QueryOperation } from '../configuration/operations.ts';
import { type BodyFilter, putFilter } from '../filters/body-filter.ts';
import {
  compileTextSource,
  readAttributes,
  readRecordText,
  readText,
  type TextSource,
} from '../mapping/readers.ts';
import { locateRecords, recordLevel } from '../mapping/records.ts';
import { compileResponseMapping, type MappingLevel } from '../mapping/response-mapping.ts';
import { type CookieReader, compileCookie, isLastPage, readCookie } from '../paging/cookie.ts';
import {
  type CompiledStrategies,
  type CompiledStrategy,
  compileStrategies,
  fillPairs,
  fillStrategyBody,
} from '../paging/strategy.ts';
import { fillBody, mergeBodies } from '../requests/body-template.ts';
import {
  compilePathTemplate,
  compileRequest,
  escapeQuery,
  fillRequest,
  joinQuery,
} from '../requests/request-template.ts';
import type { Values } from '../requests/variables.ts';
import type { ConnectorObject, RemoteRequest, RemoteResponse } from '../types.ts';
import type { OperationContext } from './context.ts';
import type { CompiledGet } from './get.ts';
import { compileReadSteps, wantedPairs } from './get.ts';

/** QUERY, parsed. */
export interface CompiledQuery extends CompiledGet {
  /** The level at which records begin, as far as the configuration says so. */
  readonly records: MappingLevel;
  readonly strategies: CompiledStrategies;
  readonly cookie: CookieReader | null;
  /** null: no total is configured. */
  readonly total: TextSource | null;
  /** True if the cookie is an address that is followed. */
  readonly followsLinks: boolean;
  /** True if serviceUri says where such an address is sent. */
  readonly rewritesOrigin: boolean;
}

/** Parses QUERY. */
export function compileQuery(query: QueryOperation, context: OperationContext): CompiledQuery {
  const { schema, report } = context;
  const at = ['operations', 'QUERY'];
  const level = compileResponseMapping(query.responseMapping, schema, [...at, 'responseMapping'], report);
  const uid = compileTextSource(query.idPath, query.idRegularExpression, [...at, 'idPath'], report);
  const name = compileTextSource(query.namePath, null, [...at, 'namePath'], report);
  for (const [source, member] of [
    [uid, 'idPath'],
    [name, 'namePath'],
  ] as const)
    if (source?.kind === 'header')
      report.add(
        [...at, member],
        'connector.path-invalid',
        `A header field belongs to no record of a list, so that ${member} finds nothing.`,
        'Write the path from one element of the list.',
      );
  const strategies = compileStrategies(query.pagination, schema);
  return {
    request: compileRequest(query, { kind: 'main', operation: 'QUERY' }, schema),
    level,
    records: recordLevel(level, [uid, name]),
    uid,
    name,
    strategies,
    followsLinks: strategies.cookiePagination?.followsLink === true,
    rewritesOrigin: query.pagination?.pagedResultsCookie?.rewriteOrigin === true,
    cookie: compileCookie(
      query.pagination?.pagedResultsCookie,
      [...at, 'pagination', 'pagedResultsCookie'],
      report,
    ),
    total:
      (query.pagination?.totalPath ?? '') !== ''
        ? compileTextSource(
            query.pagination?.totalPath ?? '',
            null,
            [...at, 'pagination', 'totalPath'],
            report,
          )
        : null,
    steps: compileReadSteps(query.additionalStep, 'QUERY', context),
  };
}

/** How wanted attributes and filters are named to the remote. */
export interface QuerySettings {
  readonly attrToGetKey: string | null | undefined;
  readonly queryParamKey: string;
  /** null: filters stand in the query. */
  readonly bodyFilter: BodyFilter | null;
}

/** The request for one page. */
export function queryRequest(query: CompiledQuery, ask: QueryAsk, settings: QuerySettings): RemoteRequest {
  const { page, wanted } = ask;
  const values = { uid: null, page, object: null };
  const strategy = page.strategy === null ? undefined : query.strategies[page.strategy];
  const filter = ask.body ?? null;
  const body = bodyOf(query, strategy, values, filter === null ? null : { filter, at: settings.bodyFilter });
  if (strategy?.followsLink === true && page.cookie !== null)
    return linkRequest(query, strategy, values, { address: page.cookie, body });
  const pieces = [
    ...(strategy === undefined ? [] : fillPairs(strategy, values)),
    ...(filter === null ? filterPairs(ask.filter, settings.queryParamKey) : []),
    ...wantedPairs(settings.attrToGetKey, wanted, query.records.reader, [query.uid, query.name]),
  ];
  return fillRequest(query.request, values, {
    query: pieces,
    body,
    ...(strategy === undefined || strategy.path === null || strategy.followsLink
      ? {}
      : { path: strategy.path }),
  });
}

/** The body of the operation with what the strategy and the filter put into it. */
function bodyOf(
  { request }: CompiledQuery,
  strategy: CompiledStrategy | undefined,
  values: Values,
  filter: { readonly filter: JsonValue; readonly at: BodyFilter | null } | null,
): JsonValue | undefined {
  const own = request.body === null ? undefined : fillBody(request.body, values);
  const over = strategy === undefined ? undefined : fillStrategyBody(strategy, values);
  const body = mergeBodies(own, over);
  return filter === null || filter.at === null ? body : putFilter(body, filter.filter, filter.at);
}

/** The address says all of it: filter and attributes stand in it too. Pairs are added where it lacks them. */
function linkRequest(
  query: CompiledQuery,
  strategy: CompiledStrategy,
  values: Values,
  { address, body }: { readonly address: string; readonly body: JsonValue | undefined },
): RemoteRequest {
  const request = fillRequest({ ...query.request, path: emptyPath, params: [] }, values, { body });
  return {
    ...request,
    path: address,
    query: joinQuery(fillPairs(strategy, values).filter((pair) => !hasPair(address, pair))),
    link: { rewritesOrigin: query.rewritesOrigin },
  };
}

const emptyPath = compilePathTemplate('');

function hasPair(address: string, pair: string): boolean {
  const nameOf = (text: string) => percentDecodedOrAsIs(text.split('=', 1)[0] ?? '');
  const [, query = ''] = address.split('#', 1)[0]?.split('?') ?? [];
  return query.split('&').some((each) => nameOf(each) === nameOf(pair));
}

/** Without a parameter the expression is the query itself, and its values are encoded already. */
function filterPairs(filter: string | null, key: string): readonly string[] {
  if (filter === null) return [];
  return [key === '' ? escapeQuery(filter) : `${percentEncode(key)}=${percentEncode(filter)}`];
}

/**
 * The records of a page, and how it goes on.
 * @throws connector.value-*, connector.expression-costly, connector.remote-failed for an answer without a list, or
 * with a record that has no uid
 */
export function readPage(query: CompiledQuery, response: RemoteResponse, wanted: Wanted): PageRead {
  const { records, level, isFound } = locateRecords(query.level, query.uid, response.json);
  if (!isFound) throw noList(query.records);
  const readers = level.reader.chosen(wanted);
  const budget = responseBudget();
  const objects: ConnectorObject[] = [];
  for (const record of records) {
    const uid = readRecordText(query.uid, record, budget);
    if (uid === null) throw noUid(objects.length + 1);
    objects.push({
      uid,
      name: readRecordText(query.name, record, budget),
      attributes: readAttributes(readers, record satisfies JsonValue),
    });
  }
  return {
    objects,
    cookie: readCookie(query.cookie, response, budget),
    total: totalOf(query.total, response),
    isStopped: isLastPage(query.cookie, response),
  };
}

/** A count of records; null: the answer gives none. */
function totalOf(source: TextSource | null, response: RemoteResponse): number | null {
  const text = source === null ? null : readText(source, response);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Taken for an empty page, it would end a walk in the middle without a word. */
function noList({ path }: MappingLevel): GatehouseError {
  const where = path === null ? 'is no list' : `holds no list at ${path.text}`;
  return new GatehouseError('connector.remote-failed', `The answer of the remote ${where}.`, {
    fix: 'Look at the answer: a rule under exceptions can make a failure of it, or the key in responseMapping of QUERY leads past the list.',
  });
}

/** Without a uid nobody could read, change or distinguish the results. */
function noUid(index: number): GatehouseError {
  return new GatehouseError(
    'connector.remote-failed',
    `Record ${index} of the answer holds no uid at idPath.`,
    { fix: 'Correct idPath and idRegularExpression of QUERY: the path begins at one element of the list.' },
  );
}
