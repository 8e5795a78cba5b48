import { assertNever } from '#shared/errors/index.ts';
import type { NamePath } from '#shared/expressions/index.ts';
import type { Route, RouteProblem } from '#shared/gateway/types.ts';
import type { PolicyConfig, ThrottlingConfig } from '#shared/throttle/index.ts';
import { defaultMaxGroups } from './components/throttling-filter.ts';
import { throttlingFilters } from './throttling-filters.ts';

/** Observations of a filter at work, in a simulation or on the wire. */
export interface RouteFacts {
  /** Name of the filter. */
  readonly filter: string;
  /** Requests that the route took. */
  readonly requests: number;
  /** Requests for which the grouping expression gave no text. */
  readonly withoutKey: number;
  /** Requests that the condition of the route did not take. */
  readonly notReached: number;
  /** Values that mappers gave. */
  readonly mapped: ReadonlySet<string>;
  /** Groups whose rate changed so often that their buckets were nearly always new. */
  readonly alternating: readonly string[];
}

/** Looks for what a throttling filter does that nobody can want; `facts` are of one of the filters. */
export function lintRoute(route: Route, facts: RouteFacts | null = null): readonly RouteProblem[] {
  return throttlingFilters(route).flatMap((filter) => {
    const pointer = `${filter.pointer}/config`;
    const seen = facts?.filter === filter.name ? facts : null;
    return [
      ...lintKey(filter.config, pointer),
      ...(seen === null ? [] : lintFacts(seen, pointer)),
      ...(seen === null ? [] : lintMapping(filter.config.policy, seen, pointer)),
    ];
  });
}

/** Places of a request whose values a caller makes up. */
function isChosenByCaller([root, member, leaf]: NamePath): boolean {
  if (root === 'request') return member !== 'method' && member !== 'version';
  return root === 'contexts' && (member === 'router' || leaf === 'userAgent');
}

function lintKey({ group, maxGroups }: ThrottlingConfig, pointer: string): readonly RouteProblem[] {
  const chosen = group.reads.find(isChosenByCaller);
  if (chosen === undefined || maxGroups !== defaultMaxGroups) return [];
  return [
    {
      code: 'throttling.key-open',
      severity: 'warning',
      message: `Callers choose ${chosen.join('.')} themselves. A caller that changes it with each request is never throttled.`,
      fix: 'Group by a verified value, such as a claim of the token, or set maximumGroups.',
      pointer: `${pointer}/requestGroupingPolicy`,
    },
  ];
}

function lintFacts(facts: RouteFacts, pointer: string): readonly RouteProblem[] {
  const { withoutKey, notReached, requests, alternating } = facts;
  const problems: RouteProblem[] = [];
  if (withoutKey > 0)
    problems.push({
      code: 'throttling.key-not-set',
      severity: withoutKey === requests ? 'error' : 'warning',
      message: `The grouping expression does not return a string for ${withoutKey} of ${requests} requests. They fail with status 500.`,
      fix: 'Group by a value that all requests have, or reject requests without it in an earlier filter.',
      pointer: `${pointer}/requestGroupingPolicy`,
    });
  if (notReached > 0)
    problems.push({
      code: 'throttling.not-reached',
      severity: 'warning',
      message: `The condition of the route does not match ${notReached} of ${requests + notReached} requests.`,
      fix: 'Change the condition, or the URI in the traffic.',
      pointer: '/condition',
    });
  const [group] = alternating;
  if (group !== undefined)
    problems.push({
      code: 'throttling.rate-alternates',
      severity: 'warning',
      message: `The rate of ${group === '' ? 'the only group' : `“${group}”`} changes with nearly every request, so its bucket is always full.`,
      fix: 'Include the value that selects the rate in the grouping key.',
      pointer: `${pointer}/throttlingRatePolicy`,
    });
  return problems;
}

function lintMapping(policy: PolicyConfig, facts: RouteFacts, pointer: string): readonly RouteProblem[] {
  switch (policy.type) {
    case 'fixed':
    case 'ScriptableThrottlingPolicy':
      return [];
    case 'DefaultRateThrottlingPolicy':
      return lintMapping(policy.delegate, facts, pointer);
    case 'MappedThrottlingPolicy':
      return [...policy.rates.keys()].flatMap((key): RouteProblem[] =>
        facts.mapped.has(key)
          ? []
          : [
              {
                code: 'throttling.mapping-unused',
                severity: 'warning',
                message: `No client has “${key}”, so its rate is never used.`,
                fix: 'Add a client with this value to the traffic, or check the spelling.',
                pointer: `${pointer}/throttlingRatePolicy`,
              },
            ],
      );
    default:
      return assertNever(policy);
  }
}
