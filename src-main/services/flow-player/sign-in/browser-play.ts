import { GatehouseError } from '#shared/errors/index.ts';
import type { BrowseEnd } from '../browse-end.ts';
import type { CallbackSeen } from '../callback-seen.ts';
import { setPageValues } from '../page-values.ts';
import type { DrivenPage } from './driven-page.ts';
import { type FilledKind, fillFields, kindOfFill } from './fill-fields.ts';
import { nextAct, personMessage, type SignInAct, saying, stopMessage } from './next-act.ts';
import type { ElementPlace, SeenElement, SeenFrame, SeenPage } from './page-seen.ts';
import { notePassword, type Walk } from './walk.ts';

/** The rest between two looks, in milliseconds. */
const restMillis = 25;
/** How long a page that asks for nothing is waited for: while requests are under way, and without. */
const patienceMillis = { busy: 12_000, quiet: 3_000 };
/** How long a page may stay as it was after it was answered. */
const afterActMillis = { busy: 10_000, quiet: 4_000 };
/** How long something that looks final has to stay: pages are drawn in steps. */
const finalMillis = 500;
/** How long a page that asks again is given to say why. */
const alertMillis = 1_000;

type Page = SeenPage & { readonly frames: readonly SeenFrame[] };

/** An act that was done, and the page at that time. */
interface Done {
  readonly key: string;
  readonly document: string;
  readonly alerts: ReadonlySet<string>;
  readonly atMillis: number;
}

const noResponse = { status: 0, reason: '', headers: [], body: Buffer.alloc(0), clientPort: 0 };

/** Somebody in front of a page of a browser: looks, waits until the page is ready, acts, and notices how it was taken. */
export class BrowserPlay {
  readonly #walk: Walk;
  readonly #page: DrivenPage;
  readonly #person: { readonly username: string; readonly password: string };
  readonly #callback: () => CallbackSeen | null;
  /** Takes the cookies of the browser into the jar of the play. */
  readonly #sync: () => Promise<void>;
  readonly #pressed = new Map<string, Done>();
  readonly #sent = new Map<FilledKind, Done>();
  #ended: string | null = null;
  /** The page at the last look. */
  seen: Page = { frames: [] };

  constructor(
    walk: Walk,
    page: DrivenPage,
    person: { readonly username: string; readonly password: string },
    callback: () => CallbackSeen | null,
    sync: () => Promise<void>,
  ) {
    this.#sync = sync;
    this.#walk = walk;
    this.#page = page;
    this.#person = person;
    this.#callback = callback;
    void page.ended.then(({ message }) => {
      this.#ended = message;
    });
  }

  /** Plays until the browser would leave for the client, or to where it cannot go on. @throws attack.no-page, PlayFailure */
  async run(signal: AbortSignal): Promise<BrowseEnd> {
    let former = '';
    let sinceMillis = performance.now();
    for (;;) {
      const callback = this.#callback();
      if (callback !== null) return { end: 'callback', callback };
      if (signal.aborted)
        return { end: 'failure', message: `The sign-in timed out. ${stopMessage(this.seen)}` };
      if (this.#ended !== null) return { end: 'failure', message: this.#ended };
      const seen = await this.#page.look().catch(() => ({ frames: [] }));
      this.seen = seen;
      const act = this.#isLoading(seen) ? ({ act: 'none' } as const) : nextAct(seen, this.#deciding());
      const key = keyOf(act);
      const isStill = key === former;
      if (!isStill) sinceMillis = performance.now();
      former = key;
      const waitedMillis = performance.now() - sinceMillis;
      const end =
        act.act === 'none'
          ? await this.#nothing(seen, waitedMillis)
          : isStill
            ? await this.#act(seen, act, waitedMillis)
            : null;
      if (end !== null && this.#callback() === null) return end;
      await this.#walk.player.pause(restMillis);
    }
  }

  #deciding() {
    return { username: this.#person.username, decision: this.#walk.step.decision };
  }

  #isLoading({ frames: [main] }: Page): boolean {
    return main === undefined || main.isLoading;
  }

  /** Nothing is there to act on: a page that is not ready, or one that is at its end. */
  async #nothing(seen: Page, waitedMillis: number): Promise<BrowseEnd | null> {
    const isBusy = this.#page.pending() > 0 || this.#isLoading(seen);
    if (waitedMillis < patienceMillis[isBusy ? 'busy' : 'quiet']) return null;
    const { until } = this.#walk.step;
    if (until === 'page') return this.#shown(null, seen);
    return { end: 'page', response: noResponse, message: stopMessage(seen) };
  }

