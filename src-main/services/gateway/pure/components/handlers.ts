import type { FilterNode, HandlerNode } from '#shared/gateway/types.ts';
import { type JsonPath, toPointer } from '#shared/workspace/json-pointer.ts';
import type { FilterType, HandlerType } from '../component-types.ts';
import { type Declaration, type ReadContext, reportInvalid } from '../reading/context.ts';
import { readObject, reportType } from '../reading/heap.ts';
import { configOf } from '../reading/members.ts';
import { readBasicFilter } from './credential.ts';
import { readResourceServerFilter } from './resource-server.ts';
import { readReverseProxy } from './reverse-proxy.ts';
import { readStaticResponse } from './static-response.ts';
import { readThrottlingFilter } from './throttling-filter.ts';
import { readTokenExchangeFilter } from './token-exchange.ts';

type Reader<T> = (context: ReadContext, declaration: Declaration) => T | null;

const filterReaders: Readonly<Record<FilterType, Reader<FilterNode>>> = {
  ThrottlingFilter: readThrottlingFilter,
  OAuth2ResourceServerFilter: readResourceServerFilter,
  HttpBasicAuthenticationClientFilter: readBasicFilter,
  OAuth2TokenExchangeFilter: readTokenExchangeFilter,
};

const handlerReaders: Readonly<Record<HandlerType | 'ClientHandler', Reader<HandlerNode>>> = {
  Chain: readChain,
  ReverseProxyHandler: readReverseProxy,
  // The products' name for a handler that calls an upstream.
  ClientHandler: readReverseProxy,
  StaticResponseHandler: readStaticResponse,
};

/** Reads a declaration by the reader of its type. */
function readBy<T>(
  readers: Readonly<Record<string, Reader<T>>>,
  context: ReadContext,
  declaration: Declaration,
): T | null {
  const reader = Object.hasOwn(readers, declaration.type) ? readers[declaration.type] : undefined;
  if (reader !== undefined) return reader(context, declaration);
  return reportType(context, declaration, Object.keys(readers));
}

/** Reads the handler at a place, or the one of the heap that is named there. */
export function readHandler(context: ReadContext, value: unknown, path: JsonPath): HandlerNode | null {
  return readObject(
    context,
    value,
    path,
    (declaration) => readBy(handlerReaders, context, declaration),
    handlerByName,
  );
}

/** Products have these on their heaps without a declaration. */
function handlerByName(name: string): Declaration | null {
  const isClient = name.endsWith('ClientHandler') || name === 'ReverseProxyHandler';
  return isClient ? { name, type: 'ReverseProxyHandler', config: {}, path: [] } : null;
}

function readFilter(context: ReadContext, value: unknown, path: JsonPath): FilterNode | null {
  return readObject(context, value, path, (declaration) => readBy(filterReaders, context, declaration));
}

function readChain(context: ReadContext, declaration: Declaration): HandlerNode | null {
  const members = configOf(context, declaration, { known: ['filters', 'handler'] });
  const handler = members.has('handler')
    ? readHandler(context, members.raw('handler'), members.at('handler'))
    : members.missing('handler', 'the handler for requests that pass all filters');
  const list = members.has('filters') ? members.raw('filters') : [];
  if (!Array.isArray(list))
    return reportInvalid(context, members.at('filters'), 'filters is not a list.', 'Use [ … ].');
  const filters = (list as readonly unknown[]).map((filter, index) =>
    readFilter(context, filter, [...members.at('filters'), index]),
  );
  if (handler === null || !filters.every((filter) => filter !== null)) return null;
  const { name, path } = declaration;
  return { type: 'Chain', name, pointer: toPointer(path), filters, handler };
}
