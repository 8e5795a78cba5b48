import { filterTypes } from '#main/services/gateway/pure/component-types.ts';
import { throttlingFilters } from '#main/services/gateway/pure/throttling-filters.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type CompiledExpression, evaluateString, type Scope } from '#shared/expressions/index.ts';
import type { HandlerNode, Route, ThrottlingFilterNode } from '#shared/gateway/types.ts';
import { createPolicy } from '#shared/throttle/policies/index.ts';
import type { SimulationInput } from '#shared/throttle/simulation/types.ts';
import type { PolicyPorts, Rate, RateOrigin, RatePolicy, RateResult } from '#shared/throttle/types.ts';
import { type ClientList, clientsOf } from '../traffic/clients.ts';
import { type Bins, binsOf } from './bins.ts';
import { scopeOf } from './scope.ts';

/** A policy's answer for a client, kept once for all that get the same. */
export interface ResolvedRate {
  readonly rate: Rate | null;
  readonly why: RateOrigin;
  readonly mapped: string | null;
  /** Why requests end with 500; null: they do not. */
  readonly error: string | null;
  readonly isReached: boolean;
}

/** The key and the rate of a client from a moment on. */
export interface Resolved {
  readonly fromNanos: number;
  /** Number of the group; −1: there is no key. */
  readonly group: number;
  /** Number of the answer. */
  readonly answer: number;
}

/** Everything that is known before the first request comes. */
export interface Model {
  readonly route: Route;
  readonly filter: ThrottlingFilterNode;
  readonly policy: RatePolicy;
  /** True if a filter before this one has resolved the token. */
  readonly isIdentified: boolean;
  readonly roots: Scope;
  readonly clients: ClientList;
  readonly bins: Bins;
  readonly keys: readonly string[];
  readonly answers: readonly ResolvedRate[];
  /** Group and answer by client, at the start. */
  readonly groupOf: Int32Array;
  readonly rateOf: Int32Array;
  /** Of the clients whose status changes: each state, the first one included. */
  readonly phases: ReadonlyMap<number, readonly Resolved[]>;
}

/** The filter that is simulated. @throws simulation.no-filter */
function filterOf(route: Route, name: string | undefined): ThrottlingFilterNode {
  const filters = throttlingFilters(route);
  const filter = name === undefined ? filters[0] : filters.find((each) => each.name === name);
  if (filter !== undefined) return filter;
  throw new GatehouseError(
    'simulation.no-filter',
    name === undefined
      ? 'The route has no throttling filter.'
      : `The route has no throttling filter “${name}”.`,
    { fix: 'Add a ThrottlingFilter to the chain of the route.' },
  );
}

/** Tests whether a resource server precedes a filter of a chain. */
function hasTokenAt(handler: HandlerNode, before: ThrottlingFilterNode): boolean {
  if (handler.type !== 'Chain') return false;
  const index = handler.filters.indexOf(before);
  const passed = index < 0 ? handler.filters : handler.filters.slice(0, index);
  if (passed.some(({ type }) => filterTypes[type].requiresToken)) return true;
  return index < 0 && hasTokenAt(handler.handler, before);
}

/** Works until it is cancelled: gives way to others now and then. */
export type YieldPoint = () => Promise<void> | null;

const clientsBetweenYields = 4_096;

/**
 * Evaluates expressions and policy once for each client and status, instead of for each request. Where the policy
 * looks at more than the request, only the keys are found.
 * @throws simulation.no-filter, simulation.script-missing, and what is wrong with a script
 */
export async function buildModel(
  { route, filter: name, traffic, bins, roots = {} }: SimulationInput,
  ports: PolicyPorts,
  yieldNow: YieldPoint,
): Promise<Model> {
  const filter = filterOf(route, name);
  const policy = createPolicy(filter.config.policy, ports);
  const isIdentified = hasTokenAt(route.handler, filter);
  const clients = clientsOf(traffic);
  const groups = new Map<string, number>();
  const table = new RateTable();
  const groupOf = new Int32Array(clients.count);
  const rateOf = new Int32Array(clients.count);
  const phases = new Map<number, readonly Resolved[]>();
  for (let client = 0; client < clients.count; client += 1) {
    if (client % clientsBetweenYields === 0) await yieldNow();
    if (clients.isIdle(client)) {
      // Its requests are those of its shapes: it has no group, and no rate to be shown.
      groupOf[client] = -1;
      continue;
    }
    const resolved: Resolved[] = [];
    for (const { fromNanos, attributes } of clients.phasesOf(client)) {
      const request = clients.requestOf(client);
      // Conditions are looked at before any filter.
      const isReached = route.condition === null || takes(route.condition, scopeOf(request, null, roots));
      const scope = scopeOf(request, isIdentified ? attributes : null, roots);
      const key = isReached ? evaluateString(filter.config.group, scope) : null;
      const answer = await resolveRate(policy, scope, { isReached, hasKey: key !== null });
      const group = key === null ? -1 : (groups.get(key) ?? groups.size);
      if (key !== null) groups.set(key, group);
      resolved.push({ fromNanos, group, answer: table.idOf(answer) });
    }
    groupOf[client] = resolved[0]?.group ?? -1;
    rateOf[client] = resolved[0]?.answer ?? 0;
    if (resolved.length > 1) phases.set(client, resolved);
  }
  const keys = [...groups.keys()];
  const cut = binsOf(traffic.durationSeconds, bins);
  return {
    route,
    filter,
    policy,
    isIdentified,
    roots,
    clients,
    bins: cut,
    keys,
    answers: table.answers,
    groupOf,
    rateOf,
    phases,
  };
}

function takes(condition: CompiledExpression, scope: Scope): boolean {
  const { value } = condition.evaluate(scope);
  return value === true || value === 'true';
}

const noRate = { rate: null, why: 'none', mapped: null, error: null } as const;

async function resolveRate(
  policy: RatePolicy,
  scope: Scope,
  { isReached, hasKey }: { readonly isReached: boolean; readonly hasKey: boolean },
): Promise<ResolvedRate> {
  if (!isReached) return { ...noRate, isReached };
  const withoutKey = hasKey ? null : 'The grouping expression does not return a string.';
  if (!policy.isPure) return { ...noRate, error: withoutKey, isReached };
  try {
    const { rate, why, mapped = null }: RateResult = await policy.rate(scope, 0);
    return { rate, why, mapped, error: withoutKey, isReached };
  } catch (error) {
    return { ...noRate, error: error instanceof Error ? error.message : String(error), isReached };
  }
}

/** Keeps each answer once. */
export class RateTable {
  readonly answers: ResolvedRate[] = [];
  readonly #ids = new Map<string, number>();

  idOf(answer: ResolvedRate): number {
    const { rate, why, mapped, error, isReached } = answer;
    const key = JSON.stringify([rate?.numberOfRequests, rate?.durationNanos, why, mapped, error, isReached]);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#ids.set(key, this.answers.length);
    this.answers.push(answer);
    return this.answers.length - 1;
  }
}
