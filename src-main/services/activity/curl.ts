import { bodyText, headerOf, maskUrl } from '#main/platform/exchange-summary.ts';
import type { Exchange } from '#shared/exchange/index.ts';
import { mask, maskHeaderValue, secretKindOfHeader } from '#shared/exchange/index.ts';
import { maskBody } from './view.ts';

/** What stands for a secret in a text that leaves the application. */
export const redactedText = 'REDACTED';

/** A text made for leaving the application, and the names of what was masked in it. */
export interface ExportedText {
  readonly text: string;
  readonly redacted: readonly string[];
}

/** Headers that a client adds by itself. */
const impliedHeaders = new Set(['host', 'content-length', 'connection']);

/** Quotes a word for a POSIX shell. */
function quote(word: string): string {
  return /^[A-Za-z0-9_./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A header value for export: credentials replaced. */
export function exportHeader(name: string, value: string, redacted: Set<string>): string {
  const isLocation = name.toLowerCase() === 'location';
  const masked = isLocation
    ? maskUrl(value)
    : secretKindOfHeader(name, value) === undefined
      ? value
      : maskHeaderValue(name, value);
  return noteMasked(name, value, masked, redacted);
}

/** A text with its masks spelt for export; `name` is noted when something was masked. */
export function noteMasked(name: string, clear: string, masked: string, redacted: Set<string>): string {
  if (masked === clear) return clear;
  redacted.add(name);
  return masked.replaceAll(mask, redactedText);
}

/** The request of an exchange as one cURL command, secrets redacted. */
export function toCurl({ request, origin }: Exchange): ExportedText {
  const redacted = new Set<string>();
  const url = noteMasked('query', request.target, maskUrl(request.target), redacted);
  const lines = [`curl ${request.method === 'GET' ? '' : `-X ${request.method} `}${quote(origin + url)}`];
  for (const [name, value] of request.headers)
    if (!impliedHeaders.has(name.toLowerCase()))
      lines.push(`-H ${quote(`${name}: ${exportHeader(name, value, redacted)}`)}`);
  const text = bodyText(request.body);
  if (text !== null && text !== '') {
    const mediaType = headerOf(request.headers, 'content-type').split(';')[0]?.trim().toLowerCase() ?? '';
    lines.push(`--data-raw ${quote(noteMasked('body', text, maskBody(text, mediaType), redacted))}`);
  }
  return { text: lines.join(' \\\n  '), redacted: [...redacted] };
}
