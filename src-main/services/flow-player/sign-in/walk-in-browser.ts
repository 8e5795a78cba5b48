import type { RawResponse } from '#main/platform/raw-http.ts';
import type { RenderedRequest } from '#shared/flows/index.ts';
import { type BrowseEnd, cancelledEnd } from '../browse-end.ts';
import type { CallbackSeen } from '../callback-seen.ts';
import { PlayFailure } from '../play-failure.ts';
import type { SendOutcome } from '../player.ts';
import { isAnswerTo } from './answers.ts';
import { BrowserPlay } from './browser-play.ts';
import { textOfPage } from './drawn-page.ts';
import type { DrivenPage, HeldDocument, SeenDocument } from './driven-page.ts';
import type { SeenPage } from './page-seen.ts';
import { playFile } from './play-file.ts';
import { notePassword, personOf, type Walk } from './walk.ts';

/** The longest time of one sign-in in a browser, in milliseconds. */
const maxMillis = 60_000;

/**
 * Goes on in a browser from a page of the walk, which the browser is given as it came, to the client or to the page at
 * which the step stops. Ends at once when it is cancelled, whatever the browser is doing.
 * @throws browser.not-found, browser.root-refused, browser.did-not-start, browser.closed, attack.no-page, PlayFailure
 */
export async function walkInBrowser(walk: Walk, url: URL, response: RawResponse): Promise<BrowseEnd> {
  const cancelled = walk.hooks.signal;
  const late = AbortSignal.timeout(maxMillis);
  const signal = cancelled === undefined ? late : AbortSignal.any([cancelled, late]);
  try {
    const end = await playInBrowser(walk, url, response, signal);
    return cancelled?.aborted === true ? cancelledEnd : end;
  } catch (error) {
    // A browser that is being put away answers with failures.
    if (cancelled?.aborted === true) return cancelledEnd;
    if (late.aborted)
      return { end: 'failure', message: `The sign-in took longer than ${maxMillis / 1_000} s.` };
    throw error;
  }
}

async function playInBrowser(
  walk: Walk,
  url: URL,
  response: RawResponse,
  signal: AbortSignal,
): Promise<BrowseEnd> {
  const { player, step, hooks, ways } = walk;
  if (ways.browsers === null) throw new PlayFailure('This page needs a browser, but none is available.');
  const person = await personOf(walk);
  walk.secrets.push(person.password);
  const jar = player.jar(step.browser);
  let callback: CallbackSeen | null = null;
  let last = response;
  const page = await ways.browsers.open({
    url: url.href,
    answer: response,
    cookies: jar.all(),
    tags: player.tagsOf(step.id),
    hidden: () => walk.secrets,
    signal,
    isAnswer(held) {
      if (!endsAt(walk, held, url)) return false;
      callback ??= { url: held.url, form: textOf(held.postData) };
      return true;
    },
    onDocument(document) {
      const outcome = outcomeOf(document);
      player.note(step.id, outcome);
      hooks.onHop?.('page', outcome);
      if (document.isTop && document.response !== null) last = document.response;
    },
  });
  let end: BrowseEnd;
  let seen: SeenPage;
  try {
    const sync = async () => jar.replaceBy(await page.cookies().catch(() => jar.all()));
    const play = new BrowserPlay(walk, page, person, () => callback, sync);
    // A step that stops at a page looks for it; acts lead past it.
    const described = step.until === undefined || step.until === 'callback' ? ways.acts : null;
    const stopped =
      described === null
        ? null
        : await playFile(walk, described, { page, ...person, isOver: () => callback !== null, signal });
    end = stopped ?? (await play.run(signal));
    seen = play.seen;
    if (end.end !== 'shown') await sync();
    await showStop(walk, page, person, end);
  } finally {
    page.close();
  }
  if (end.end === 'callback') await notePassword(walk, 'accepted');
  if (end.end === 'shown') player.noteDrawn(step.id, textOfPage(seen));
  // Only now everything that the browser was given is known.
  return end.end === 'page' || end.end === 'shown' ? { ...end, response: last } : end;
}

/** Hands over a picture of the page at which a sign-in stopped, without what was typed or may be. */
async function showStop(
  { hooks, secrets }: Walk,
  page: DrivenPage,
  { username, password }: { readonly username: string; readonly password: string },
  { end }: BrowseEnd,
): Promise<void> {
  if (hooks.onStopped === undefined || end === 'callback' || end === 'shown') return;
  const picture = await page.picture([username, password, ...secrets].filter((value) => value !== ''));
  if (picture !== null) hooks.onStopped(picture);
}

/** True of a document that is not asked for, because it would bring the answer to the client. */
function endsAt(walk: Walk, { url, postData, isTop }: HeldDocument, base: URL): boolean {
  const names = postData === null ? [] : [...new URLSearchParams(textOf(postData) ?? '').keys()];
  if (!isTop) return walk.redirectUris.some((uri) => url.startsWith(uri));
  if (isAnswerTo(url, base, walk, names)) return true;
  const { origin } = new URL(url);
  if (walk.step.until === 'elsewhere' && origin !== walk.home) return true;
  walk.visited.add(origin);
  return false;
}

function textOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('utf8');
}

/** A document of a browser as the outcome of a request. */
function outcomeOf(document: SeenDocument): SendOutcome {
  const { method, url, requestHeaders, requestBody, response, exchangeId, durationMillis } = document;
  const { origin, pathname, search } = new URL(url);
  const target = pathname + search;
  const body = Buffer.from(requestBody ?? '').toString('latin1');
  const lines = requestHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${requestHeaders[index + 1] ?? ''}`] : [],
  );
  const request: RenderedRequest = {
    origin,
    method,
    target,
    headers: requestHeaders,
    body,
    bytes: `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
  };
  return { exchangeId, request, response, failure: null, durationMillis };
}
