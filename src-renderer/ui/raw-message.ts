import type { ExchangeView, ViewField } from '#shared/api/index.ts';

function headerLines(headers: readonly ViewField[]): string {
  return headers.map((header) => `${header.name}: ${header.value}`).join('\n');
}

/** The request with this body as text in the form of the wire; other secrets stay masked. RFC 9112 §3. */
export function rawRequest(view: ExchangeView, text: string | null): string {
  const body = text ?? '';
  const head = `${view.method} ${view.target} HTTP/1.1\n${headerLines(view.request.headers)}`;
  return body === '' ? head : `${head}\n\n${body}`;
}
