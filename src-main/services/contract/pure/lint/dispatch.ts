import type { Rule } from '#shared/contract/rule.ts';
import { indexTemplates } from '../templates.ts';

/** Which rules are shown a fact, by their place in the list of rules. */
export interface RuleDispatch {
  /** Rules that look at every request. */
  readonly ofRequests: readonly number[];
  readonly ofScripts: readonly number[];
  readonly ofDocuments: readonly number[];
  /** Rules that look at requests to this path only. */
  ofPath(segments: readonly string[]): readonly number[];
  /** Rules that look at this resource in requests and documents. */
  ofResource(id: string): readonly number[];
  ofResponses(id: string): readonly number[];
}

/** Sorts rules by what they look at, so that a fact is shown to few. */
export function dispatchRules(rules: readonly Rule[]): RuleDispatch {
  const entries = [...rules.entries()];
  const numbersOf = (test: (rule: Rule) => boolean) =>
    entries.flatMap(([index, rule]) => (test(rule) ? [index] : []));
  const paths = indexTemplates(
    entries.flatMap(([index, { kinds, templates = [] }]) =>
      kinds.includes('request') ? templates.map((template) => [template, index] as const) : [],
    ),
  );
  const ofResources = byId((id) =>
    numbersOf(({ kinds, resources }) => kinds.includes('resource') && resources?.includes(id) !== false),
  );
  const ofResponses = byId((id) => ofResources(id).filter((index) => rules[index]?.readsResponses === true));
  return {
    ofRequests: numbersOf(({ kinds, templates }) => kinds.includes('request') && templates === undefined),
    ofScripts: numbersOf(({ kinds }) => kinds.includes('script')),
    ofDocuments: numbersOf(({ kinds }) => kinds.includes('document')),
    ofPath: (segments) => paths.find(segments),
    ofResource: ofResources,
    ofResponses,
  };
}

function byId(numbersOf: (id: string) => readonly number[]): (id: string) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  return (id) => {
    const kept = known.get(id) ?? numbersOf(id);
    known.set(id, kept);
    return kept;
  };
}
