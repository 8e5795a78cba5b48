import type { Fact, FactChange, FactKind, FactPart } from './facts.ts';
import type { ContractHistory, RuleSource } from './history.ts';

export const lintSeverities = ['error', 'warning', 'info'] as const;
export type LintSeverity = (typeof lintSeverities)[number];

/**
 * The finding of a rule at one place. Never holds a secret: values of headers, forms and queries are named, not
 * quoted.
 */
export interface RuleFinding {
  readonly part: FactPart;
  /** The problem at this place. */
  readonly message: string;
  /** The subject of the finding, short and stable: a path template, a property. Ignores name it. */
  readonly subject: string;
  /** Absent: that of the rule. */
  readonly severity?: LintSeverity;
  /** The remedy at this place; absent: that of the rule. */
  readonly replacement?: string;
  readonly fix?: { readonly title: string; readonly changes: readonly FactChange[] };
  /** Where its name comes from; absent: as its rule. */
  readonly source?: RuleSource;
  /** For which contract dates this one holds; absent: as its rule. */
  readonly holds?: Rule['holds'];
}

/** The answer of a rule that asked for a value which is only known when the request is sent. */
export interface UntoldValue {
  readonly untold: FactPart;
}

/** A finding, or that a rule cannot tell. */
export type RuleAnswer = RuleFinding | UntoldValue;

/** The context available to rules besides the facts. */
export interface RuleContext {
  readonly history: ContractHistory;
  /** The vendor's part of media types. */
  readonly mediaType: string;
  readonly nowMillis: number;
  /** Requests a second that a platform allows, by its host name; null: not known. */
  limitPerSecond(hostName: string | null): number | null;
}

/** A finding with the fact it was found in. */
export interface FoundIn {
  readonly fact: Fact;
  readonly finding: RuleFinding;
}

/** A rule at work over the facts of one artefact, in their order. */
export interface RuleRun {
  /** True if the rule applies to the fact: without any such fact, the rule had no target. */
  applies(fact: Fact): boolean;
  /** Only called with facts to which it applies. */
  check(fact: Fact): readonly RuleAnswer[];
  /** After the last fact: what only all of them together show. */
  end?(): readonly FoundIn[];
}

/** A rule: one file each, and one line in the registry. */
export interface Rule {
  /** `CC-001` … `CC-032`, `CC-H01`, `CC-H02`, `CS-001` … `CS-065`. */
  readonly id: string;
  readonly title: string;
  /** The day of the change; null: it holds at any date. */
  readonly date: string | null;
  /** Ids of the entries that it comes from. */
  readonly entries: readonly string[];
  readonly severity: LintSeverity;
  readonly source: RuleSource;
  /** The pattern that the rule looks for, in one sentence. */
  readonly detection: string;
  /** The recommended replacement. */
  readonly replacement: string;
  readonly hasFix: boolean;
  /**
   * For which contract dates it holds: `from` (included) and `until` (not included). A change breaks from its date on;
   * what is available since a date is missing before it.
   */
  readonly holds: { readonly from: string | null; readonly until: string | null };
  readonly kinds: readonly FactKind[];
  /** Path templates: of all requests it is only shown those that match one. Absent: it is shown every request. */
  readonly templates?: readonly string[];
  /** Ids of resources: of all resource facts it is only shown these. Absent: it is shown every one. */
  readonly resources?: readonly string[];
  /** True if the rule also looks at resources in responses; only then it is shown them. */
  readonly readsResponses?: boolean;
  begin(context: RuleContext): RuleRun;
}

/** A rule that looks at each fact by itself. */
export interface FactRule extends Omit<Rule, 'begin' | 'holds' | 'hasFix'> {
  readonly hasFix?: boolean;
  readonly holds?: Rule['holds'];
  applies(fact: Fact, context: RuleContext): boolean;
  check(fact: Fact, context: RuleContext): readonly RuleAnswer[];
}

/** Makes a rule of one that needs no memory; without `holds` it breaks from its date on. */
export function factRule({ applies, check, holds, hasFix = false, ...rule }: FactRule): Rule {
  return {
    ...rule,
    hasFix,
    holds: holds ?? { from: rule.date, until: null },
    begin: (context) => ({
      applies: (fact) => applies(fact, context),
      check: (fact) => check(fact, context),
    }),
  };
}
