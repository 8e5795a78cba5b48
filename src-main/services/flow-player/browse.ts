import { headerValue, type RawResponse } from '#main/platform/raw-http.ts';
import type { BrowseStep, BrowseUntil } from '#shared/flows/index.ts';
import { formEncode } from '#shared/oauth/index.ts';
import type { CallbackSeen } from './callback-seen.ts';
import { filledForm, pageRequest } from './fill-form.ts';
import { hiddenFields, type Page, type PageForm, readPage } from './page-form.ts';
import { asksForPassword, setLocation, setPageValues } from './page-values.ts';
import type { Player, SendOutcome } from './player.ts';

const maxHops = 14;

/** The end of a walk through the front channel. */
export type BrowseEnd =
  | { readonly end: 'callback'; readonly callback: CallbackSeen }
  /** A page that nobody can answer: an error page, most of the time. */
  | { readonly end: 'page'; readonly response: RawResponse }
  /** The page at which the step stops. */
  | { readonly end: 'shown'; readonly response: RawResponse }
  | { readonly end: 'failure'; readonly message: string };

/** Hooks to stop the walk and to follow it. */
export interface BrowseHooks {
  readonly signal?: AbortSignal;
  readonly onHop?: (kind: 'authorize' | 'page', outcome: SendOutcome) => void;
}

/**
 * Does what a person's browser does without a person: sends the authorization request, follows redirects, keeps cookies,
 * signs in and decides, until the browser would leave for the client, or to the page at which the step stops. Works with
 * any server whose pages are forms.
 * @throws flow.value-missing, PlayFailure
 */
export async function browse(player: Player, step: BrowseStep, hooks: BrowseHooks = {}): Promise<BrowseEnd> {
  const first = await player.prepare(step.request, step.browser);
  let outcome = await player.transmit(step.id, first, step.browser);
  hooks.onHop?.('authorize', outcome);
  const home = new URL(first.origin).origin;
  const redirectUri = await sentRedirectUri(player, step);
  let url = URL.canParse(first.origin + first.target) ? new URL(first.origin + first.target) : new URL(home);
  let signedIn = false;
  for (let hop = 0; hop < maxHops; hop += 1) {
    if (hooks.signal?.aborted === true) return { end: 'failure', message: 'It was cancelled.' };
    const { response } = outcome;
    if (response === null)
      return { end: 'failure', message: outcome.failure?.message ?? 'There was no answer.' };
    const next = nextRequest(response, { url, home, redirectUri, decision: step.decision });
    if ('end' in next) return step.until === 'elsewhere' ? leavingFor(player, step, next, response) : next;
    if (next.kind === 'form') {
      const isSignIn = asksForPassword(next.form);
      if (stopsAt(step.until, next.form)) {
        setPageValues(player, step, { form: next.form, url });
        return { end: 'shown', response };
      }
      if (isSignIn && signedIn)
        return {
          end: 'failure',
          message: `The server did not accept the password of ${await player.fill(step.username)}.`,
        };
      signedIn ||= isSignIn;
    }
    const request =
      next.kind === 'redirect' ? pageRequest(next.url, url) : await filledForm(player, step, next.form, url);
    url = new URL(request.url);
    outcome = await player.transmit(
      step.id,
      await player.prepare(request.request, step.browser),
      step.browser,
    );
    hooks.onHop?.('page', outcome);
  }
  return { end: 'failure', message: `The sign-in did not end after ${maxHops} requests.` };
}

/** The end of a step that only wants to know where the browser is sent. */
function leavingFor(player: Player, step: BrowseStep, end: BrowseEnd, response: RawResponse): BrowseEnd {
  if (end.end !== 'callback') return end;
  setLocation(player, step, end.callback.url);
  return { end: 'shown', response };
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

/** The redirect URI as the request really names it: a case may have changed it. */
async function sentRedirectUri(player: Player, { request }: BrowseStep): Promise<string | null> {
  const field = request.query.find(({ name, isOmitted }) => name === 'redirect_uri' && !isOmitted);
  const own = player.client()?.redirectUri ?? null;
  if (field === undefined) return own;
  try {
    return await player.fill(field.value);
  } catch {
    return own;
  }
}

type Next =
  | BrowseEnd
  | { readonly kind: 'redirect'; readonly url: URL }
  | { readonly kind: 'form'; readonly form: PageForm };

/** Where the browser is, and what ends its walk. */
interface Whereabouts {
  readonly url: URL;
  /** Origin of the authorization server. */
  readonly home: string;
  readonly redirectUri: string | null;
  readonly decision: BrowseStep['decision'];
}

function nextRequest(response: RawResponse, { url, home, redirectUri, decision }: Whereabouts): Next {
  const location = headerValue(response.headers, 'location');
  if (location !== null && response.status >= 300 && response.status < 400) {
    if (!URL.canParse(location, url)) return { end: 'callback', callback: { url: location, form: null } };
    const target = new URL(location, url);
    const leaves = target.origin !== home || (redirectUri !== null && location.startsWith(redirectUri));
    return leaves
      ? { end: 'callback', callback: { url: location, form: null } }
      : { kind: 'redirect', url: target };
  }
  const page = response.status < 500 ? readPage(response.body.toString('utf8')) : null;
  if (page === null || page.form === null) return { end: 'page', response };
  const { form } = page;
  // A browser goes nowhere by an address that is none.
  if (!URL.canParse(form.action, url)) return { end: 'page', response };
  const refusal = decision === 'deny' ? denyLink(page.refusals, form) : null;
  if (refusal !== null && URL.canParse(refusal, url)) return { kind: 'redirect', url: new URL(refusal, url) };
  const action = new URL(form.action === '' ? url.href : form.action, url);
  if (action.origin === home && !(redirectUri !== null && action.href.startsWith(redirectUri)))
    return { kind: 'form', form };
  const fields = hiddenFields(form).map(([name, value]) => `${formEncode(name)}=${formEncode(value)}`);
  return { end: 'callback', callback: { url: action.href, form: fields.join('&') } };
}

/** The link by which a page lets people say no, where it has no button for it; null on the page where they sign in. */
function denyLink(refusals: Page['refusals'], { inputs }: PageForm): string | null {
  const asksMore = inputs.some(({ type, value }) => type === 'password' || value === 'deny');
  return asksMore ? null : (refusals[0] ?? null);
}
