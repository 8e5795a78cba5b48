import type { HttpResponse } from '#main/platform/http.ts';
import { formTargetsOf } from './form-targets.ts';
import { escapeHtml } from './html.ts';
import { renderPage } from './layout.ts';
import { catalogue, type Language } from './texts.ts';

export interface SignOutView {
  readonly language: Language;
  readonly issuer: string;
  readonly action: string;
  readonly csrf: string;
  /** Parameters of the request, which the form sends on. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly usernames: readonly string[];
  /** Name of the client that asks; null: nobody knows. */
  readonly clientName: string | null;
  /** Where the browser goes afterwards; null: nowhere. */
  readonly returnTo: string | null;
}

/** The page that asks before anybody is signed out. OpenID Connect RP-Initiated Logout §2 */
export function signOutPage(view: SignOutView): HttpResponse {
  const texts = catalogue[view.language];
  const { clientName, usernames, returnTo, parameters } = view;
  const lead =
    clientName === null ? texts.signOutAsked : `<b>${escapeHtml(clientName)}</b> ${texts.signOutAskedBy}`;
  const names = usernames.map(escapeHtml).join(', ');
  const back =
    returnTo === null
      ? ''
      : `<div><dt>${texts.sendsBackTo}</dt><dd><code>${escapeHtml(returnTo)}</code></dd></div>\n`;
  const hidden = [...parameters, ['csrf', view.csrf] as const].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const content =
    `<h1>${texts.signOutQuestion}</h1>\n<p class="lead">${lead}</p>\n` +
    `<dl>\n<div><dt>${texts.signedInAs}</dt><dd class="who">${names}</dd></div>\n${back}</dl>\n` +
    `<form method="post" action="${escapeHtml(view.action)}">\n${hidden.join('\n')}\n<div class="choices">` +
    `<button class="ink" type="submit" name="decision" value="sign-out">${texts.signOut}</button>` +
    `<button type="submit" name="decision" value="stay">${texts.staySignedIn}</button></div>\n</form>`;
  return renderPage({
    language: view.language,
    title: texts.signOutQuestion,
    content,
    status: 200,
    issuer: view.issuer,
    formTargets: returnTo === null ? ["'self'"] : formTargetsOf(returnTo),
  });
}

/** The page after a sign-out that leads nowhere, or after one that the user did not want. */
export function signOutDonePage(
  language: Language,
  issuer: string,
  isSignedOut: boolean,
  extraHeaders: readonly string[],
): HttpResponse {
  const texts = catalogue[language];
  const title = isSignedOut ? texts.signedOut : texts.stillSignedIn;
  const why = isSignedOut ? texts.signedOutWhy : texts.stillSignedInWhy;
  const content = `<h1>${title}</h1>\n<p class="lead">${why}</p>`;
  return renderPage({ language, title, content, status: 200, issuer, formTargets: [], extraHeaders });
}
