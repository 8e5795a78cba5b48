import { headerValue, type RawResponse } from '#main/platform/raw-http.ts';
import type { BrowseStep, BrowseUntil } from '#shared/flows/index.ts';
import { formEncode } from '#shared/oauth/index.ts';
import { type BrowseEnd, type BrowseHooks, cancelledEnd } from './browse-end.ts';
import { filledForm, pageRequest } from './fill-form.ts';
import { hiddenFields, type Page, type PageForm, readPage } from './page-form.ts';
import { asksForPassword, setLocation, setPageValues } from './page-values.ts';
import type { Player } from './player.ts';
import { isAnswerTo, isHandedOn } from './sign-in/answers.ts';
import { keepSession, resumeSession } from './sign-in/kept-session.ts';
import { needsBrowser } from './sign-in/needs-browser.ts';
import { beginWalk, notePassword, personOf, type Walk, wasRefused } from './sign-in/walk.ts';
import { walkInBrowser } from './sign-in/walk-in-browser.ts';
import { elsewhereMessage, memoryKeyOf, rememberedMessage } from './sign-in/ways.ts';

const maxHops = 14;

/**
 * Does what a person's browser does without a person: sends the authorization request, follows redirects, keeps cookies,
 * signs in and decides, until the browser would leave for the client, or to the page at which the step stops. Works over
 * plain HTTP where forms suffice, and goes on in a browser from the first page where they do not, as the target says.
 * @throws flow.value-missing, browser.not-found, browser.root-refused, browser.did-not-start, browser.closed, PlayFailure
 */
export async function browse(player: Player, step: BrowseStep, hooks: BrowseHooks = {}): Promise<BrowseEnd> {
  await resumeSession(player, step);
  const first = await player.prepare(step.request, step.browser);
  const outcome = await player.transmit(step.id, first, step.browser);
  hooks.onHop?.('authorize', outcome);
  const walk = await beginWalk(player, step, hooks, first);
  const url = URL.canParse(first.origin + first.target)
    ? new URL(first.origin + first.target)
    : new URL(walk.home);
  const end = await walkForms(walk, url, outcome);
  if (end.end === 'callback') {
    await notePassword(walk, 'accepted');
    await keepSession(player, step);
  }
  return end.end === 'callback' && step.until === 'elsewhere' ? leavingFor(walk, end) : end;
}

type First = Awaited<ReturnType<Player['transmit']>>;

async function walkForms(walk: Walk, from: URL, first: First): Promise<BrowseEnd> {
  const { player, step, hooks } = walk;
  let [url, outcome] = [from, first];
  for (let hop = 0; hop < maxHops; hop += 1) {
    if (hooks.signal?.aborted === true) return cancelledEnd;
    const { response } = outcome;
    if (response === null)
      return { end: 'failure', message: outcome.failure?.message ?? 'No response was received.' };
    walk.visited.add(url.origin);
    const page = pageOf(response);
    const next = nextRequest(walk, url, response, page);
    const end = await endAt(walk, url, response, page, next);
    if (end !== null) return end;
    if (next.kind === 'end') return next.end;
    const request =
      next.kind === 'redirect' ? pageRequest(next.url, url) : await filledForm(player, step, next.form, url);
    url = new URL(request.url);
    const prepared = await player.prepare(request.request, step.browser);
    outcome = await player.transmit(step.id, prepared, step.browser, '', walk.secrets);
    hooks.onHop?.('page', outcome);
  }
  return { end: 'failure', message: `The sign-in did not end after ${maxHops} requests.` };
}

/** The end of the walk over plain HTTP at a page: it goes on in a browser, or the step stops; null: its form is sent. */
async function endAt(
  walk: Walk,
  url: URL,
  response: RawResponse,
  page: Page | null,
  next: Next,
): Promise<BrowseEnd | null> {
  const { player, step } = walk;
  if (page === null || next.kind === 'redirect' || (next.kind === 'end' && next.end.end !== 'page'))
    return null;
  const form = next.kind === 'form' ? next.form : null;
  const isShown = form !== null && stopsAt(step.until, form);
  const { username } = await personOf(walk);
  if (needsBrowser(walk, page, response, isShown, username)) {
    walk.ways.memory.noteBrowser(memoryKeyOf(player.target));
    return walkInBrowser(walk, url, response);
  }
  if (form === null) return null;
  if (isShown) {
    setPageValues(player, step, { form, url });
    return { end: 'shown', response };
  }
  if (!asksForPassword(form)) return null;
  const refusal = await refusalToType(walk, form, url, page.hasScript);
  if (refusal !== null) return { end: 'failure', message: refusal };
  walk.isPasswordSent = true;
  walk.secrets.push(await player.fill(step.password));
  return null;
}

