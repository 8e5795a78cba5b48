import type { ExchangeView, ViewField } from '#shared/api/index.ts';

function headerLines(headers: readonly ViewField[]): string {
  return headers.map((header) => `${header.name}: ${header.value}`).join('\n');
}

/** The request as text in the form of the wire, secrets masked. RFC 9112 §3. */
export function rawRequest(view: ExchangeView): string {
  const body = view.request.text ?? '';
  const head = `${view.method} ${view.target} HTTP/1.1\n${headerLines(view.request.headers)}`;
  return body === '' ? head : `${head}\n\n${body}`;
}
