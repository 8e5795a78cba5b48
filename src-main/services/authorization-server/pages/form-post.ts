import { createHash } from 'node:crypto';
import type { HttpResponse } from '#main/platform/http.ts';
import { formTargetsOf } from './form-targets.ts';
import { escapeHtml } from './html.ts';
import { renderPage } from './layout.ts';
import { catalogue, type Language } from './texts.ts';

export interface FormPostView {
  readonly language: Language;
  readonly issuer: string;
  readonly redirectUri: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly extraHeaders: readonly string[];
}

const text = 'document.forms[0].submit()';
const script = { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };

/** The page that posts the answer to the client; where scripts are off, a person does. OAuth 2.0 Form Post Response Mode §2 */
export function formPostPage(view: FormPostView): HttpResponse {
  const texts = catalogue[view.language];
  const fields = view.fields.map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const content =
    `<h1>${texts.goingBack}</h1>\n<p class="lead">${texts.goBackWhy}</p>\n` +
    `<form method="post" action="${escapeHtml(view.redirectUri)}">\n${fields.join('\n')}\n` +
    `<button class="ink" type="submit">${texts.goBack}</button>\n</form>`;
  return renderPage({
    language: view.language,
    title: texts.goingBack,
    content,
    status: 200,
    issuer: view.issuer,
    formTargets: formTargetsOf(view.redirectUri),
    extraHeaders: view.extraHeaders,
    script,
  });
}
