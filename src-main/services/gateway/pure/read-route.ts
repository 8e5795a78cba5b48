import type { CompiledExpression } from '#shared/expressions/index.ts';
import type { ReadRoute, ReadRouteOptions, Route, RouteProblem } from '#shared/gateway/types.ts';
import { isJsonObject, type JsonPath } from '#shared/workspace/json-pointer.ts';
import { readHandler } from './components/handlers.ts';
import { isHttpAddress } from './reading/address.ts';
import { type ReadContext, report, reportInvalid } from './reading/context.ts';
import { type Members, membersOf } from './reading/members.ts';
import { readExpression } from './reading/values.ts';

const known = ['name', 'baseURI', 'condition', 'heap', 'handler', 'properties'];
/** Decorators and services of the products. */
const ignored = [
  'session',
  'auditService',
  'monitor',
  'capture',
  'timer',
  'audit',
  'globalDecorators',
  'secrets',
];

/** Reads a route document. Whatever the document, it does not throw; every problem names its place. */
export function readRoute(document: unknown, options: ReadRouteOptions): ReadRoute {
  const problems: RouteProblem[] = [];
  if (!isJsonObject(document)) {
    const context = contextOf({}, options, problems);
    reportInvalid(context, [], 'The route is not an object.', 'Use { "handler": … }.');
    return { route: null, problems };
  }
  const context = contextOf(document, options, problems);
  const members = membersOf(context, document, [], { known, ignored });
  const handler = members.has('handler')
    ? readHandler(context, members.raw('handler'), members.at('handler'))
    : members.missing('handler', 'the handler for the requests');
  const condition = readCondition(members);
  const name = members.text('name') ?? options.id;
  const baseURI = readBase(members);
  const isWhole = handler !== null && !problems.some(({ severity }) => severity === 'error');
  const route: Route | null = isWhole ? { id: options.id, name, baseURI, condition, handler } : null;
  return { route, problems };
}

function contextOf(
  document: Readonly<Record<string, unknown>>,
  { env = {}, system = {}, properties = {} }: ReadRouteOptions,
  problems: RouteProblem[],
): ReadContext {
  const own = document['properties'];
  const all = { ...properties, ...(isJsonObject(own) ? own : {}) };
  const heap = new Map<string, { readonly value: unknown; readonly path: JsonPath }>();
  const context: ReadContext = {
    problems,
    scope: { env, system, properties: all },
    properties: all,
    heap,
    open: [],
    levels: 0,
  };
  const declared = document['heap'];
  if (declared !== undefined && declared !== null) readHeap(context, declared, heap);
  return context;
}

function readHeap(
  context: ReadContext,
  declared: unknown,
  heap: Map<string, { readonly value: unknown; readonly path: JsonPath }>,
): void {
  if (!Array.isArray(declared)) {
    reportInvalid(context, ['heap'], 'heap is not a list.', 'Use [ { "name": …, "type": …, "config": … } ].');
    return;
  }
  for (const [index, value] of (declared as readonly unknown[]).entries()) {
    const path = ['heap', index];
    const name = isJsonObject(value) ? (value as Readonly<Record<string, unknown>>)['name'] : undefined;
    if (typeof name !== 'string')
      reportInvalid(
        context,
        path,
        'An object in the heap has no name.',
        'Use { "name": …, "type": …, "config": … }.',
      );
    else if (heap.has(name))
      report(context, path, {
        code: 'route.conflict',
        message: `The heap contains “${name}” more than once.`,
        fix: 'Use a unique name for each object.',
      });
    else heap.set(name, { value, path });
  }
}

/** A condition is an expression, or in newer products an object with one; without it every request is taken. */
function readCondition(members: Members): CompiledExpression | null {
  const value = members.raw('condition');
  if (typeof value === 'boolean')
    return readExpression(members.context, `\${${value}}`, members.at('condition'));
  if (!isJsonObject(value)) return members.expression('condition');
  const { expression } = value as Readonly<Record<string, unknown>>;
  const path = [...members.at('condition'), 'expression'];
  if (typeof expression === 'string') return readExpression(members.context, expression, path);
  return reportInvalid(members.context, path, 'Expected an expression.', 'Use "${…}".');
}

function readBase(members: Members): string | null {
  const base = members.text('baseURI');
  if (base === null || isHttpAddress(base.replace(/^ws/, 'http'))) return base;
  return reportInvalid(
    members.context,
    members.at('baseURI'),
    'The value is not an HTTP URL.',
    'Use the form http://host:port.',
  );
}
