import type { BrowseStep } from '#shared/flows/index.ts';
import { buttonAfter, buttonsOf, goingButton, meaningOf } from './page-buttons.ts';
import { type SignInFields, signInFields } from './page-fields.ts';
import type { SeenElement, SeenFrame, SeenPage } from './page-seen.ts';
import {
  besideWords,
  captchaWords,
  holdsAny,
  newPasswordWords,
  otherAccountWords,
  passkeyWords,
  passwordInsteadWords,
  pushWords,
  staySignedInWords,
} from './words.ts';

/** The next act on a page of a sign-in. */
export type SignInAct =
  | { readonly act: 'fill'; readonly fields: SignInFields; readonly send: SeenElement | null }
  /** `why` tells a page that asks for a decision from one that only lies on the way. */
  | {
      readonly act: 'press';
      readonly frame: SeenFrame;
      readonly button: SeenElement;
      readonly tick: readonly SeenElement[];
      readonly why: 'account' | 'decision' | 'on';
    }
  /** Nobody but a person can answer this page. */
  | { readonly act: 'person'; readonly what: 'captcha' | 'passkey' | 'push' | 'new-password' }
  /** Nothing is there to act on, or not yet. */
  | { readonly act: 'none' };

/** The person who signs in, as far as a page has to know. */
export interface Deciding {
  readonly username: string;
  readonly decision: BrowseStep['decision'];
}

/** Decides what somebody would do next on a page: pure, of what can be seen there alone. */
export function nextAct({ frames }: SeenPage, deciding: Deciding): SignInAct {
  const shown = frames.filter(({ isVisible }) => isVisible);
  if (shown.some(hasCaptcha)) return { act: 'person', what: 'captcha' };
  const fields = signInFields(shown);
  if (fields !== null) {
    const last = fields.code.at(-1) ?? fields.password ?? fields.user;
    return { act: 'fill', fields, send: last === null ? null : buttonAfter(fields.frame, last) };
  }
  for (const frame of shown) {
    const act = actWithoutFields(frame, deciding);
    if (act !== null) return act;
  }
  return personOf(shown) ?? { act: 'none' };
}

function actWithoutFields(frame: SeenFrame, { username, decision }: Deciding): SignInAct | null {
  const buttons = buttonsOf(frame);
  if (buttons.length === 0) return null;
  const press = (
    button: SeenElement | null | undefined,
    why: 'account' | 'decision' | 'on',
  ): SignInAct | null => (button == null ? null : { act: 'press', frame, button, tick: [], why });
  const of = (meaning: ReturnType<typeof meaningOf>) =>
    buttons.find((button) => meaningOf(button) === meaning);
  const says = [frame.title, ...frame.headings, frame.text.slice(0, 1_000)].join(' ');
  if (holdsAny(says, staySignedInWords)) return press(of('deny') ?? of('skip') ?? goingButton(frame), 'on');
  const going = goingButton(frame);
  const allowing = of('allow') ?? going;
  // On a page with one's own name and a button to let a client in, the name only says who is asked.
  const account = of('allow') === undefined ? accountOf(frame, username) : undefined;
  const other = buttons.find(({ label }) => holdsAny(label, otherAccountWords));
  if (account !== undefined) return press(account, 'account');
  if (other !== undefined && of('allow') === undefined) return press(other, 'account');
  const instead = buttons.find(({ label }) => holdsAny(label, passwordInsteadWords));
  if (instead !== undefined) return press(instead, 'on');
  if (of('skip') !== undefined) return press(of('skip'), 'on');
  if (holdsAny(says, pushWords)) return null;
  if (allowing === undefined || allowing === null) return null;
  if (decision === 'deny') return press(of('deny') ?? null, 'decision');
  const tick = frame.elements.filter(
    ({ kind, isVisible, isEnabled, isChecked, type, label, names }) =>
      kind === 'check' &&
      type !== 'radio' &&
      isVisible &&
      isEnabled &&
      !isChecked &&
      !holdsAny(`${label} ${names}`, besideWords),
  );

  return { act: 'press', frame, button: allowing, tick, why: 'decision' };
}

/** The entry of a user in a list of accounts. */
function accountOf(frame: SeenFrame, username: string): SeenElement | undefined {
  if (username === '') return undefined;
  const name = username.toLowerCase();
  return buttonsOf(frame).find(
    ({ label, isEnabled }) =>
      isEnabled &&
      label
        .toLowerCase()
        .split(/[\s,;()<>]+/)
        .includes(name),
  );
}

function hasCaptcha({ frames, elements }: SeenFrame): boolean {
  return (
    frames.some((address) => holdsAny(address, captchaWords)) ||
    elements.some(
      ({ kind, names, label, isVisible }) =>
        isVisible && (kind === 'field' || kind === 'check') && holdsAny(`${names} ${label}`, captchaWords),
    )
  );
}

function personOf(frames: readonly SeenFrame[]): SignInAct | null {
  const says = frames.map(({ title, headings, text }) => [title, ...headings, text].join(' ')).join(' ');
  const asksNew = frames.some(({ elements }) =>
    elements.some(
      ({ type, isVisible, autocomplete }) =>
        isVisible && type === 'password' && autocomplete.includes('new-password'),
    ),
  );
  if (asksNew || holdsAny(says, newPasswordWords)) return { act: 'person', what: 'new-password' };
  if (holdsAny(says, pushWords)) return { act: 'person', what: 'push' };
  return holdsAny(says, passkeyWords) ? { act: 'person', what: 'passkey' } : null;
}

/** The sentence about a page that needs a person. */
export function personMessage(what: 'captcha' | 'passkey' | 'push' | 'new-password', page: SeenPage): string {
  const asks = {
    captcha: 'shows a CAPTCHA',
    passkey: 'asks for a passkey or security key',
    push: 'requires approval on another device',
    'new-password': 'asks for a new password',
  }[what];
  return `${titleOf(page)} ${asks}. This step cannot run unattended. Sign in manually in the controlled browser.`;
}

/** The sentence about a page that was not understood: its title, and what it shows. */
export function stopMessage(page: SeenPage): string {
  const shown = page.frames.filter(({ isVisible }) => isVisible).flatMap(({ elements }) => elements);
  const labels = shown
    .filter(({ isVisible, label }) => isVisible && label !== '')
    .map(({ label }) => `“${label.slice(0, 40)}”`);
  const alerts = page.frames.flatMap((frame) => frame.alerts);
  const what = labels.length === 0 ? 'no fields or buttons' : [...new Set(labels)].slice(0, 8).join(', ');
  return `${titleOf(page)} could not be completed unattended. The page shows ${what}.${saying(alerts[0])}`;
}

/** The sentence that repeats the words of a page. */
export function saying(text: string | undefined): string {
  return text === undefined ? '' : ` The page says “${text.replace(/\.$/, '')}”.`;
}

/** A page by its title, as a sentence begins with it. */
export function titleOf({ frames }: SeenPage): string {
  const [main] = frames;
  const title = main?.title || main?.headings[0] || '';
  return title === '' ? 'A page without a title' : `The page “${title}”`;
}
