import type { HttpResponse } from '#main/platform/http.ts';
import { pageBrand, styleSheet, styleSource } from '#main/platform/page-style.ts';
import { escapeHtml } from './html.ts';
import { catalogue, type Language } from './texts.ts';

export interface Page {
  readonly language: Language;
  readonly title: string;
  /** HTML of the page below the brand. */
  readonly content: string;
  readonly status: number;
  readonly issuer: string;
  /** Where the forms of this page may lead, redirects included; none where it has no form. */
  readonly formTargets: readonly string[];
  readonly extraHeaders?: readonly string[];
  /** The one script of the page: its text, and the source expression that lets it run. None: nothing runs. */
  readonly script?: { readonly text: string; readonly source: string };
}

/** Sets a page in its frame, with headers under which nothing runs, frames, stores or names it. RFC 9700 §4.16. */
export function renderPage(page: Page): HttpResponse {
  const texts = catalogue[page.language];
  const title = escapeHtml(page.title);
  const body =
    `<!doctype html>\n<html lang="${page.language}">\n<head>\n<meta charset="utf-8">\n` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n` +
    `<title>${title}</title>\n<style>${styleSheet}</style>\n</head>\n<body>\n<main>\n` +
    `${pageBrand}\n${page.content}\n</main>\n` +
    (page.script === undefined ? '' : `<script>${page.script.text}</script>\n`) +
    `<footer>${texts.server} <code>${escapeHtml(page.issuer)}</code></footer>\n</body>\n</html>\n`;
  return { status: page.status, headers: [...pageHeaders(page), ...(page.extraHeaders ?? [])], body };
}

function pageHeaders({ language, formTargets, script }: Page): readonly string[] {
  const formAction = formTargets.length === 0 ? "'none'" : formTargets.join(' ');
  return [
    'Content-Type',
    'text/html;charset=UTF-8',
    'Content-Language',
    language,
    'Content-Security-Policy',
    `default-src 'none'; script-src ${script?.source ?? "'none'"}; style-src ${styleSource}; form-action ${formAction}; ` +
      "frame-ancestors 'none'; base-uri 'none'",
    'Cache-Control',
    'no-store',
    'Pragma',
    'no-cache',
    'Referrer-Policy',
    'no-referrer',
    'X-Content-Type-Options',
    'nosniff',
    'X-Frame-Options',
    'DENY',
  ];
}
