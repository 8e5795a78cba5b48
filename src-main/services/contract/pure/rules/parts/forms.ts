import type { RequestFact, ResourceFact } from '#shared/contract/facts.ts';
import {
  type FactRule,
  factRule,
  type Rule,
  type RuleAnswer,
  type RuleContext,
} from '#shared/contract/rule.ts';

type Words = Omit<FactRule, 'kinds' | 'applies' | 'check' | 'templates' | 'resources'>;

/** A rule over requests to some paths. */
export interface RequestRule extends Words {
  readonly templates: readonly string[];
  /** Absent: any. */
  readonly methods?: readonly string[];
  readonly applies?: (fact: RequestFact, context: RuleContext) => boolean;
  check(fact: RequestFact, context: RuleContext): readonly RuleAnswer[];
}

/** Makes a rule that looks at each request to some paths by itself. */
export function requestRule({ methods, applies, check, ...words }: RequestRule): Rule {
  return factRule({
    ...words,
    kinds: ['request'],
    applies: (fact, context) =>
      fact.kind === 'request' &&
      methods?.includes(fact.method) !== false &&
      applies?.(fact, context) !== false,
    check: (fact, context) => (fact.kind === 'request' ? check(fact, context) : []),
  });
}

/** A rule over resources, wherever they are. */
export interface ResourceRule extends Words {
  readonly resources: readonly string[];
  check(fact: ResourceFact, context: RuleContext): readonly RuleAnswer[];
}

/** Makes a rule that looks at each resource by itself. */
export function resourceRule({ check, ...words }: ResourceRule): Rule {
  return factRule({
    ...words,
    kinds: ['resource'],
    applies: (fact) => fact.kind === 'resource',
    check: (fact, context) => (fact.kind === 'resource' ? check(fact, context) : []),
  });
}
