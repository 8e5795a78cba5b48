import type { HttpResponse } from '#main/platform/http.ts';
import { escapeHtml } from './html.ts';
import { renderPage } from './layout.ts';
import { catalogue, type Language } from './texts.ts';

export interface ErrorView {
  readonly language: Language;
  readonly issuer: string;
  /**
   * `request`: the client asked wrongly. `over`: the user came too late, twice or from elsewhere. `unkept`:
   * the changes are not on disk.
   */
  readonly kind: 'request' | 'over' | 'unkept';
  /** In the words of the protocol, for those who run the client. */
  readonly description: string;
  readonly retryAfterSeconds?: number | undefined;
}

const textNames = {
  request: ['cannotAnswer', 'cannotAnswerWhy', 'cannotAnswerDo'],
  over: ['over', 'overWhy', 'overDo'],
  unkept: ['unkept', 'unkeptWhy', 'unkeptDo'],
} as const;

/** The page that ends a request which must not lead the browser anywhere. RFC 6749 §4.1.2.1. */
export function errorPage({
  language,
  issuer,
  kind,
  description,
  retryAfterSeconds,
}: ErrorView): HttpResponse {
  const texts = catalogue[language];
  const [title, why, remedy] = textNames[kind];
  const content =
    `<h1>${texts[title]}</h1>\n<p class="lead">${texts[why]}</p>\n` +
    `<code class="evidence" role="alert" lang="en">${escapeHtml(description)}</code>\n` +
    `<p>${texts[remedy]}</p>`;
  return renderPage({
    language,
    title: texts[title],
    content,
    status: kind === 'unkept' ? 503 : 400,
    issuer,
    formTargets: [],
    ...(retryAfterSeconds === undefined ? {} : { extraHeaders: ['Retry-After', String(retryAfterSeconds)] }),
  });
}