/** Why the password is not typed into a form; null: it is. */
async function refusalToType(
  walk: Walk,
  form: PageForm,
  url: URL,
  hasScript: boolean,
): Promise<string | null> {
  const { username, password } = await personOf(walk);
  if (walk.isPasswordSent) {
    await notePassword(walk, 'refused');
    const hint =
      hasScript && walk.ways.with === 'auto'
        ? ' If its page needs scripts, set sign_in.with to browser.'
        : '';
    return `The server did not accept the password of ${username}.${hint}`;
  }
  const action = new URL(form.action === '' ? url.href : form.action, url);
  const elsewhere = [url.origin, action.origin].find((origin) => !walk.typing.has(origin));
  if (elsewhere !== undefined) return elsewhereMessage(elsewhere, walk.player.target);
  return (await wasRefused(walk, username, password)) ? rememberedMessage(username) : null;
}

/** The end of a step that only wants to know where the browser is sent. */
function leavingFor({ player, step }: Walk, end: BrowseEnd & { readonly end: 'callback' }): BrowseEnd {
  setLocation(player, step, end.callback.url);
  const response = player.outcomes.get(step.id)?.at(-1)?.response ?? null;
  return response === null ? end : { end: 'shown', response };
}

/** True of the page at which a step stops. A page that asks for neither a name nor a password asks for consent. */
function stopsAt(until: BrowseUntil | undefined, form: PageForm): boolean {
  switch (until) {
    case undefined:
    case 'callback':
    case 'elsewhere':
      return false;
    case 'page':
      return true;
    case 'sign-in':
      return asksForPassword(form);
    case 'consent':
      return !form.inputs.some(({ type }) => type === 'password' || type === 'text' || type === 'email');
  }
}

function pageOf({ status, body }: RawResponse): Page | null {
  return status < 500 ? readPage(body.toString('utf8')) : null;
}

type Next =
  | { readonly kind: 'end'; readonly end: BrowseEnd }
  | { readonly kind: 'redirect'; readonly url: URL }
  | { readonly kind: 'form'; readonly form: PageForm };

const callbackAt = (url: string, form: string | null): Next => ({
  kind: 'end',
  end: { end: 'callback', callback: { url, form } },
});

function nextRequest(walk: Walk, url: URL, response: RawResponse, page: Page | null): Next {
  const location = headerValue(response.headers, 'location');
  if (location !== null && response.status >= 300 && response.status < 400)
    return leaves(walk, location, url)
      ? callbackAt(location, null)
      : { kind: 'redirect', url: new URL(location, url) };
  const form = page?.form ?? null;
  // A browser goes nowhere by an address that is none.
  if (page === null || form === null || !URL.canParse(form.action, url))
    return { kind: 'end', end: { end: 'page', response } };
  const refusal = walk.step.decision === 'deny' ? denyLink(page.refusals, form) : null;
  if (refusal !== null && URL.canParse(refusal, url)) return { kind: 'redirect', url: new URL(refusal, url) };
  const action = new URL(form.action === '' ? url.href : form.action, url);
  const hidden = hiddenFields(form);
  const names = hidden.map(([name]) => name);
  const isOurs = walk.visited.has(action.origin) || walk.typing.has(action.origin);
  const isOnward = isOurs || asksForPassword(form) || isHandedOn(names);
  if (isOnward && !isAnswerTo(action.href, url, walk, names)) return { kind: 'form', form };
  const fields = hidden.map(([name, value]) => `${formEncode(name)}=${formEncode(value)}`);
  return callbackAt(action.href, fields.join('&'));
}

function leaves(walk: Walk, location: string, url: URL): boolean {
  if (isAnswerTo(location, url, walk)) return true;
  return walk.step.until === 'elsewhere' && new URL(location, url).origin !== walk.home;
}

/** The link by which a page lets people say no, where it has no button for it; null on the page where they sign in. */
function denyLink(refusals: Page['refusals'], { inputs }: PageForm): string | null {
  const asksMore = inputs.some(({ type, value }) => type === 'password' || value === 'deny');
  return asksMore ? null : (refusals[0] ?? null);
}
