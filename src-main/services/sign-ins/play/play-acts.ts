import type { StopSignal, Timers } from '#main/platform/timers.ts';
import { type SignInAct, signInBounds } from '#shared/sign-ins/index.ts';
import { httpOrigin, matchesAddress } from '../address-pattern.ts';
import { type ElementAct, isElementAct, queryOf, typesValue } from './locate.ts';
import { PlayValues, type UserValues } from './play-values.ts';
import type { FoundElement, PageDescription, SignInPage } from './sign-in-page.ts';

/** The parts of a play. */
export interface Play<Found extends FoundElement> {
  readonly acts: readonly SignInAct[];
  readonly page: SignInPage<Found>;
  readonly values: UserValues;
  /** True for the origins of issuer, authorization endpoint and `sign_in.origins`. */
  readonly isAllowed: (origin: string) => boolean;
  readonly timers: Timers;
  readonly signal?: StopSignal;
  /** How long each act is waited for unless it says otherwise, in milliseconds. */
  readonly actMillis?: number;
}

/**
 * Why a play stopped: the element did not come; the page or the element lies at an origin where nothing may be typed; the
 * play took too long as a whole; no such value is stored; it was told to stop.
 */
export type StopReason = 'not-found' | 'elsewhere' | 'time' | 'no-value' | 'cancelled';

/** The outcome of an act. `needless`: the run had come to its redirect URI before. */
export type ActOutcome = 'played' | 'skipped' | 'needless';

export type PlayResult =
  | {
      readonly kind: 'done';
      readonly outcomes: readonly ActOutcome[];
      /** Acts that the file requires, although the sign-in also succeeded without them. */
      readonly passedWithout: readonly number[];
    }
  | {
      readonly kind: 'stopped';
      /** The act at which it stopped, from 0. */
      readonly act: number;
      readonly reason: StopReason;
      /** The origin at which nothing is typed; null: another reason. */
      readonly origin: string | null;
      /** The value that is not stored; null: another reason. */
      readonly missing: 'password' | 'totp' | null;
      readonly outcomes: readonly ActOutcome[];
      /** The page that was there instead, without the values of the user; null: none. */
      readonly there: PageDescription | null;
    };

/** How an act came out: where it did not, why. */
type Step =
  | { readonly is: 'played' | 'skipped' | 'passed-without' }
  | {
      readonly is: 'stopped';
      readonly reason: StopReason;
      readonly origin?: string;
      readonly missing?: 'password' | 'totp';
    };

/** How often a page is looked at, in milliseconds. */
const lookMillis = 50;
/** How long ways that say what an element is go before those that only know its place, in milliseconds. */
const sureMillis = 1_500;
/** How long the next element has to be there before an optional act counts as not asked for, in milliseconds. */
const settledMillis = 400;

const stopped = (
  reason: StopReason,
  more: { origin?: string; missing?: 'password' | 'totp' } = {},
): Step => ({
  is: 'stopped',
  reason,
  ...more,
});

/** Plays the acts of a sign-in. Whatever comes of it is a result; only a page that breaks rejects. */
export async function playActs<Found extends FoundElement>(play: Play<Found>): Promise<PlayResult> {
  return new Player(play).run();
}

class Player<Found extends FoundElement> {
  readonly #play: Play<Found>;
  readonly #values: PlayValues;
  readonly #endMillis: number;
  #hasNavigated = false;
  /** True after an element act that was skipped: keys that were pressed in it are as well. */
  #isSkipping = false;
  #filled: { readonly act: ElementAct; readonly value: string } | null = null;

  constructor(play: Play<Found>) {
    this.#play = play;
    this.#values = new PlayValues(play.values);
    this.#endMillis = play.timers.nowMillis() + signInBounds.playMillis;
  }

