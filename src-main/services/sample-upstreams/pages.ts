import type { HttpResponse } from '#main/platform/http.ts';
import { styleSource } from '#main/platform/page-style.ts';
import { type ResultPage, resultPage } from '#main/platform/result-page.ts';

const policy = `default-src 'none'; style-src ${styleSource}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** A page of the sample client: one heading, one sentence, no script. */
export function clientPage(status: number, heading: string, sentence: string): HttpResponse {
  return { status, headers: headersWith(policy), body: resultPage({ outcome: 'none', heading, sentence }) };
}

/** The page of an answer that came back: taken or refused, and of which run. */
export function answerPage(status: number, page: ResultPage): HttpResponse {
  return { status, headers: headersWith(policy), body: resultPage(page) };
}

/** A page with the one script whose hash is given, which may ask this server alone. */
export function scriptedPage(heading: string, sentence: string, script: string, hash: string): HttpResponse {
  const scripted = `${policy}; script-src 'sha256-${hash}'; connect-src 'self'`;
  const body = resultPage({ outcome: 'none', heading, sentence, script: `<script>${script}</script>` });
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
