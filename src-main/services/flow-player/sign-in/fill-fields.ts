import { PlayFailure } from '../play-failure.ts';
import type { DrivenPage } from './driven-page.ts';
import { nextAct, type SignInAct } from './next-act.ts';
import type { SignInFields } from './page-fields.ts';
import type { ElementPlace, SeenElement } from './page-seen.ts';
import { type Walk, wasRefused } from './walk.ts';
import { elsewhereMessage, rememberedMessage } from './ways.ts';

/** The things that a page is given: the name of somebody, and the proof of it. */
export type FilledKind = 'user' | 'password' | 'code';

export function kindOfFill({ password, code }: SignInFields): FilledKind {
  if (password !== null) return 'password';
  return code.length > 0 ? 'code' : 'user';
}

type Filling = SignInAct & { readonly act: 'fill' };

/** `wait`: the page is not ready, and was not sent; a failure has the sentence that says why nothing is typed. */
export type FilledHow = 'sent' | 'wait' | { readonly failure: string };

/** How long a page elsewhere has to stay before it is taken for where the sign-in stands, in milliseconds. */
const elsewhereMillis = 600;
/** How long the button may take to be ready after the fields are filled in, in milliseconds. */
const buttonMillis = 5_000;
const restMillis = 25;

/** Fills in the fields of a page and sends it, once all is ready. @throws PlayFailure */
export async function fillFields(
  walk: Walk,
  page: DrivenPage,
  act: Filling,
  { username, password }: { readonly username: string; readonly password: string },
  waitedMillis: number,
): Promise<FilledHow> {
  const { fields } = act;
  const elsewhere = originElsewhere(walk, fields);
  if (elsewhere !== null)
    return waitedMillis < elsewhereMillis
      ? 'wait'
      : { failure: elsewhereMessage(elsewhere, walk.player.target) };
  const asked = fieldsToFill(fields, username);
  if (asked.some(({ isEnabled }) => !isEnabled)) return 'wait';
  const kind = kindOfFill(fields);
  if (username === '' || (kind === 'password' && password === ''))
    throw new PlayFailure('The user has no usable password.');
  if (kind === 'password' && (await wasRefused(walk, username, password)))
    return { failure: rememberedMessage(username) };
  const code = kind === 'code' ? await walk.ways.oneTimeCode(username) : '';
  if (code === null)
    return {
      failure: `A page asks for a one-time code, but ${username} has no TOTP secret. Add the secret to the user.`,
    };
  walk.secrets.push(code);
  const texts = asked.map((field, index) => textFor(field, fields, index, { username, password, code }));
  for (const [index, field] of asked.entries()) {
    const how = await page.type(placeOf(fields, field), texts[index] ?? '', fields.frame.origin);
    if (how === 'elsewhere') return { failure: elsewhereMessage(fields.frame.origin, walk.player.target) };
    if (how !== 'typed') return 'wait';
  }
  return send(walk, page, act, { username, password, code });
}

interface Typed {
  readonly username: string;
  readonly password: string;
  readonly code: string;
}

/** Presses the button that sends the fields, once it is ready; a page that sends itself needs none. */
async function send(walk: Walk, page: DrivenPage, { fields }: Filling, typed: Typed): Promise<FilledHow> {
  const { username } = typed;
  const untilMillis = performance.now() + buttonMillis;
  let isCovered = false;
  let looks = 0;
  while (performance.now() < untilMillis) {
    const seen = await page.look().catch(() => null);
    const act = seen === null ? null : nextAct(seen, { username, decision: walk.step.decision });
    // Pages with a field for each digit send them by themselves.
    if (act === null || act.act !== 'fill' || act.fields.frame.document !== fields.frame.document)
      return 'sent';
    if (kindOfFill(act.fields) !== kindOfFill(fields)) return 'sent';
    // The page has drawn its fields anew, without what was typed.
    if (!isFilledIn(act.fields, typed)) return 'wait';
    const { send: button } = act;
    looks += 1;
    const last = lastOf(act.fields);
    if (button === null && last !== undefined && looks > 3)
      return (await page.key(placeOf(act.fields, last), 'Enter')) ? 'sent' : 'wait';
    if (button?.isEnabled === true) {
      const how = await page.press(placeOf(act.fields, button));
      if (how === 'pressed') return 'sent';
      isCovered ||= how === 'covered';
    }
    await walk.player.pause(restMillis);
  }
  const last = lastOf(fields);
  const isByKey = !isCovered && last !== undefined && (await page.key(placeOf(fields, last), 'Enter'));
  return isByKey ? 'sent' : 'wait';
}

/** The fields in the order in which a person fills them in; a name that stands there already is left. */
function fieldsToFill({ user, password, code }: SignInFields, username: string): readonly SeenElement[] {
  const isThere = user !== null && (user.filled === username.length || (!user.isEnabled && user.filled > 0));
  return [...(user === null || isThere ? [] : [user]), ...(password === null ? [] : [password]), ...code];
}

function lastOf({ user, password, code }: SignInFields): SeenElement | undefined {
  return code.at(-1) ?? password ?? user ?? undefined;
}

function isFilledIn({ user, password: asked, code: digits }: SignInFields, typed: Typed): boolean {
  const { username, password, code } = typed;
  if (asked !== null && asked.filled !== password.length) return false;
  if (user?.isEnabled === true && user.filled !== username.length) return false;
  // Pages may write a code in groups.
  return digits.length === 0 || digits.reduce((sum, { filled }) => sum + filled, 0) >= code.length;
}

function textFor(
  field: SeenElement,
  { user, password: asked, code: digits }: SignInFields,
  index: number,
  { username, password, code }: Typed,
): string {
  if (field === user) return username;
  if (field === asked) return password;
  return digits.length === 1 ? code : code.charAt(index);
}

function placeOf({ frame }: SignInFields, { index }: SeenElement): ElementPlace {
  return { frame: frame.frame, document: frame.document, index };
}

/** The origin of a page that is not among those of the sign-in, or to which its form would go; null: all is well. */
function originElsewhere({ typing }: Walk, { frame, user, password, code }: SignInFields): string | null {
  if (!typing.has(frame.origin)) return frame.origin;
  const action = (password ?? user ?? code[0])?.action ?? '';
  const to = URL.canParse(action, frame.url) ? new URL(action, frame.url) : null;
  return to === null || !/^https?:$/.test(to.protocol) || typing.has(to.origin) ? null : to.origin;
}
