import { styleSource } from '#main/platform/page-style.ts';
import { type ResultPage, resultPage } from '#main/platform/result-page.ts';
import type { FormField } from '#shared/oauth/index.ts';
import { parseForm } from '#shared/oauth/index.ts';
import type { CallbackSeen } from './hop.ts';

/** The fields of an authorization response, and where in the request they stood. */
export interface CallbackFields {
  readonly place: 'query' | 'fragment' | 'form';
  readonly fields: readonly FormField[];
}

/**
 * Reads the authorization response out of the request that brings it: of the places that hold fields, the one that its
 * response mode would use. OAuth 2.0 Multiple Response Types §2.1, Form Post Response Mode §2
 */
export function callbackFields({ method, url, postData }: CallbackSeen): CallbackFields {
  const { search = '', hash = '' } = URL.parse(url) ?? {};
  if (method === 'POST' && postData !== null)
    return { place: 'form', fields: parseForm(Buffer.from(postData).toString('utf8')).fields };
  if (hash.length > 1) return { place: 'fragment', fields: parseForm(hash.slice(1)).fields };
  return { place: 'query', fields: parseForm(search.slice(1)).fields };
}

/**
 * The page that the browser shows where the redirect URI leads nowhere; it asks for nothing of that server, not even
 * an icon.
 */
export function callbackPage(page: ResultPage) {
  return {
    responseCode: 200,
    responseHeaders: [
      { name: 'Content-Type', value: 'text/html; charset=utf-8' },
      { name: 'Cache-Control', value: 'no-store' },
      {
        name: 'Content-Security-Policy',
        value: `default-src 'none'; img-src data:; style-src ${styleSource}`,
      },
    ],
    body: Buffer.from(resultPage({ ...page, head: '<link rel="icon" href="data:,">' })).toString('base64'),
  };
}

/** Where nobody says what the answer is for. */
export const plainAnswer: ResultPage = {
  outcome: 'taken',
  heading: 'Gatehouse received the response',
  sentence: 'The redirect URI was not called. You can close this window.',
};
