import type { HttpResponse } from '#main/platform/http.ts';
import { pageBrand, styleSheet, styleSource } from '#main/platform/page-style.ts';

const policy = `default-src 'none'; style-src ${styleSource}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A page of the sample client: one heading, one sentence, no script. */
export function clientPage(status: number, heading: string, sentence: string): HttpResponse {
  return { status, headers: headersWith(policy), body: pageHtml(heading, sentence, '') };
}

/** A page with the one script whose hash is given, which may ask this server alone. */
export function scriptedPage(heading: string, sentence: string, script: string, hash: string): HttpResponse {
  const scripted = `${policy}; script-src 'sha256-${hash}'; connect-src 'self'`;
  const body = pageHtml(heading, sentence, `<script>${script}</script>`);
  return { status: 200, headers: headersWith(scripted), body };
}

function headersWith(contentSecurityPolicy: string): string[] {
  return [
    'Content-Type',
    'text/html;charset=UTF-8',
    'Cache-Control',
    'no-store',
    'Content-Security-Policy',
    contentSecurityPolicy,
    'Referrer-Policy',
    'no-referrer',
    'X-Content-Type-Options',
    'nosniff',
  ];
}

function pageHtml(heading: string, sentence: string, script: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(heading)}</title><meta name="color-scheme" content="light dark"><style>${styleSheet}</style></head><body><main>${pageBrand}<h1>${escape(heading)}</h1><p class="lead">${escape(sentence)}</p></main>${script}</body></html>`;
}