  async run(): Promise<PlayResult> {
    const { acts, page } = this.#play;
    const outcomes: ActOutcome[] = [];
    const passedWithout: number[] = [];
    for (const [index, act] of acts.entries()) {
      if (page.isOver()) {
        outcomes.push('needless');
        continue;
      }
      const step = await this.#step(act, index).catch((error: unknown): Step => {
        if (this.#play.signal?.aborted === true) return stopped('cancelled');
        throw error;
      });
      if (step.is === 'stopped') return this.#stop(step, index, outcomes);
      // A page that had all it needed while an act was waited for did not need the act.
      const isNeedless = step.is !== 'played' && page.isOver();
      outcomes.push(isNeedless ? 'needless' : step.is === 'played' ? 'played' : 'skipped');
      if (step.is === 'passed-without' && !isNeedless) passedWithout.push(index);
    }
    return { kind: 'done', outcomes, passedWithout };
  }

  async #step(act: SignInAct, index: number): Promise<Step> {
    const { page, signal } = this.#play;
    if (signal?.aborted === true) return stopped('cancelled');
    if (isElementAct(act)) {
      const step = await this.#onElement(act, index);
      this.#isSkipping = step.is === 'skipped' || step.is === 'passed-without';
      return step;
    }
    switch (act.type) {
      case 'setViewport':
        await page.resize(act.width, act.height);
        return { is: 'played' };
      case 'navigate':
        return this.#navigated(act);
      case 'keyDown':
      case 'keyUp':
        return this.#pressed(act);
      case 'scroll':
        await page.scroll(null, act.x ?? 0, act.y ?? 0);
        return { is: 'played' };
      case 'waitForElement':
        return this.#counted(act);
      default:
        return { is: 'skipped' };
    }
  }

  /** The first address is that of the run's own request; a sign-in waits for each further one. */
  async #navigated(act: Extract<SignInAct, { type: 'navigate' }>): Promise<Step> {
    if (!this.#hasNavigated) {
      this.#hasNavigated = true;
      return { is: 'played' };
    }
    const { page } = this.#play;
    const isThere = await this.#until(
      this.#deadline(act),
      async () => page.isOver() || matchesAddress(act.url, (await page.address()) ?? ''),
    );
    return isThere ? { is: 'played' } : this.#absent(act);
  }

  async #pressed(act: Extract<SignInAct, { type: 'keyDown' | 'keyUp' }>): Promise<Step> {
    if (this.#isSkipping) return { is: 'skipped' };
    const origin = await this.#play.page.focusedOrigin();
    if (origin !== null && !this.#play.isAllowed(origin)) return stopped('elsewhere', { origin });
    await this.#play.page.press(act.key, act.type === 'keyDown' ? 'down' : 'up');
    return { is: 'played' };
  }

  async #counted(act: Extract<SignInAct, { type: 'waitForElement' }>): Promise<Step> {
    const { page } = this.#play;
    const { operator = '==', count = 1 } = act;
    const isThere = await this.#until(this.#deadline(act), async () => {
      if (page.isOver()) return true;
      const sure = await page.count(queryOf(act, 'sure', this.#values));
      const found = sure > 0 ? sure : await page.count(queryOf(act, 'any', this.#values));
      if (operator === '==') return found === count;
      return operator === '>=' ? found >= count : found <= count;
    });
    return isThere ? { is: 'played' } : this.#absent(act);
  }

  async #onElement(act: ElementAct, index: number): Promise<Step> {
    const deadline = this.#deadline(act);
    const { page, timers, signal } = this.#play;
    const sureUntil = timers.nowMillis() + Math.min(sureMillis, (deadline - timers.nowMillis()) / 2);
    let nextSince: number | null = null;
    let elsewhere: Step | null = null;
    for (;;) {
      if (page.isOver()) return { is: 'skipped' };
      const step = await this.#tried(act, timers.nowMillis() >= sureUntil);
      // A page elsewhere may be one that sends people on by itself.
      if (step?.is === 'stopped' && step.reason === 'elsewhere') elsewhere = step;
      else if (step !== null) return step;
      if (step === null && act.optional === true) {
        nextSince = (await this.#isNextThere(index)) ? (nextSince ?? timers.nowMillis()) : null;
        if (nextSince !== null && timers.nowMillis() - nextSince >= settledMillis) return { is: 'skipped' };
      }
      if (timers.nowMillis() >= deadline) break;
      await timers.wait(lookMillis, signal);
    }
    if (elsewhere !== null) return elsewhere;
    if (act.optional !== true && !typesValue(act) && (await this.#isNextThere(index)))
      return { is: 'passed-without' };
    return this.#absent(act);
  }

  /** Tries an act once; null: its element is not there, or not any more. */
  async #tried(act: ElementAct, byPlace: boolean): Promise<Step | null> {
    const { isAllowed, signal } = this.#play;
    const found = await this.#find(act, byPlace);
    if (found === null) return null;
    if (!isAllowed(found.origin)) return stopped('elsewhere', { origin: found.origin });
    const text = act.type === 'change' ? act.value : '';
    // A code that could not be typed yet is not used up.
    const value = this.#filled?.act === act ? this.#filled.value : await this.#values.fill(text, signal);
    if (typeof value !== 'string') return stopped('no-value', value);
    this.#filled = { act, value };
    // Waiting for a code takes time in which the page may have drawn its field anew.
    const now = value === text ? found : await this.#find(act, byPlace);
    const isDone = now !== null && isAllowed(now.origin) && (await this.#act(act, now, value));
    return isDone ? { is: 'played' } : null;
  }

  async #act(act: ElementAct, element: Found, value: string): Promise<boolean> {
    const { page } = this.#play;
    switch (act.type) {
      case 'change':
        return page.fill(element, value);
      case 'hover':
        return page.hover(element);
      case 'scroll':
        return page.scroll(element, act.x ?? 0, act.y ?? 0);
      case 'click':
      case 'doubleClick': {
        const { button = 'primary', offsetX, offsetY } = act;
        const at = offsetX === undefined || offsetY === undefined ? null : { x: offsetX, y: offsetY };
        return page.click(element, { button, times: act.type === 'doubleClick' ? 2 : 1, at });
      }
    }
  }

  /** By ways that say what the element is; by its place only once those had their time. */
  async #find(act: ElementAct, byPlace: boolean): Promise<Found | null> {
    const { page } = this.#play;
    const sure = await page.find(queryOf(act, 'sure', this.#values));
    return sure ?? (byPlace ? page.find(queryOf(act, 'any', this.#values)) : null);
  }

  /** True if what a later act needs is there by now, up to the next one that has to come. */
  async #isNextThere(index: number): Promise<boolean> {
    for (const act of this.#play.acts.slice(index + 1)) {
      if (!isElementAct(act)) continue;
      const found = await this.#find(act, false);
      if (found !== null) return this.#play.isAllowed(found.origin);
      if (act.optional !== true) return false;
    }
    return false;
  }

  async #until(deadline: number, isSo: () => Promise<boolean>): Promise<boolean> {
    const { timers, signal } = this.#play;
    while (!(await isSo())) {
      if (timers.nowMillis() >= deadline) return false;
      await timers.wait(lookMillis, signal);
    }
    return true;
  }

  /** The reason of an act whose element did not come; none where the act may be missing. */
  async #absent(act: SignInAct): Promise<Step> {
    if (act.optional === true) return { is: 'skipped' };
    const { page, timers, isAllowed } = this.#play;
    if (timers.nowMillis() >= this.#endMillis) return stopped('time');
    const origin = httpOrigin((await page.address()) ?? '');
    return origin === null || isAllowed(origin) ? stopped('not-found') : stopped('elsewhere', { origin });
  }

  #waitMillis({ timeout }: SignInAct): number {
    return Math.min(timeout ?? this.#play.actMillis ?? signInBounds.usualActMillis, signInBounds.actMillis);
  }

  #deadline(act: SignInAct): number {
    return Math.min(this.#play.timers.nowMillis() + this.#waitMillis(act), this.#endMillis);
  }

  async #stop(
    { reason, origin, missing }: Extract<Step, { is: 'stopped' }>,
    act: number,
    outcomes: readonly ActOutcome[],
  ): Promise<PlayResult> {
    const { page } = this.#play;
    const there = await page.describe().catch(() => null);
    const secrets = this.#values.secrets().filter((secret) => secret !== '');
    const masked = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '•••'), text);
    return {
      kind: 'stopped',
      act,
      reason,
      origin: origin ?? null,
      missing: missing ?? null,
      outcomes,
      there: there === null ? null : { title: masked(there.title), labels: there.labels.map(masked) },
    };
  }
}
