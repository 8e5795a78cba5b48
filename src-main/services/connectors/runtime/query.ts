import {
  type CompiledObjectType,
  type ConnectorObject,
  createPageWalk,
  instantsOf,
  type PageRead,
  type PageVariables,
} from '#shared/connectors/index.ts';
import { ConnectorFailure } from '../failure.ts';
import type { Call, ConnectorPage, ConnectorQuery, VisitedPage } from '../ports.ts';
import {
  built,
  type ConnectorContext,
  readFrom,
  readOne,
  reportResponse,
  trimmed,
  withNeeds,
} from './context.ts';
import { findMatches, passes, type QueryPlan } from './matching.ts';
import { searchList } from './search.ts';
import { positionOf } from './search-cookie.ts';

type Walked = Pick<ConnectorQuery, 'filter' | 'pageSize' | 'wanted'>;

function planOf(
  type: CompiledObjectType,
  { filter, wanted }: Pick<ConnectorQuery, 'filter' | 'wanted'>,
): QueryPlan {
  const plan = built(() => type.planFilter(filter));
  const found = withNeeds(type, wanted, plan.needs);
  const filled = type.has('QUERY') ? type.stepNeeds('QUERY', found) : [];
  return { ...plan, wanted, read: withNeeds(type, found, filled), instants: instantsOf(type.schema) };
}

/** Searches: one object by its uid, a page of matches, or all of them. @throws ConnectorFailure */
export async function queryPage(
  context: ConnectorContext,
  type: CompiledObjectType,
  query: ConnectorQuery,
  call: Call,
): Promise<ConnectorPage> {
  const plan = planOf(type, query);
  const { notes } = plan;
  const none = {
    objects: [],
    cookie: null,
    notes,
    remarks: [],
    isCut: false,
    total: null,
  };
  if (plan.isNothing || plan.uid !== null)
    return { ...none, ...(await atMostOne(context, type, plan, query, call)) };
  const read = (variables: PageVariables) => readPage(context, type, plan, variables, call);
  const page = await searchList(context, type, { plan, query, call, read });
  noteAtLast(call, page.remarks);
  return page;
}

/** Finds an object without a list. Nothing follows it, so that no search gives a cookie for it. */
async function atMostOne(
  context: ConnectorContext,
  type: CompiledObjectType,
  plan: QueryPlan,
  query: ConnectorQuery,
  call: Call,
): Promise<Pick<ConnectorPage, 'objects' | 'total'>> {
  const isLiteral = context.ports.isLiteral();
  if (query.cookie !== null && !isLiteral) positionOf(query.cookie, type.name, query);
  const isBehind = !isLiteral && (query.cookie !== null || (query.offset ?? 0) > 0);
  const objects = plan.uid === null ? [] : await queryOne(context, type, plan.uid, plan, call);
  // As for every list, records are counted only where the remote counts them.
  const hasTotal = (type.config.operations?.QUERY?.pagination?.totalPath ?? '') !== '';
  return {
    objects: isBehind ? [] : objects,
    total: query.totals !== undefined && hasTotal ? objects.length : null,
  };
}

/** Adds the reasons why the result may be incomplete to the last request. */
function noteAtLast({ steps }: Call, remarks: readonly string[]): void {
  const last = steps?.at(-1);
  if (steps === undefined || last === undefined || remarks.length === 0) return;
  steps[steps.length - 1] = { ...last, notes: [...last.notes, ...remarks] };
}

/** Goes through all pages, each within the time that `limited` gives it. */
export async function* walkPages(
  context: ConnectorContext,
  type: CompiledObjectType,
  query: Walked,
  limited: <T>(perform: (call: Call) => Promise<T>) => Promise<T>,
): AsyncGenerator<VisitedPage> {
  const plan = planOf(type, query);
  const { notes, uid } = plan;
  const none = { strategy: null, pageSize: null, offset: null, cookie: null };
  if (plan.isNothing) return;
  if (uid !== null) {
    const objects = await limited((within) => queryOne(context, type, uid, plan, within));
    const uids = objects.map((object) => object.uid);
    yield { variables: none, uids, cookie: null, objects, newRecords: uids.length, notes, stop: 'not-paged' };
    return;
  }
  const walk = createPageWalk(type.config.operations?.QUERY?.pagination, { pageSize: query.pageSize });
  for (let variables = walk.next(); variables !== null; variables = walk.next()) {
    const asked = variables;
    const visited = await limited(async (within): Promise<VisitedPage | null> => {
      const page = await readPage(context, type, plan, asked, within);
      if (page === null) return null;
      const uids = page.objects.map((object) => object.uid);
      const { fresh, stop } = walk.take({ uids, cookie: page.cookie, isStopped: page.isStopped });
      const isAllNew = fresh.length === page.objects.length;
      const taken = isAllNew ? page.objects : fresh.flatMap((index) => page.objects[index] ?? []);
      const objects = await finish(context, type, plan, taken, within);
      return { variables: asked, uids, cookie: page.cookie, objects, newRecords: fresh.length, notes, stop };
    });
    if (visited === null) return;
    yield visited;
    if (visited.stop !== null) return;
  }
}

async function readPage(
  { requester }: ConnectorContext,
  type: CompiledObjectType,
  { remote, body, read, notes }: QueryPlan,
  page: PageVariables,
  call: Call,
): Promise<PageRead | null> {
  const request = built(() => type.queryRequest({ page, filter: remote, body, wanted: read }));
  const sent = await requester.perform(type, request, { call, notes }).catch((error: unknown) => {
    throw ofList(error);
  });
  reportResponse(call, sent);
  if (sent === null) return null;
  const found = readFrom(sent, (response) => type.readPage(response, read));
  if (!type.followsLinks || found.cookie === null) return found;
  try {
    const { rewriteOrigin = false } = type.config.operations?.QUERY?.pagination?.pagedResultsCookie ?? {};
    return { ...found, cookie: requester.nextPage(request, found.cookie, rewriteOrigin) };
  } catch (error) {
    throw error instanceof ConnectorFailure ? error.at(sent.step()) : error;
  }
}

/** A 404 for a list does not mean that an object is missing: the path or the server is wrong. */
function ofList(error: unknown): unknown {
  if (!(error instanceof ConnectorFailure) || error.type !== 'NOT_FOUND') return error;
  return error.with({}, `The list does not exist in the remote system. ${error.message}`, 'OTHER');
}

/** The objects of a page that the filter lets through, filled and trimmed. */
async function finish(
  context: ConnectorContext,
  type: CompiledObjectType,
  plan: QueryPlan,
  objects: readonly ConnectorObject[],
  call: Call,
): Promise<readonly ConnectorObject[]> {
  const isComplete = (type.config.operations?.QUERY?.additionalStep.length ?? 0) === 0;
  if (isComplete && plan.local === null && plan.read === plan.wanted) return objects;
  const indexes = [...objects.keys()];
  const { found } = await findMatches(
    context,
    type,
    plan,
    { objects, indexes, skip: 0, count: objects.length },
    call,
  );
  return found.map(({ object }) => object);
}

async function queryOne(
  context: ConnectorContext,
  type: CompiledObjectType,
  uid: string,
  plan: QueryPlan,
  call: Call,
): Promise<readonly ConnectorObject[]> {
  try {
    const object = await readOne(context, type, uid, plan.read, call, plan.notes);
    return object === null || !passes(plan, object) ? [] : [trimmed(type, plan, object)];
  } catch (error) {
    if (error instanceof ConnectorFailure && error.type === 'NOT_FOUND') return [];
    throw error;
  }
}
