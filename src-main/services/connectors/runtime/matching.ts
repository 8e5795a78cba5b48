import type { CompiledObjectType, ConnectorObject, FilterPlan, Wanted } from '#shared/connectors/index.ts';
import { type InstantOf, matchesFilter } from '#shared/query/index.ts';
import type { Call } from '../ports.ts';
import { type ConnectorContext, fillAttributes, trimmed } from './context.ts';
import { inParallel } from './in-parallel.ts';

/** A query, ready to run. */
export interface QueryPlan extends FilterPlan {
  /** The wanted attributes plus those that only the filter needs. */
  readonly read: Wanted;
  readonly wanted: Wanted;
  readonly instants: InstantOf;
}

/** An object that the filter lets through, with its index in the remote page. */
export interface Match {
  readonly index: number;
  readonly object: ConnectorObject;
}

/** The part of a page in which matches are looked for. */
export interface Searched {
  readonly objects: readonly ConnectorObject[];
  readonly indexes: readonly number[];
  /** Number of matches to skip first. */
  readonly skip: number;
  /** Maximum number of further matches. */
  readonly count: number;
}

/** The matches of a page, filled and trimmed, and the number of matches that were passed over. */
export interface Matches {
  readonly found: readonly Match[];
  readonly skipped: number;
}

/** Finds matches in the order of the page. Further requests are made for no more objects than the filter needs. */
export async function findMatches(
  context: ConnectorContext,
  type: CompiledObjectType,
  plan: QueryPlan,
  searched: Searched,
  call: Call,
): Promise<Matches> {
  const filled = new Set(
    type.config.operations?.QUERY?.additionalStep.map(({ resourceName }) => resourceName),
  );
  const fill = (matches: readonly Match[]) => fillAll(context, type, plan, matches, call);
  const { skip, count } = searched;
  if (!plan.needs.some((name) => filled.has(name))) {
    const { found, skipped } = firstOf(plan, searched);
    const whole = filled.size === 0 ? found : await fill(found);
    return { found: whole.map((match) => trimmedMatch(type, plan, match)), skipped };
  }
  const all = searched.indexes.flatMap((index): readonly Match[] => {
    const object = searched.objects[index];
    return object === undefined ? [] : [{ index, object }];
  });
  const passing: Match[] = [];
  const step = Math.max(context.document.configurationProperties.maximumConnections, 1);
  for (let from = 0; from < all.length && passing.length < skip + count; from += step) {
    const some = await fill(all.slice(from, from + step));
    passing.push(...some.filter(({ object }) => passes(plan, object)));
  }
  const kept = passing.slice(skip, skip + count);
  return {
    found: kept.map((match) => trimmedMatch(type, plan, match)),
    skipped: Math.min(skip, passing.length),
  };
}

/** Finds the first matches of a page when the filter needs no further requests. */
function firstOf(plan: QueryPlan, { objects, indexes, skip, count }: Searched): Matches {
  const found: Match[] = [];
  let skipped = 0;
  for (const index of indexes) {
    if (found.length >= count) break;
    const object = objects[index];
    if (object === undefined || !passes(plan, object)) continue;
    if (skipped < skip) skipped += 1;
    else found.push({ index, object });
  }
  return { found, skipped };
}

function fillAll(
  context: ConnectorContext,
  type: CompiledObjectType,
  plan: QueryPlan,
  matches: readonly Match[],
  call: Call,
): Promise<readonly Match[]> {
  const { maximumConnections } = context.document.configurationProperties;
  return inParallel(matches, maximumConnections, async ({ index, object }) => ({
    index,
    object: await fillAttributes(context, type, 'QUERY', object, plan.read, call),
  }));
}

/** True of an object that the local part of the filter lets through. */
export function passes({ local, instants }: QueryPlan, { uid, name, attributes }: ConnectorObject): boolean {
  if (local === null) return true;
  const record = {
    ...attributes,
    ...(uid === null ? {} : { _id: uid, __UID__: uid }),
    ...(name === null ? {} : { __NAME__: name }),
  };
  return matchesFilter(local, record, instants);
}

function trimmedMatch(type: CompiledObjectType, plan: QueryPlan, match: Match): Match {
  const object = trimmed(type, plan, match.object);
  return object === match.object ? match : { index: match.index, object };
}
