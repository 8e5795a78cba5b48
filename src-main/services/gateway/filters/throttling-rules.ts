import { assertNever } from '#shared/errors/index.ts';
import type { TraceRule } from '#shared/exchange/index.ts';
import { mask } from '#shared/exchange/index.ts';
import type { ThrottlingFilterNode } from '#shared/gateway/types.ts';
import { type PolicyConfig, type Rate, type RateResult, rateText } from '#shared/throttle/index.ts';
import { type GroupNames, isSecretRead } from './group-names.ts';

/** The decision about a request, kept for its trace. */
export interface Decision {
  readonly group: string | null;
  /** Null: the policy failed. */
  readonly answer: RateResult | null;
  readonly waitNanos: number;
  /** Tokens left; null where nobody knows. */
  readonly level: number | null;
  readonly failure: string | null;
}

type Words = Pick<TraceRule, 'id' | 'rule' | 'clause'>;

const clause = 'Specification 2 §2 B.1';
const refusalClause = 'Specification 2 §4 B';
/** Rules that are kept for reuse: an identical object is recorded once. */
const maxKept = 1_024;
const nanosPerMilli = 1_000_000;

/** Puts decisions of one filter into words. A class because every exchange is recorded with them. */
export class ThrottlingRules {
  readonly #rate: Words;
  readonly #group: Words;
  readonly #token: Words;
  readonly #groupSource: string;
  readonly #isShadow: boolean;
  readonly #names: GroupNames;
  readonly #hidesMapped: boolean;
  readonly #rated = new WeakMap<RateResult, TraceRule>();
  readonly #groups = new Map<string, TraceRule>();
  readonly #tokens = new Map<string, TraceRule>();
  #latest: {
    readonly rate: Rate;
    readonly left: number;
    readonly waitMillis: number;
    rule: TraceRule;
  } | null = null;
  readonly unreached: readonly TraceRule[];

  constructor({ name, config }: ThrottlingFilterNode, names: GroupNames) {
    this.#names = names;
    this.#hidesMapped = mapsSecrets(config.policy);
    this.#isShadow = config.shadow;
    this.#groupSource = config.group.source;
    this.#rate = { id: `${name}:rate`, rule: `${name}: policy returns a rate`, clause };
    this.#group = { id: `${name}:group`, rule: `${name}: request belongs to a group`, clause };
    const shadow = config.shadow ? ' (shadow mode: counted, never rejected)' : '';
    const token = `${name}: bucket of the group has a token${shadow}`;
    this.#token = { id: `${name}:token`, rule: token, clause: refusalClause };
    this.unreached = [this.#rate, this.#group, this.#token].map((words) => ({ ...words, outcome: 'never' }));
  }

  of({ group, answer, waitNanos, level, failure }: Decision): readonly TraceRule[] {
    const [, groupNever, tokenNever] = this.unreached as readonly [TraceRule, TraceRule, TraceRule];
    if (answer === null)
      return [{ ...this.#rate, outcome: 'failed', detail: failure ?? '' }, groupNever, tokenNever];
    const rated = this.#ratedBy(answer);
    if (group === null) {
      const detail = failure ?? '';
      return [rated, { ...this.#group, outcome: 'failed', detail, want: this.#groupSource }, tokenNever];
    }
    const grouped = once(this.#groups, group, () => {
      return { ...this.#group, outcome: 'passed', got: this.#names.shown(group) };
    });
    return [rated, grouped, this.#tokenRule(answer.rate, waitNanos, level)];
  }

  #tokenRule(rate: Rate | null, waitNanos: number, level: number | null): TraceRule {
    if (rate === null) return once(this.#tokens, '', () => ({ ...this.#token, outcome: 'skipped' }));
    const left = level === null ? -1 : Math.floor(level);
    const waitMillis = Math.ceil(waitNanos / nanosPerMilli);
    const latest = this.#latest;
    // Under load most requests come out as the one before.
    if (latest?.rate === rate && latest.left === left && latest.waitMillis === waitMillis) return latest.rule;
    const key = `${left} of ${rate.numberOfRequests} left`;
    const rule = once(this.#tokens, `${key} ${waitMillis}`, () => {
      const got = left < 0 ? {} : { got: key };
      if (waitMillis === 0) return { ...this.#token, outcome: 'passed', ...got };
      const detail = `The next token is available in ${waitMillis / 1_000} s.`;
      return { ...this.#token, outcome: this.#isShadow ? 'skipped' : 'failed', detail, ...got };
    });
    this.#latest = { rate, left, waitMillis, rule };
    return rule;
  }

  #ratedBy(answer: RateResult): TraceRule {
    const known = this.#rated.get(answer);
    if (known !== undefined) return known;
    const { mapped } = answer;
    const isHidden = this.#hidesMapped && typeof mapped === 'string' && mapped !== '';
    const detail = originText(isHidden ? { ...answer, mapped: mask } : answer);
    const rule: TraceRule = { ...this.#rate, outcome: 'passed', detail, got: rateText(answer.rate) };
    this.#rated.set(answer, rule);
    return rule;
  }
}

function once(kept: Map<string, TraceRule>, key: string, make: () => TraceRule): TraceRule {
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= maxKept) kept.clear();
  const rule = make();
  kept.set(key, rule);
  return rule;
}

function mapsSecrets(policy: PolicyConfig): boolean {
  if (policy.type === 'DefaultRateThrottlingPolicy') return mapsSecrets(policy.delegate);
  return policy.type === 'MappedThrottlingPolicy' && policy.mapper.reads.some(isSecretRead);
}

function originText({ why, mapped }: RateResult): string {
  const from = mapped === undefined || mapped === null ? '' : ` for “${mapped}”`;
  switch (why) {
    case 'fixed':
      return 'The rate of the filter.';
    case 'mapped':
      return `Mapped${from}.`;
    case 'default':
      return `The default rate${from}.`;
    case 'script':
      return 'The rate that the script returned.';
    case 'none':
      return 'No rate applies.';
    default:
      return assertNever(why);
  }
}
