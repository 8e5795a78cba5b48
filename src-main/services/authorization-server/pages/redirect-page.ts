import type { HttpResponse } from '#main/platform/http.ts';
import { escapeHtml } from './html.ts';
import { renderPage } from './layout.ts';
import { catalogue, type Language } from './texts.ts';

export interface OnwardView {
  readonly language: Language;
  readonly issuer: string;
  /** Where the browser goes. */
  readonly location: string;
  readonly extraHeaders: readonly string[];
}

/** The page that leads on by itself, without script; where that is switched off, a person follows the link. */
export function onwardPage({ language, issuer, location, extraHeaders }: OnwardView): HttpResponse {
  const texts = catalogue[language];
  const host = URL.parse(location)?.host ?? location;
  const content =
    `<h1>${texts.goingOn}</h1>\n<p class="lead">${texts.goOnWhy} <b>${escapeHtml(host)}</b></p>\n` +
    `<p><a href="${escapeHtml(location)}">${texts.goOn}</a></p>`;
  return renderPage({
    language,
    title: texts.goingOn,
    content,
    status: 200,
    issuer,
    formTargets: [],
    extraHeaders: [...extraHeaders, 'Refresh', `0;url=${location}`],
  });
}
