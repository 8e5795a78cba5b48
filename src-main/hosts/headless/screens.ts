import type { Opening, OpeningKind } from '#main/hosts/open-screens.ts';
import type { Random } from '#shared/time/clock.ts';
import { type Terminal } from './cli.ts';
import { canReadState, openInBrowser, ownBrowser } from './open-in-browser.ts';
import { writeStartPage } from './start-page.ts';
import type { WebHost } from './web-host.ts';

/** A page is opened at once. */
const pageSeconds = 30;
/** Somebody has to find the window, and paste. */
const linkSeconds = 600;

/** Makes a way to the screens, for one window. */
export function openingOf(kind: OpeningKind, web: WebHost, stateDirectory: string, random: Random): Opening {
  const { origin } = web;
  if (kind === 'link')
    return { origin, ...web.startLink({ seconds: linkSeconds, isReusable: false }), page: null };
  let remove = () => {};
  const link = web.startLink({ seconds: pageSeconds, isReusable: false, onOver: () => remove() });
  const page = writeStartPage(stateDirectory, link.url, random);
  remove = page.remove;
  return { origin, ...link, page: page.path };
}

/** The kind that this user's browser can open. */
export function openingKindHere(): OpeningKind {
  return canReadState(ownBrowser()) ? 'page' : 'link';
}

/** Opens the screens in the user's browser; where that cannot read the page, says what to paste there. */
export function showOpening({ origin, url, page }: Opening, terminal: Terminal): void {
  if (page !== null) return openInBrowser(page);
  terminal.out(`Your browser cannot read the state. Paste this link on the page that opens:\n  ${url}\n`);
  openInBrowser(origin);
}
