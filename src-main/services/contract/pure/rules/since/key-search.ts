import type { Fact, FactKind, FactPart, RequestFact } from '#shared/contract/facts.ts';
import type { SinceKey } from '#shared/contract/history.ts';
import type { LintSeverity, RuleContext, UntoldValue } from '#shared/contract/rule.ts';
import { isUnknown } from '../parts/placeholder.ts';

/** How one key of a row is looked for. */
export interface KeySearch {
  readonly kinds: readonly FactKind[];
  /** Path templates of the requests that could use it; absent: any could. */
  readonly templates?: readonly string[];
  /** Resources that could use it. */
  readonly resources?: readonly string[];
  /** Names the use in messages and ignores. */
  readonly subject: string;
  /** An error where a request as a whole is not understood without it. */
  readonly severity: LintSeverity;
  /** Returns true if the fact could use the key. */
  applies(fact: Fact, context: RuleContext): boolean;
  /** The parts that use it, or may; only called with facts to which it applies. */
  parts(fact: Fact, context: RuleContext): readonly KeyUse[];
}

/** A part that uses a key, or whose value is not told. */
export type KeyUse = FactPart | UntoldValue;

/** The key of one kind. */
export type KeyOf<Kind extends SinceKey['kind']> = Extract<SinceKey, { readonly kind: Kind }>;

/** A search among requests only. */
export function requestSearch(search: {
  readonly subject: string;
  readonly severity: LintSeverity;
  readonly templates?: readonly string[];
  applies(request: RequestFact): boolean;
  parts(request: RequestFact, context: RuleContext): readonly KeyUse[];
}): KeySearch {
  const { subject, severity, templates } = search;
  return {
    kinds: ['request'],
    ...(templates === undefined ? {} : { templates }),
    subject,
    severity,
    applies: (fact) => fact.kind === 'request' && search.applies(fact),
    parts: (fact, context) => (fact.kind === 'request' ? search.parts(fact, context) : []),
  };
}

/** Tests whether a request goes to an authorization endpoint, by whichever of its usual names. */
export function isAuthorization({ segments }: RequestFact): boolean {
  return /^(?:authorize|authorization(?:\.oauth2)?)$/.test(segments.at(-1) ?? '');
}

/** Tests whether a request goes to a token endpoint, by whichever of its usual names. */
export function isToken({ method, segments }: RequestFact): boolean {
  return method === 'POST' && /^token(?:\.oauth2)?$/.test(segments.at(-1) ?? '');
}

/** The parts of a request that give a parameter one of the values that count, or one that is not told. */
export function parameterParts(
  { query, form }: RequestFact,
  name: string,
  counts: (value: string) => boolean,
): readonly KeyUse[] {
  const usesIn = (part: 'query' | 'form', fields: typeof query): readonly KeyUse[] => {
    const values = fields.get(name) ?? [];
    if (values.some(counts)) return [{ part, name }];
    return values.some(isUnknown) ? [{ untold: { part, name } }] : [];
  };
  return [...usesIn('query', query), ...usesIn('form', form)];
}