  async #act(
    seen: Page,
    act: Exclude<SignInAct, { act: 'none' }>,
    waitedMillis: number,
  ): Promise<BrowseEnd | null> {
    if (act.act === 'person')
      return waitedMillis < finalMillis ? null : { end: 'failure', message: personMessage(act.what, seen) };
    if (this.#stopsAt(act)) return this.#shown(placeOf(act), seen);
    return act.act === 'press' ? this.#press(seen, act, waitedMillis) : this.#fill(seen, act, waitedMillis);
  }

  #stopsAt(act: SignInAct): boolean {
    const { until } = this.#walk.step;
    if (until === 'page') return true;
    if (until === 'sign-in') return act.act === 'fill' && act.fields.password !== null;
    return until === 'consent' && act.act === 'press' && act.why === 'decision';
  }

  /** @throws attack.no-page where the page has no form that later steps could submit on their own */
  async #shown(at: ElementPlace | null, { frames: [main] }: Page): Promise<BrowseEnd> {
    const { player, step } = this.#walk;
    const form = await this.#page.form(at).catch(() => null);
    if (form === null && step.until !== 'page')
      throw new GatehouseError(
        'attack.no-page',
        `The ${step.until} page has no form that works without scripts.`,
        {
          fix: 'No action needed. The case does not apply to this server.',
        },
      );
    const url = new URL(main?.url ?? this.#walk.home);
    // The values of the page say which cookies were known before it.
    await this.#sync();
    setPageValues(player, step, { form: form ?? { action: '', method: 'POST', inputs: [] }, url });
    return { end: 'shown', response: noResponse };
  }

  async #press(
    seen: Page,
    act: SignInAct & { act: 'press' },
    waitedMillis: number,
  ): Promise<BrowseEnd | null> {
    const { frame, button, tick } = act;
    for (const box of tick) {
      const key = `${frame.document} tick ${box.index}`;
      if (this.#pressed.has(key)) continue;
      this.#pressed.set(key, doneNow(key, frame, seen));
      await this.#page.press(place(frame, box));
      return null;
    }
    const key = `${frame.document} ${button.index} ${button.label} ${frame.headings.join(' ')}`;
    const done = this.#pressed.get(key);
    if (done !== undefined) return this.#isOverdue(done) ? this.#stop(seen) : null;
    if (!button.isEnabled) return waitedMillis > patienceMillis.busy ? this.#stop(seen) : null;
    const how = await this.#page.press(place(frame, button));
    if (how === 'pressed') this.#pressed.set(key, doneNow(key, frame, seen));
    return how === 'covered' && waitedMillis > patienceMillis.busy ? this.#stop(seen) : null;
  }

  async #fill(seen: Page, act: SignInAct & { act: 'fill' }, waitedMillis: number): Promise<BrowseEnd | null> {
    const { fields } = act;
    const kind = kindOfFill(fields);
    const done = this.#sent.get(kind);
    if (done !== undefined || (kind === 'password' && this.#walk.isPasswordSent))
      return this.#isTakenAgain(kind, done, seen, fields.frame, waitedMillis, act);
    const how = await fillFields(this.#walk, this.#page, act, this.#person, waitedMillis);
    if (how === 'wait') return waitedMillis > patienceMillis.busy ? this.#stop(seen) : null;
    if (how !== 'sent') return { end: 'failure', message: how.failure };
    const key = keyOf(act);
    this.#sent.set(kind, doneNow(key, fields.frame, seen));
    if (kind === 'password') this.#walk.isPasswordSent = true;
    return null;
  }

  /** The page asks again for what it was given: it was refused, or has not been looked at yet. */
  async #isTakenAgain(
    kind: FilledKind,
    done: Done | undefined,
    seen: Page,
    frame: SeenFrame,
    waitedMillis: number,
    { fields }: SignInAct & { act: 'fill' },
  ): Promise<BrowseEnd | null> {
    const alert = alertsOf(seen).find((text) => done?.alerts.has(text) !== true);
    const field = fields.code[0] ?? fields.password ?? fields.user;
    const isAnother = done === undefined || done.document !== frame.document;
    const isEmptied = field?.filled === 0 && field.isEnabled;
    const isQuiet = this.#page.pending() === 0;
    // A page may draw what it says after its fields.
    const isSaid = alert !== undefined || waitedMillis > alertMillis;
    const isRefused =
      (isAnother || alert !== undefined || isEmptied) && isQuiet && isSaid && waitedMillis > finalMillis / 2;
    if (!isRefused && (done === undefined || !this.#isOverdue(done))) return null;
    if (kind === 'password' && isRefused) await notePassword(this.#walk, 'refused');
    return { end: 'failure', message: this.#refusedMessage(kind, isRefused, alert) };
  }

  #refusedMessage(kind: FilledKind, isRefused: boolean, alert: string | undefined): string {
    const { username } = this.#person;
    const said = saying(alert);
    if (!isRefused)
      return `The sign-in did not continue after the ${nameOf[kind]} of ${username} was submitted.${said}`;
    return `The server did not accept the ${nameOf[kind]} of ${username}.${said}`;
  }

  #isOverdue({ atMillis }: Done): boolean {
    const elapsedMillis = performance.now() - atMillis;
    return elapsedMillis > afterActMillis[this.#page.pending() > 0 ? 'busy' : 'quiet'];
  }

  #stop(seen: Page): BrowseEnd {
    return { end: 'failure', message: stopMessage(seen) };
  }
}

const nameOf: Readonly<Record<FilledKind, string>> = {
  user: 'user name',
  password: 'password',
  code: 'one-time code',
};

function place({ frame, document }: SeenFrame, { index }: SeenElement): ElementPlace {
  return { frame, document, index };
}

function placeOf(act: Exclude<SignInAct, { act: 'none' | 'person' }>): ElementPlace | null {
  if (act.act === 'press') return place(act.frame, act.button);
  const { frame, password, user, code } = act.fields;
  const field = password ?? user ?? code[0];
  return field === undefined ? null : place(frame, field);
}

function doneNow(key: string, frame: SeenFrame, seen: Page): Done {
  return { key, document: frame.document, alerts: new Set(alertsOf(seen)), atMillis: performance.now() };
}

function alertsOf({ frames }: Page): readonly string[] {
  return frames.filter(({ isVisible }) => isVisible).flatMap(({ alerts }) => alerts);
}

/** An act with the places of its elements: two that are alike have not moved. */
function keyOf(act: SignInAct): string {
  const at = (element: SeenElement | null | undefined) =>
    element == null
      ? ''
      : [element.index, element.left, element.top, element.width, element.height].join(',');
  switch (act.act) {
    case 'none':
      return 'none';
    case 'person':
      return act.what;
    case 'press':
      return ['press', act.frame.document, act.button.label, at(act.button)].join(' ');
    case 'fill':
      return [
        'fill',
        act.fields.frame.document,
        at(act.fields.user),
        at(act.fields.password),
        ...act.fields.code.map(at),
      ].join(' ');
  }
}
