import type { HttpResponse } from '#main/platform/http.ts';
import { formTargetsOf } from './form-targets.ts';
import { escapeHtml } from './html.ts';
import { renderPage } from './layout.ts';
import type { RequestView } from './page-view.ts';
import { catalogue } from './texts.ts';

export interface ChooseView extends RequestView {
  readonly accounts: readonly { readonly username: string; readonly authority: string | null }[];
}

/** The page on which one of the accounts that are signed in is chosen, or another one. */
export function choosePage(view: ChooseView): HttpResponse {
  const texts = catalogue[view.language];
  const buttons = view.accounts.map(({ username, authority }) => {
    const where = authority === null ? '' : ` <code>${escapeHtml(authority)}</code>`;
    return `<button type="submit" name="account" value="${escapeHtml(username)}">${escapeHtml(username)}${where}</button>`;
  });
  const content =
    `<h1>${texts.chooseAccount}</h1>\n<p class="lead">${texts.continueTo} <b>${escapeHtml(view.clientName)}</b></p>\n` +
    `<form method="post" action="${escapeHtml(view.action)}" class="accounts">\n` +
    `<input type="hidden" name="txn" value="${view.transactionId}">\n` +
    `<input type="hidden" name="csrf" value="${view.csrf}">\n${buttons.join('\n')}\n` +
    `<button class="plain" type="submit" name="account" value="">${texts.anotherAccount}</button>\n</form>`;
  return renderPage({
    language: view.language,
    title: `${texts.chooseAccount} – ${view.clientName}`,
    content,
    status: 200,
    issuer: view.issuer,
    formTargets: formTargetsOf(view.redirectUri),
    extraHeaders: view.extraHeaders,
  });
}
