import { createHash } from 'node:crypto';
import type { HttpResponse } from '#main/platform/http.ts';

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:start;gap:8px;padding:24px;background:light-dark(#fafbfc,#131a1d);color:light-dark(#132027,#e1e8e9);font:400 .8125rem/1.25rem -apple-system,"Segoe UI",Ubuntu,"Noto Sans",system-ui,sans-serif}h1{margin:0;font-size:1.25rem;line-height:1.5rem;font-weight:600}p{margin:0;max-width:46ch;color:light-dark(#4b595f,#a0acaf)}`;
const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

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
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(heading)}</title><style>${style}</style></head><body><main><h1>${escape(heading)}</h1><p>${escape(sentence)}</p></main>${script}</body></html>`;
}
