import type { HttpResponse } from '#main/platform/http.ts';
import { formTargetsOf } from './form-targets.ts';
import { escapeHtml } from './html.ts';
import { renderPage } from './layout.ts';
import type { RequestView } from './page-view.ts';
import { catalogue, type Texts } from './texts.ts';

export interface SignInView extends RequestView {
  /** Prefills the field: the hint of the client, or the text typed before. */
  readonly username: string;
  readonly fault: SignInFault | null;
  /** Where else one can sign in. */
  readonly providers: readonly { readonly name: string; readonly displayName: string }[];
  /** Origins to which the forms lead on. */
  readonly providerOrigins: readonly string[];
  /** True if users can sign in here. */
  readonly isHosted: boolean;
}

/** Outcome of a failed attempt: refused, or not judged at all. */
export type SignInFault = 'wrong' | 'unavailable' | ProviderFault;

/** Faults of a sign-in at another provider. */
export const providerFaults = [
  'provider-denied',
  'provider-unaccepted',
  'provider-unavailable',
  'provider-failed',
] as const;
export type ProviderFault = (typeof providerFaults)[number];

const wordsOfFaults = {
  wrong: 'wrongCredentials',
  unavailable: 'cannotCheck',
  'provider-denied': 'providerDenied',
  'provider-unaccepted': 'providerUnaccepted',
  'provider-unavailable': 'providerUnavailable',
  'provider-failed': 'providerFailed',
} as const satisfies Record<SignInFault, keyof Texts>;

const cross =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 3h8l5 5v8l-5 5H8l-5-5V8z"/><path d="m9 9 6 6m0-6-6 6"/></svg>';

/** The page on which the user signs in; after a wrong attempt it says so, not which of the two was wrong. */
export function signInPage(view: SignInView): HttpResponse {
  const texts = catalogue[view.language];
  const content =
    `<h1>${texts.signIn}</h1>\n<p class="lead">${texts.continueTo} <b>${escapeHtml(view.clientName)}</b></p>\n` +
    faultNote(view) +
    (view.isHosted ? credentialsForm(view) : '') +
    providersForm(view);
  return renderPage({
    language: view.language,
    title: `${texts.signIn} – ${view.clientName}`,
    content,
    status: 200,
    issuer: view.issuer,
    formTargets: formTargetsOf(view.redirectUri, view.providerOrigins),
    extraHeaders: view.extraHeaders,
  });
}

function faultNote({ language, fault }: SignInView): string {
  if (fault === null) return '';
  const words = catalogue[language][wordsOfFaults[fault]];
  return `<div class="note" role="alert" id="wrong">${cross}<p>${words}</p></div>\n`;
}

function hiddenFields({ transactionId, csrf }: SignInView): string {
  return (
    `<input type="hidden" name="txn" value="${transactionId}">\n` +
    `<input type="hidden" name="csrf" value="${csrf}">\n`
  );
}

function credentialsForm(view: SignInView): string {
  const texts = catalogue[view.language];
  const isAboutFields = view.fault === 'wrong' || view.fault === 'unavailable';
  const marks = !isAboutFields ? '' : ' aria-invalid="true" aria-describedby="wrong"';
  const atPassword = view.username !== '';
  return (
    `<form method="post" action="${escapeHtml(view.action)}">\n${hiddenFields(view)}` +
    `<div class="field"><label for="username">${texts.username}</label>` +
    `<input id="username" name="username" type="text" value="${escapeHtml(view.username)}" autocomplete="username" ` +
    `autocapitalize="none" spellcheck="false" required${marks}${atPassword ? '' : ' autofocus'}></div>\n` +
    `<div class="field"><label for="password">${texts.password}</label>` +
    `<input id="password" name="password" type="password" autocomplete="current-password" required${marks}` +
    `${atPassword ? ' autofocus' : ''}></div>\n` +
    `<button class="ink" type="submit">${texts.signIn}</button>\n</form>`
  );
}

function providersForm(view: SignInView): string {
  if (view.providers.length === 0) return '';
  const texts = catalogue[view.language];
  const buttons = view.providers.map(
    ({ name, displayName }) =>
      `<button type="submit" name="provider" value="${escapeHtml(name)}">${texts.signInWith} ${escapeHtml(displayName)}</button>`,
  );
  const divider = view.isHosted ? `\n<p class="or">${texts.or}</p>` : '';
  return `${divider}\n<form method="post" action="${escapeHtml(view.action)}">\n${hiddenFields(view)}${buttons.join('\n')}\n</form>`;
}
