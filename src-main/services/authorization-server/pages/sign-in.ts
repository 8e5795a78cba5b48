import type { HttpResponse } from '#main/platform/http.ts';
import { formTargetsOf } from './form-targets.ts';
import { escapeHtml } from './html.ts';
import { renderPage } from './layout.ts';
import { catalogue, type Language } from './texts.ts';

export interface SignInView {
  readonly language: Language;
  readonly issuer: string;
  readonly action: string;
  readonly transactionId: string;
  readonly csrf: string;
  readonly clientName: string;
  readonly redirectUri: string;
  /** Stands in the field already: the hint of the client, or what was typed before. */
  readonly username: string;
  readonly isWrong: boolean;
  readonly extraHeaders: readonly string[];
}

const cross =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 3h8l5 5v8l-5 5H8l-5-5V8z"/><path d="m9 9 6 6m0-6-6 6"/></svg>';

/** The page on which the user signs in; after a wrong attempt it says so, not which of the two was wrong. */
export function signInPage(view: SignInView): HttpResponse {
  const texts = catalogue[view.language];
  const alert = view.isWrong
    ? `<div class="note" role="alert" id="wrong">${cross}<p>${texts.wrongCredentials}</p></div>\n`
    : '';
  const marks = view.isWrong ? ' aria-invalid="true" aria-describedby="wrong"' : '';
  const atPassword = view.username !== '';
  const content =
    `<h1>${texts.signIn}</h1>\n<p class="lead">${texts.continueTo} <b>${escapeHtml(view.clientName)}</b></p>\n${alert}` +
    `<form method="post" action="${view.action}">\n` +
    `<input type="hidden" name="txn" value="${view.transactionId}">\n` +
    `<input type="hidden" name="csrf" value="${view.csrf}">\n` +
    `<div class="field"><label for="username">${texts.username}</label>` +
    `<input id="username" name="username" type="text" value="${escapeHtml(view.username)}" autocomplete="username" ` +
    `autocapitalize="none" spellcheck="false" required${marks}${atPassword ? '' : ' autofocus'}></div>\n` +
    `<div class="field"><label for="password">${texts.password}</label>` +
    `<input id="password" name="password" type="password" autocomplete="current-password" required${marks}` +
    `${atPassword ? ' autofocus' : ''}></div>\n` +
    `<button class="ink" type="submit">${texts.signIn}</button>\n</form>`;
  return renderPage({
    language: view.language,
    title: `${texts.signIn} – ${view.clientName}`,
    content,
    status: 200,
    issuer: view.issuer,
    formTargets: formTargetsOf(view.redirectUri),
    extraHeaders: view.extraHeaders,
  });
}
