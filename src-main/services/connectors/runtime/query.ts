import {
  type CompiledObjectType,
  type ConnectorObject,
  choosePage,
  createPageWalk,
  type FilterPlan,
  instantsOf,
  type PageRead,
  type PageVariables,
  type Wanted,
} from '#shared/connectors/index.ts';
import { type InstantOf, matchesFilter } from '#shared/query/index.ts';
import { ConnectorFailure } from '../failure.ts';
import type { Call, ConnectorPage, ConnectorQuery, VisitedPage } from '../ports.ts';
import { built, type ConnectorContext, readFrom, reportResponse } from './context.ts';
import { inParallel } from './in-parallel.ts';
import { fillAttributes, readOne } from './read.ts';

/** A query as it is carried out. */
interface Plan extends FilterPlan {
  /** With the attributes that only the filter needs. */
  readonly read: Wanted;
  readonly wanted: Wanted;
  readonly instants: InstantOf;
}

type Walked = Pick<ConnectorQuery, 'filter' | 'pageSize' | 'wanted'>;

function planOf(
  type: CompiledObjectType,
  { filter, wanted }: Pick<ConnectorQuery, 'filter' | 'wanted'>,
): Plan {
  const plan = built(() => type.planFilter(filter));
  return { ...plan, wanted, read: withNeeds(type, wanted, plan.needs), instants: instantsOf(type.schema) };
}

/** Reads one page. @throws ConnectorFailure */
export async function queryPage(
  context: ConnectorContext,
  type: CompiledObjectType,
  query: ConnectorQuery,
  call: Call,
): Promise<ConnectorPage> {
  const plan = planOf(type, query);
  const { notes } = plan;
  if (plan.isNothing) return { objects: [], cookie: null, notes };
  if (plan.uid !== null)
    return { objects: await queryOne(context, type, plan.uid, plan, call), cookie: null, notes };
  const page = await readPage(context, type, plan, variablesOf(type, query), call);
  if (page === null) return { objects: [], cookie: null, notes };
  return { objects: await finish(context, type, plan, page.objects, call), cookie: page.cookie, notes };
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
      const taken = fresh.flatMap((index) => page.objects[index] ?? []);
      const objects = await finish(context, type, plan, taken, within);
      return { variables: asked, uids, cookie: page.cookie, objects, newRecords: fresh.length, notes, stop };
    });
    if (visited === null) return;
    yield visited;
    if (visited.stop !== null) return;
  }
}

/** A cookie or an offset that cannot be sent would bring the first page again, for ever. */
function variablesOf(type: CompiledObjectType, { pageSize, offset, cookie }: ConnectorQuery): PageVariables {
  const variables = choosePage(type.config.operations?.QUERY?.pagination, { pageSize, offset, cookie });
  const isLost = variables.strategy === null && (cookie !== null || (offset ?? 0) > 0);
  if (!isLost) return variables;
  const [what, member] =
    cookie === null ? ['an offset', 'offSetPagination'] : ['a cookie', 'cookiePagination'];
  throw new ConnectorFailure('BAD_REQUEST', `${type.name} cannot be asked for a page by ${what}.`, {
    fix: `Give QUERY a ${member}, or ask without it.`,
  });
}

async function readPage(
  { requester }: ConnectorContext,
  type: CompiledObjectType,
  { remote, read, notes }: Plan,
  page: PageVariables,
  call: Call,
): Promise<PageRead | null> {
  const request = built(() => type.queryRequest({ page, filter: remote, wanted: read }));
  const sent = await requester.perform(type, request, { call, notes });
  reportResponse(call, sent);
  return sent === null ? null : readFrom(sent, (response) => type.readPage(response, read));
}

/** Fills attributes, leaves out what the filter does not let through, and takes away what only the filter needed. */
async function finish(
  context: ConnectorContext,
  type: CompiledObjectType,
  plan: Plan,
  objects: readonly ConnectorObject[],
  call: Call,
): Promise<readonly ConnectorObject[]> {
  const { maximumConnections } = context.document.configurationProperties;
  const filled = new Set(
    type.config.operations?.QUERY?.additionalStep.map(({ resourceName }) => resourceName),
  );
  // Further requests for objects that are left out anyway are saved where the filter does not need them.
  const isFilledFirst = plan.needs.some((name) => filled.has(name));
  const chosen = isFilledFirst ? objects : objects.filter((object) => passes(plan, object));
  const whole =
    filled.size === 0
      ? chosen
      : await inParallel(chosen, maximumConnections, (object) =>
          fillAttributes(context, type, 'QUERY', object, plan.read, call),
        );
  const passing = isFilledFirst ? whole.filter((object) => passes(plan, object)) : whole;
  return plan.read === plan.wanted ? passing : passing.map((object) => trimmed(type, plan.wanted, object));
}

async function queryOne(
  context: ConnectorContext,
  type: CompiledObjectType,
  uid: string,
  plan: Plan,
  call: Call,
): Promise<readonly ConnectorObject[]> {
  try {
    const object = await readOne(context, type, uid, plan.read, call, plan.notes);
    return object === null || !passes(plan, object) ? [] : [trimmed(type, plan.wanted, object)];
  } catch (error) {
    if (error instanceof ConnectorFailure && error.type === 'NOT_FOUND') return [];
    throw error;
  }
}

function passes({ local, instants }: Plan, { uid, name, attributes }: ConnectorObject): boolean {
  if (local === null) return true;
  const record = {
    ...attributes,
    ...(uid === null ? {} : { _id: uid, __UID__: uid }),
    ...(name === null ? {} : { __NAME__: name }),
  };
  return matchesFilter(local, record, instants);
}

function withNeeds(type: CompiledObjectType, wanted: Wanted, needs: readonly string[]): Wanted {
  const named = wanted === 'default' ? defaultsOf(type) : wanted;
  return needs.every((name) => named.has(name) || !type.schema.has(name))
    ? wanted
    : new Set([...named, ...needs]);
}

function trimmed(type: CompiledObjectType, wanted: Wanted, object: ConnectorObject): ConnectorObject {
  const named = wanted === 'default' ? defaultsOf(type) : wanted;
  const kept = Object.entries(object.attributes).filter(([name]) => named.has(name));
  return { ...object, attributes: Object.fromEntries(kept) };
}

function defaultsOf({ schema }: CompiledObjectType): ReadonlySet<string> {
  const hidden = new Set(['NOT_RETURNED_BY_DEFAULT', 'NOT_READABLE']);
  return new Set(
    [...schema].flatMap(([name, { flags }]) => (flags.some((flag) => hidden.has(flag)) ? [] : [name])),
  );
}
