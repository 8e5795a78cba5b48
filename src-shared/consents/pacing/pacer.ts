import type { Pace } from '../job.ts';

/**
 * Says when the next request may be sent, and learns from what comes of it. All times are milliseconds of one clock
 * that only goes forward.
 */
export interface Pacer {
  /** The instant from which the next request may be sent; one that has passed: now. */
  nextAt(nowMillis: number): number;
  /** A request is being sent. */
  sent(nowMillis: number): void;
  /** One was let through, whatever else came of it. */
  passed(): void;
  /** One that was sent at `sentAtMillis` was refused for the rate. */
  refused(sentAtMillis: number, nowMillis: number): void;
  /** The limit that is believed in, per second; null: nothing is known yet. */
  readonly limitPerSecond: number | null;
  /** True if the limit was learnt from refusals, not given. */
  readonly isLearned: boolean;
}

/** Share of a configured limit at which requests are sent: two clocks never run quite alike. */
const configuredShare = 0.99;
/** Share of the limit at which is sent right after a refusal. */
const afterRefusalShare = 0.97;
/** Time in which the pace comes back to the limit after a refusal, in milliseconds … */
const recoveryMillis = 300;
/** … and at least that of so many requests: what is left unused in it must fit into a small bucket. */
const recoveryRequests = 110;
/** The same as long as the limit is known but roughly: then more is lost by coming too late. */
const searchMillis = 250;
const searchRequests = 8;
/** Pace after a first refusal that nothing had gone before. */
const minFirstPerSecond = 2;
/** Pace at which an unknown limit is looked for, and the time in which that doubles. */
const firstPerSecond = 50;
const doublingMillis = 250;
const maxPerSecond = 50_000;
const minPerSecond = 0.2;
/** By how much one request may take longer to arrive than another, where a limit was told. */
const unevenMillis = 60;
/** Requests between two refusals from which on the rate between them is exact enough. */
const exactRequests = 60;
/** A refusal within so many requests of the one before says that the limit has fallen … */
const suddenRequests = 20;
/** … when what got through meanwhile is less than this share of what was expected. */
const fallenShare = 0.75;
const momentsKept = 8;
/** Requests that may be made good after a timer was late, beyond those of `lateMillis`. */
const freeCatchUp = 1;
const lateMillis = 15;

/** A moment at which the bucket of the other side was empty, and how many requests it had let through by then. */
interface EmptyMoment {
  readonly atMillis: number;
  readonly passed: number;
}

/** Makes a pacer that is told a limit, or has to learn it. */
export function createPacer(pace: Pace): Pacer {
  return new TokenPacer(pace);
}

/**
 * Two refusals are moments at which the bucket is empty, so what got through between them over the time between them is
 * its rate. The pace lies just below that and comes back up, faster and faster, until the next refusal: the bucket never
 * overflows, and a limit that was raised is found. A class because its methods are called for each request.
 */
class TokenPacer implements Pacer {
  readonly configured: { readonly perSecond: number; readonly burst: number } | null;
  #limit: number | null;
  #isLearned: boolean;
  /** Instant until which is booked; a token takes the time of one request at the pace of the moment. */
  #bookedUntilMillis = Number.NEGATIVE_INFINITY;
  #beganAtMillis: number | null = null;
  #refusedAtMillis = 0;
  /** Requests that were sent before this learnt of the refusal that they got too. */
  #answeredSentAtMillis = Number.NEGATIVE_INFINITY;
  #passed = 0;
  #empty: EmptyMoment[] = [];
  /** True if the limit was determined from enough requests. */
  #isExact = false;

  constructor(pace: Pace) {
    this.configured = pace.mode === 'told' ? pace : null;
    this.#limit = this.configured?.perSecond ?? null;
    this.#isLearned = false;
  }

  get limitPerSecond(): number | null {
    return this.#limit;
  }

  get isLearned(): boolean {
    return this.#isLearned;
  }

  nextAt(nowMillis: number): number {
    const millisPerRequest = 1_000 / this.#paceAt(nowMillis);
    return this.#bookedUntilMillis - this.#credit(millisPerRequest) * millisPerRequest;
  }

