import type { TraceRule } from '#shared/exchange/index.ts';
import { type CompiledExpression, evaluateString } from '#shared/expressions/index.ts';
import type { ThrottlingFilterNode } from '#shared/gateway/types.ts';
import {
  createLimiter,
  createNanoTime,
  createPolicy,
  type Limiter,
  type PolicyPorts,
  type RatePolicy,
  type RateResult,
  rateLimitHeaders,
  retryAfterSeconds,
} from '#shared/throttle/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { GatewayContext } from '../context.ts';
import type { RequestNotes } from '../request-notes.ts';
import { bare, type GatewayResponse } from '../response.ts';
import type { RunningFilter, ThrottlingOutcome, ThrottlingStatus } from './filter.ts';
import { bucketKey, GroupNames } from './group-names.ts';
import { type Decision, ThrottlingRules } from './throttling-rules.ts';

export interface ThrottlingPorts extends PolicyPorts {
  /** Never goes back. */
  readonly clock: Clock;
}

/** Buckets that are looked through in one go, so that nobody has to wait for a cleaning. */
const sweptAtOnce = 20_000;
/** Text that may be a token or a secret: scripts and policies say what they like, and the trace must not hold it. */
const tokenLike = /[\w.~+/=-]{20,}/g;

/**
 * ThrottlingFilter: lets each group of requests pass at its rate, and answers 429 beyond it. A class because
 * its method is on the hot path.
 * @throws errors of the script of the policy
 */
export class ThrottlingFilter implements RunningFilter {
  readonly name: string;
  readonly #node: ThrottlingFilterNode;
  readonly #group: CompiledExpression;
  readonly #policy: RatePolicy;
  readonly #limiter: Limiter;
  readonly #nowNanos: () => number;
  readonly #cleaning: NodeJS.Timeout;
  readonly #names: GroupNames;
  readonly #rules: ThrottlingRules;
  readonly #counts = { accepted: 0, refused: 0, shadowed: 0, unthrottled: 0, failed: 0 };

  constructor(node: ThrottlingFilterNode, ports: ThrottlingPorts) {
    const { config, name } = node;
    this.name = name;
    this.#node = node;
    this.#names = new GroupNames(config.group);
    this.#rules = new ThrottlingRules(node, this.#names);
    this.#group = config.group;
    this.#policy = createPolicy(config.policy, ports);
    const limiter = createLimiter(config);
    this.#limiter = limiter;
    this.#nowNanos = createNanoTime(ports.clock, (byNanos) => limiter.rebase(byNanos));
    this.#cleaning = setInterval(() => this.#sweep(limiter.size), config.cleaningIntervalMillis);
    this.#cleaning.unref();
  }

  filter(
    context: GatewayContext,
    filterIndex: number,
  ): GatewayResponse | null | Promise<GatewayResponse | null> {
    const nowNanos = this.#nowNanos();
    const { scope } = context;
    let answer: RateResult | Promise<RateResult>;
    try {
      answer = this.#policy.rate(scope, nowNanos);
    } catch (error) {
      return this.#fail(context, filterIndex, error);
    }
    if (!(answer instanceof Promise)) return this.#decide(context, filterIndex, answer, nowNanos);
    return answer.then(
      // It may have taken its time: buckets use the time of its arrival.
      (late) => this.#decide(context, filterIndex, late, this.#nowNanos()),
      (error: unknown) => this.#fail(context, filterIndex, error),
    );
  }

  #decide(
    context: GatewayContext,
    filterIndex: number,
    answer: RateResult,
    nowNanos: number,
  ): GatewayResponse | null {
    const text = evaluateString(this.#group, context.scope);
    const { rate } = answer;
    if (text === null)
      return this.#failWith(context, filterIndex, answer, 'The group of the request is not a string.');
    const group = bucketKey(text);
    if (rate === null) {
      this.#counts.unthrottled += 1;
      context.run.notes[filterIndex] = {
        group,
        answer,
        waitNanos: 0,
        level: null,
        failure: null,
      } satisfies Decision;
      return null;
    }
    const limiter = this.#limiter;
    const waitNanos = limiter.decide(group, rate, nowNanos);
    const level = limiter.peek(group, nowNanos)?.level ?? null;
    context.run.notes[filterIndex] = { group, answer, waitNanos, level, failure: null } satisfies Decision;
    const { shadow, rateLimitHeaders: isTold } = this.#node.config;
    const told = isTold ? rateLimitHeaders(this.name, rate, level ?? 0, waitNanos) : [];
    if (isTold) context.responseHeaders = [...(context.responseHeaders ?? []), ...told];
    if (waitNanos === 0) this.#counts.accepted += 1;
    else if (shadow) this.#counts.shadowed += 1;
    else {
      this.#counts.refused += 1;
      return {
        status: 429,
        headers: ['Retry-After', String(retryAfterSeconds(waitNanos)), ...told],
        body: '',
      };
    }
    return null;
  }

  #fail(context: GatewayContext, filterIndex: number, error: unknown): GatewayResponse {
    const why = error instanceof Error ? error.message : String(error);
    return this.#failWith(context, filterIndex, null, why.replaceAll(tokenLike, '…'));
  }

  #failWith(
    context: GatewayContext,
    filterIndex: number,
    answer: RateResult | null,
    failure: string,
  ): GatewayResponse {
    this.#counts.failed += 1;
    context.run.notes[filterIndex] = {
      group: null,
      answer,
      waitNanos: 0,
      level: null,
      failure,
    } satisfies Decision;
    return bare(500);
  }

  rules({ notes }: RequestNotes, filterIndex: number): readonly TraceRule[] {
    const decision = notes[filterIndex] as Decision | undefined;
    return decision === undefined ? this.unreached : this.#rules.of(decision);
  }

  get unreached(): readonly TraceRule[] {
    return this.#rules.unreached;
  }

  throttling(maxBuckets: number): Omit<ThrottlingStatus, 'pointer'> {
    const { name, config } = this.#node;
    // Finding the emptiest means looking at all of them.
    const views = maxBuckets === 0 ? [] : this.#limiter.views(this.#nowNanos(), maxBuckets);
    return {
      name,
      isShadow: config.shadow,
      counts: { ...this.#counts, overflowed: this.#limiter.overflowed },
      groupCount: this.#limiter.size,
      buckets: views.map((view) => ({ ...view, group: this.#names.shown(view.group) })),
    };
  }

  throttled({ notes }: RequestNotes, filterIndex: number): ThrottlingOutcome {
    const decision = notes[filterIndex] as Decision | undefined;
    if (decision === undefined) return 'not-reached';
    if (decision.failure !== null) return 'failed';
    if (decision.waitNanos > 0) return this.#node.config.shadow ? 'shadowed' : 'refused';
    return decision.answer?.rate === null ? 'unthrottled' : 'accepted';
  }

  reset(): void {
    this.#limiter.clear();
  }

  close(): void {
    clearInterval(this.#cleaning);
    this.#limiter.clear();
  }

  #sweep(left: number): void {
    this.#limiter.sweep(this.#nowNanos(), sweptAtOnce);
    if (left > sweptAtOnce) setImmediate(() => this.#sweep(left - sweptAtOnce));
  }
}
