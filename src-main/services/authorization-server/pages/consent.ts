import type { HttpResponse } from '#main/platform/http.ts';
import { formTargetsOf } from './form-targets.ts';
import { escapeHtml } from './html.ts';
import { renderPage } from './layout.ts';
import type { RequestView } from './page-view.ts';
import { catalogue } from './texts.ts';

export interface ConsentView extends RequestView {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Meanings of scopes in words, where the workspace gives them. */
  readonly meanings: Readonly<Record<string, string>>;
  readonly username: string;
  /** Nobody who runs the server knows the client. RFC 7591 §5 */
  readonly isSelfRegistered: boolean;
  /** The document that describes the client; null: it has none. draft-ietf-oauth-client-id-metadata-document-02 */
  readonly document: { readonly host: string; readonly isOnlyLocal: boolean } | null;
}

/** The page on which the user allows or denies: who asks, for what, as whom, and where the answer goes. */
export function consentPage(view: ConsentView): HttpResponse {
  const texts = catalogue[view.language];
  const scopes =
    view.scopes.length === 0
      ? texts.noScopes
      : `<ul>${view.scopes.map((scope) => scopeItem(scope, view.meanings)).join('')}</ul>`;
  const content =
    `<h1>${texts.allowAccess}</h1>\n<p class="lead"><b>${escapeHtml(view.clientName)}</b> ${texts.asksFor}</p>\n` +
    (view.isSelfRegistered ? `<p class="evidence">${texts.selfRegistered}</p>\n` : '') +
    documentWarnings(view) +
    `<dl>\n<div><dt>${texts.itMay}</dt><dd>${scopes}</dd></div>\n` +
    `<div><dt>${texts.signedInAs}</dt><dd class="who">${escapeHtml(view.username)}</dd></div>\n` +
    documentRow(view) +
    `<div><dt>${texts.sendsBackTo}</dt><dd><code>${escapeHtml(placeOf(view.redirectUri))}</code></dd></div>\n` +
    `<div><dt>client_id</dt><dd><code>${escapeHtml(view.clientId)}</code></dd></div>\n</dl>\n` +
    `<form method="post" action="${escapeHtml(view.action)}">\n` +
    `<input type="hidden" name="txn" value="${view.transactionId}">\n` +
    `<input type="hidden" name="csrf" value="${view.csrf}">\n<div class="choices">` +
    `<button class="ink" type="submit" name="decision" value="allow">${texts.allow}</button>` +
    `<button type="submit" name="decision" value="deny">${texts.deny}</button></div>\n</form>`;
  return renderPage({
    language: view.language,
    title: `${texts.allowAccess} – ${view.clientName}`,
    content,
    status: 200,
    issuer: view.issuer,
    formTargets: formTargetsOf(view.redirectUri),
    extraHeaders: view.extraHeaders,
  });
}

/** Nobody can prove who listens on this machine. Model Context Protocol, security best practices */
function documentWarnings({ language, document }: ConsentView): string {
  if (document === null) return '';
  const texts = catalogue[language];
  return (
    `<p class="evidence">${texts.fromDocument}</p>\n` +
    (document.isOnlyLocal ? `<p class="evidence" role="alert">${texts.onlyLocal}</p>\n` : '')
  );
}

function documentRow({ language, document }: ConsentView): string {
  if (document === null) return '';
  return `<div><dt>${catalogue[language].describedAt}</dt><dd><code>${escapeHtml(document.host)}</code></dd></div>\n`;
}

function scopeItem(scope: string, meanings: Readonly<Record<string, string>>): string {
  const meaning = Object.hasOwn(meanings, scope) ? meanings[scope] : undefined;
  const name = `<code>${escapeHtml(scope)}</code>`;
  return meaning === undefined ? `<li>${name}</li>` : `<li>${escapeHtml(meaning)} ${name}</li>`;
}

function placeOf(redirectUri: string): string {
  const target = URL.parse(redirectUri);
  return target === null || target.host === '' ? redirectUri : `${target.protocol}//${target.host}`;
}
