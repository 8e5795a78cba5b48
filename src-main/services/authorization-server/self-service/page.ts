import type { HttpResponse } from '#main/platform/http.ts';
import { escapeHtml } from '../pages/html.ts';
import { renderPage } from '../pages/layout.ts';
import { catalogue, type Language, type Texts } from '../pages/texts.ts';

/** Scopes that a user allowed one client. */
export interface AllowedClient {
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly string[];
  /** Grants of it that still have tokens. */
  readonly liveGrants: number;
}

export interface GrantsView {
  readonly language: Language;
  readonly issuer: string;
  readonly action: string;
  readonly csrf: string;
  readonly username: string;
  readonly allowed: readonly AllowedClient[];
}

/** The page on which a user sees what they allowed whom, and takes it back. */
export function grantsPage(view: GrantsView): HttpResponse {
  const texts = catalogue[view.language];
  const items = view.allowed.map((client) => allowedItem(view, client));
  const list =
    items.length === 0 ? `<p class="lead">${texts.nothingAllowed}</p>` : `<dl>\n${items.join('\n')}\n</dl>`;
  return renderPage({
    language: view.language,
    title: texts.whatYouAllowed,
    content:
      `<h1>${texts.whatYouAllowed}</h1>\n` +
      `<p class="lead">${texts.signedInAs} <b>${escapeHtml(view.username)}</b></p>\n${list}\n${signOutForm(view)}`,
    status: 200,
    issuer: view.issuer,
    formTargets: ["'self'"],
  });
}

function signOutForm({ language, action, csrf }: GrantsView): string {
  return (
    `<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="csrf" value="${csrf}">` +
    `<button type="submit" name="sign_out" value="1">${catalogue[language].signOut}</button></form>`
  );
}

function liveGrants({ noGrant, oneGrant, manyGrants }: Texts, count: number): string {
  if (count === 0) return noGrant;
  return count === 1 ? oneGrant : manyGrants.replace('{count}', String(count));
}

function allowedItem({ language, action, csrf }: GrantsView, client: AllowedClient): string {
  const texts = catalogue[language];
  const scopes = client.scopes.map((scope) => `<code>${escapeHtml(scope)}</code>`).join(' ');
  const name = escapeHtml(client.clientName);
  return (
    `<div><dt>${name}</dt><dd>${scopes === '' ? texts.noScopes : scopes}</dd>` +
    `<dd class="lead">${liveGrants(texts, client.liveGrants)}</dd>` +
    `<dd><form method="post" action="${escapeHtml(action)}" class="accounts">` +
    `<input type="hidden" name="csrf" value="${csrf}">` +
    `<button type="submit" name="client_id" value="${escapeHtml(client.clientId)}" ` +
    `aria-label="${texts.takeBack}: ${name}">${texts.takeBack}</button></form></dd></div>`
  );
}
