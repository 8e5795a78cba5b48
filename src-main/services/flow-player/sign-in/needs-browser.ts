import type { RawResponse } from '#main/platform/raw-http.ts';
import { headerValue } from '#main/platform/raw-http.ts';
import { type Page, type PageForm, readPage } from '../page-form.ts';
import type { PlayTarget } from '../target.ts';
import type { Walk } from './walk.ts';
import { memoryKeyOf, signInWaysOf } from './ways.ts';

/** Types of inputs that nobody fills in. */
const idle: ReadonlySet<string> = new Set(['hidden', 'submit', 'button', 'image', 'reset']);

/**
 * Tests whether a page has to be answered in a browser: as the target says, as was found before, or because plain forms
 * do not suffice. `isShown`: the step stops at it, and its form is there.
 */
export function needsBrowser(
  { ways, player, step }: Walk,
  page: Page,
  response: RawResponse,
  isShown: boolean,
  username: string,
): boolean {
  if (ways.browsers === null || ways.with === 'forms' || isShown || !isHtml(response)) return false;
  // An error is read and not answered.
  if (response.status >= 400 && page.form === null) return false;
  if (ways.with === 'browser' || ways.acts !== null || ways.memory.needsBrowser(memoryKeyOf(player.target)))
    return true;
  // A list of accounts may be nothing but links.
  if (page.form === null) return page.hasScript || (username !== '' && response.body.includes(username));
  return !isAnswerable(page.form, page, step.decision);
}

/** Tests whether a page is only seen once a script has drawn it, at a server that is known for such pages. */
export function needsDrawing(target: PlayTarget, response: RawResponse): boolean {
  const { memory } = signInWaysOf(target);
  if (response.status !== 200 || !memory.needsBrowser(memoryKeyOf(target)) || !isHtml(response)) return false;
  const { form, hasScript } = readPage(response.body.toString('utf8'));
  return form === null && hasScript;
}

function isHtml({ headers, body }: RawResponse): boolean {
  const type = headerValue(headers, 'content-type');
  return type === null ? body.includes('<') : /\bhtml\b/i.test(type);
}

/** True of a form that asks for name and password at once, or for nothing but a decision that its buttons name. */
function isAnswerable({ inputs }: PageForm, { formCount }: Page, decision: string): boolean {
  const asked = inputs.filter(({ type }) => !idle.has(type));
  const passwords = asked.filter(({ type }) => type === 'password');
  if (passwords.length > 0)
    return passwords.length === 1 && asked.some(({ type }) => type === 'text' || type === 'email');
  if (asked.length > 0 || formCount > 1) return false;
  const named = inputs.filter(({ type, name }) => type === 'submit' && name !== '');
  return named.length < 2 || named.some(({ value }) => value === decision);
}
