import type { HttpResponse } from '#main/platform/http.ts';
import { escapeHtml } from './html.ts';
import { renderPage } from './layout.ts';
import { catalogue, type Language } from './texts.ts';

export interface ErrorView {
  readonly language: Language;
  readonly issuer: string;
  /** `request`: the client asked wrongly. `over`: the user came too late, twice or from elsewhere. */
  readonly kind: 'request' | 'over';
  /** In the words of the protocol, for those who run the client. */
  readonly description: string;
}

/** The page that ends a request which must not lead the browser anywhere. RFC 6749 §4.1.2.1. */
export function errorPage(view: ErrorView): HttpResponse {
  const texts = catalogue[view.language];
  const isRequest = view.kind === 'request';
  const title = isRequest ? texts.cannotAnswer : texts.over;
  const content =
    `<h1>${title}</h1>\n<p class="lead">${isRequest ? texts.cannotAnswerWhy : texts.overWhy}</p>\n` +
    `<code class="evidence" role="alert" lang="en">${escapeHtml(view.description)}</code>\n` +
    `<p>${isRequest ? texts.cannotAnswerDo : texts.overDo}</p>`;
  return renderPage({
    language: view.language,
    title,
    content,
    status: 400,
    issuer: view.issuer,
    formTargets: [],
  });
}
