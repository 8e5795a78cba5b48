import type { Fact, FactChange, FactPart, ScriptFact } from '#shared/contract/facts.ts';
import type { FoundIn, Rule, RuleAnswer, RuleFinding, RuleRun } from '#shared/contract/rule.ts';
import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { isCommented } from './comments.ts';
import { valuesIn } from './json-walk.ts';
import { isAuthorizationRequest, isTokenRequest, parameterOf } from './oauth.ts';
import { isUnknown } from './placeholder.ts';

/** Verdict of a rule on a scope. */
export interface ScopeVerdict {
  readonly message: string;
  readonly subject: string;
  readonly fixTitle?: string;
  /** Takes its place; null: nothing does. Absent: that is not known. */
  readonly becomes?: string | null;
}

/** A rule over scopes: those of requests for authorization and tokens, of clients in documents, and of scripts. */
export interface ScopeRule extends Omit<Rule, 'begin' | 'kinds' | 'templates' | 'resources'> {
  judge(scope: string): ScopeVerdict | null;
}

const scopeMembers: ReadonlySet<unknown> = new Set(['scope', 'scopes', 'allowedScopes', 'allowed_scopes']);
/** Findings in texts of scripts that are kept. */
const maxKept = 2_000;
const quotedScopes = /(?<=["'`\s=])[\w.-]+(?::[\w.-]+){2,4}(?=["'`\s&])/g;

/** Creates a rule from a statement about one scope. */
export function scopeRule({ judge, ...rule }: ScopeRule): Rule {
  return {
    ...rule,
    kinds: ['request', 'document', 'script'],
    begin: () => new ScopeRun(judge),
  };
}

interface JudgedScopes {
  readonly first: ScopeVerdict;
  readonly at: number;
  /** Scopes to be requested instead. */
  readonly next: readonly string[];
  /** True if the replacements of all are known. */
  readonly isKnown: boolean;
}

class ScopeRun implements RuleRun {
  readonly #judge: ScopeRule['judge'];
  /** Findings in texts of scripts; those in their requests are better. */
  readonly #inTexts: FoundIn[] = [];
  #isInRequests = false;

  constructor(judge: ScopeRule['judge']) {
    this.#judge = judge;
  }

  applies(fact: Fact): boolean {
    if (fact.kind !== 'request') return true;
    return (isTokenRequest(fact) || isAuthorizationRequest(fact)) && parameterOf(fact, 'scope') !== null;
  }

  check(fact: Fact): readonly RuleAnswer[] {
    switch (fact.kind) {
      case 'request': {
        const found = parameterOf(fact, 'scope');
        if (found === null) return [];
        const part = { part: found.part, name: 'scope' } as const;
        const findings = this.#ofWords(part, found.value);
        this.#isInRequests ||= findings.length > 0;
        return findings.length === 0 && isUnknown(found.value) ? [{ untold: part }] : findings;
      }
      case 'document':
        return [...valuesIn(fact.value)].flatMap(({ path, value }) => {
          if (!scopeMembers.has(path.at(-1))) return [];
          const part = { part: 'body', path } as const;
          if (typeof value === 'string') return this.#ofWords(part, value);
          return Array.isArray(value) ? this.#ofList(path, value as readonly JsonValue[]) : [];
        });
      case 'script':
        this.#readText(fact);
        return [];
      case 'resource':
        return [];
    }
  }

  end(): readonly FoundIn[] {
    return this.#isInRequests ? [] : this.#inTexts;
  }

  /** Scopes in one text, with spaces between. RFC 6749 §3.3 */
  #ofWords(part: FactPart, text: string): readonly RuleFinding[] {
    const judged = this.#judgeAll(text.split(' ').filter((word) => word !== ''));
    if (judged === null) return [];
    const { next } = judged;
    const change: FactChange =
      next.length === 0 ? { kind: 'remove', of: part } : { kind: 'set', of: part, value: next.join(' ') };
    return [findingOf(part, judged.first, judged.isKnown ? change : null)];
  }

  /** Scopes in a list: the first that is wrong is pointed at, all are put right. */
  #ofList(path: JsonPath, list: readonly JsonValue[]): readonly RuleFinding[] {
    const scopes = list.map((each) => (typeof each === 'string' ? each : ''));
    const judged = this.#judgeAll(scopes);
    if (judged === null || scopes.includes('')) return [];
    const change: FactChange = { kind: 'set', of: { part: 'body', path }, value: judged.next };
    const part = { part: 'body', path: [...path, judged.at] } as const;
    return [findingOf(part, judged.first, judged.isKnown ? change : null)];
  }

  /** null: none of them is wrong. */
  #judgeAll(scopes: readonly string[]): JudgedScopes | null {
    const verdicts = scopes.map((scope) => (isUnknown(scope) ? null : this.#judge(scope)));
    const at = verdicts.findIndex((verdict) => verdict !== null);
    const first = verdicts[at];
    if (first === undefined || first === null) return null;
    const next = scopes.flatMap((scope, index) => {
      const verdict = verdicts[index] ?? null;
      const becomes = verdict === null ? scope : verdict.becomes;
      return becomes === null || becomes === undefined ? [] : [becomes];
    });
    const isKnown = verdicts.every((verdict) => verdict === null || verdict.becomes !== undefined);
    return { first, at, next: [...new Set(next)], isKnown };
  }

  #readText(fact: ScriptFact): void {
    for (const { 0: scope, index } of fact.text.matchAll(quotedScopes)) {
      if (this.#inTexts.length >= maxKept) return;
      const verdict = this.#judge(scope);
      if (verdict === null || isCommented(fact, index)) continue;
      const part = { part: 'text', at: index, length: scope.length } as const;
      const change =
        verdict.becomes === null || verdict.becomes === undefined
          ? null
          : ({ kind: 'set', of: part, value: verdict.becomes } as const);
      this.#inTexts.push({ fact, finding: findingOf(part, verdict, change) });
    }
  }
}

function findingOf(part: FactPart, verdict: ScopeVerdict, change: FactChange | null): RuleFinding {
  const { message, subject, fixTitle } = verdict;
  return {
    part,
    message,
    subject,
    ...(change === null || fixTitle === undefined ? {} : { fix: { title: fixTitle, changes: [change] } }),
  };
}
