import type { Fact, FactKind, FactPart, RequestFact } from '#shared/contract/facts.ts';
import type { SinceKey } from '#shared/contract/history.ts';
import type { LintSeverity, RuleContext } from '#shared/contract/rule.ts';

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
  /** The parts that use it; only called with facts to which it applies. */
  parts(fact: Fact, context: RuleContext): readonly FactPart[];
}

/** The key of one kind. */
export type KeyOf<Kind extends SinceKey['kind']> = Extract<SinceKey, { readonly kind: Kind }>;

/** A search among requests only. */
export function requestSearch(search: {
  readonly subject: string;
  readonly severity: LintSeverity;
  readonly templates?: readonly string[];
  applies(request: RequestFact): boolean;
  parts(request: RequestFact, context: RuleContext): readonly FactPart[];
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

/** The parts of a request that give a parameter one of the values that count. */
export function parameterParts(
  { query, form }: RequestFact,
  name: string,
  counts: (value: string) => boolean,
): readonly FactPart[] {
  const isIn = (fields: ReadonlyMap<string, readonly string[]>) => (fields.get(name) ?? []).some(counts);
  return [
    ...(isIn(query) ? [{ part: 'query', name } as const] : []),
    ...(isIn(form) ? [{ part: 'form', name } as const] : []),
  ];
}
