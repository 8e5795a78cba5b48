import type { DecisionTrace, TraceRule } from '#shared/exchange/index.ts';
import type { Run } from './run.ts';
import type { RunningRoute } from './running-route.ts';

const clause = 'Specification 2 §2 B.1';
const noRoute: TraceRule = {
  id: 'route-found',
  rule: 'A route matches the request',
  clause,
  outcome: 'failed',
  detail: 'No route condition matches.',
};

/** Creates the trace rules of a route's condition; made once and shared by all requests. */
export function routeRules({ id, condition }: Pick<RunningRoute, 'id' | 'condition'>): RunningRoute['rules'] {
  const rule = condition === null ? `Route ${id} matches every request` : `Condition of route ${id} matches`;
  const base = { id: `route:${id}`, rule, clause };
  return { took: { ...base, outcome: 'passed' }, passedOver: { ...base, outcome: 'skipped' } };
}

/** Every tried route and every filter in order, with the outcome of the request. */
export function traceOf(run: Run): DecisionTrace {
  const { route, filterIndex } = run;
  const rules = triedRules(run);
  if (route === null && run.unknownIndex >= 0)
    return { pipeline: 'gateway', rules, effect: 'The matching route could not be determined.' };
  if (route === null) {
    rules.push(noRoute);
    return { pipeline: 'gateway', rules, effect: 'No route handled the request.' };
  }
  const { filters, handler } = route;
  for (let index = 0; index < filters.length; index += 1) {
    const filter = filters[index];
    if (filter !== undefined)
      rules.push(...(index <= filterIndex ? filter.rules(run, index) : filter.unreached));
  }
  const isHandled = filterIndex === filters.length;
  rules.push(...(isHandled ? handler.rules(run) : handler.unreached));
  return {
    pipeline: 'gateway',
    rules: sameAsBefore(route, rules),
    effect: isHandled
      ? handler.effect(run)
      : `${filters[filterIndex]?.name ?? route.name} responded in place of the upstream.`,
  };
}

/** Runs that went alike share the very list of their rules: it is recorded once. */
function sameAsBefore({ latest }: RunningRoute, rules: TraceRule[]): TraceRule[] {
  const before = latest.rules;
  if (before.length === rules.length && rules.every((rule, index) => rule === before[index])) return before;
  latest.rules = rules;
  return rules;
}

function triedRules({ routes, routeIndex, unknownIndex, conditionErrors }: Run): TraceRule[] {
  const last = Math.max(routeIndex, unknownIndex);
  const tried = last < 0 ? routes : routes.slice(0, last + 1);
  return tried.map(({ rules }, index) => {
    if (index === routeIndex) return rules.took;
    const detail = conditionErrors?.get(index);
    if (index === unknownIndex) return { ...rules.passedOver, outcome: 'failed', detail: detail ?? '' };
    return detail === undefined ? rules.passedOver : { ...rules.passedOver, detail };
  });
}