  sent(nowMillis: number): void {
    this.#beganAtMillis ??= nowMillis;
    const millisPerRequest = 1_000 / this.#paceAt(nowMillis);
    this.#bookedUntilMillis = Math.max(this.#bookedUntilMillis, nowMillis) + millisPerRequest;
  }

  passed(): void {
    this.#passed += 1;
  }

  refused(sentAtMillis: number, nowMillis: number): void {
    // Those that were under way when the pace was lowered say nothing about the new one.
    if (sentAtMillis <= this.#answeredSentAtMillis) return;
    const limit = this.#limitAfterRefusal(nowMillis);
    this.#limit = Math.min(maxPerSecond, Math.max(minPerSecond, this.#atMostTold(limit)));
    this.#isLearned = true;
    this.#refusedAtMillis = nowMillis;
    this.#answeredSentAtMillis = nowMillis;
    // The bucket is empty: a token and a half make up for answers that take unequally long.
    const millisPerRequest = 1_000 / this.#paceAt(nowMillis);
    this.#bookedUntilMillis = nowMillis + (1.5 + this.#credit(millisPerRequest)) * millisPerRequest;
  }

  #paceAt(nowMillis: number): number {
    const limit = this.#limit;
    if (limit === null) {
      const elapsedMillis = this.#beganAtMillis === null ? 0 : nowMillis - this.#beganAtMillis;
      return Math.min(maxPerSecond, firstPerSecond * 2 ** (elapsedMillis / doublingMillis));
    }
    if (!this.#isLearned) return limit * configuredShare;
    const fullMillis = this.#isExact
      ? Math.max(recoveryMillis, (recoveryRequests * 1_000) / limit)
      : Math.max(searchMillis, (searchRequests * 1_000) / limit);
    const since = (nowMillis - this.#refusedAtMillis) / fullMillis;
    const pace = limit * (afterRefusalShare + (1 - afterRefusalShare) * since * since);
    return Math.min(maxPerSecond, this.#atMostTold(pace));
  }

  #atMostTold(perSecond: number): number {
    return this.configured === null
      ? perSecond
      : Math.min(perSecond, this.configured.perSecond * configuredShare);
  }

  /** Requests that may be sent ahead of their time: the burst that was told, else what a late timer has to make good. */
  #credit(millisPerRequest: number): number {
    if (this.#limit === null) return 0;
    if (this.configured === null || this.#isLearned) return freeCatchUp + lateMillis / millisPerRequest;
    const { burst, perSecond } = this.configured;
    // A few are kept back: requests that leave one after the other may arrive at once.
    return Math.max(0, burst - 1 - Math.min(burst / 2, 1 + (perSecond * unevenMillis) / 1_000));
  }

  #limitAfterRefusal(nowMillis: number): number {
    const moment = { atMillis: nowMillis, passed: this.#passed };
    const before = this.#empty.at(-1);
    const known = this.#empty;
    this.#empty = [...known.slice(-momentsKept), moment];
    this.#isExact = false;
    if (before === undefined) return this.#limit ?? this.#rateSoFar(nowMillis);
    const recent = rateBetween(before, moment);
    const believed = this.#limit ?? recent;
    const isSudden = moment.passed - before.passed < suddenRequests;
    if (isSudden && recent < believed * fallenShare) {
      this.#empty = [moment];
      return Math.max(recent, believed / 2);
    }
    const exact = known.findLast(({ passed }) => moment.passed - passed >= exactRequests);
    this.#isExact = exact !== undefined;
    return rateBetween(exact ?? known[0] ?? before, moment);
  }

  /** Before a second refusal: what got through in all, which the first bucketful makes too much. */
  #rateSoFar(nowMillis: number): number {
    const elapsedMillis = Math.max(1, nowMillis - (this.#beganAtMillis ?? nowMillis));
    return Math.max(minFirstPerSecond, (this.#passed * 1_000) / elapsedMillis);
  }
}

function rateBetween(from: EmptyMoment, to: EmptyMoment): number {
  return ((to.passed - from.passed) * 1_000) / Math.max(1, to.atMillis - from.atMillis);
}
