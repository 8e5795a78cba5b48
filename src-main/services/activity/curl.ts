import { bodyText, headerOf, maskUrl } from '#main/platform/exchange-summary.ts';
import type { Exchange } from '#shared/exchange/index.ts';
import { mask, maskHeaderValue, secretKindOfHeader } from '#shared/exchange/index.ts';
import { curlCommand } from '#shared/shell/curl-command.ts';
import { maskBody } from './view.ts';

/** The placeholder for a secret in a text that leaves the application. */
export const redactedText = 'REDACTED';

/** A text made for leaving the application, and the names of what was masked in it. */
export interface ExportedText {
  readonly text: string;
  readonly redacted: readonly string[];
}

/** Headers that a client adds by itself. */
const impliedHeaders = new Set(['host', 'content-length', 'connection']);

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
  const target = noteMasked('query', request.target, maskUrl(request.target), redacted);
  const headers = request.headers
    .filter(([name]) => !impliedHeaders.has(name.toLowerCase()))
    .map(([name, value]) => [name, exportHeader(name, value, redacted)] as const);
  const text = bodyText(request.body);
  const mediaType = headerOf(request.headers, 'content-type').split(';')[0]?.trim().toLowerCase() ?? '';
  const body = text === null ? null : noteMasked('body', text, maskBody(text, mediaType), redacted);
  const command = curlCommand({ method: request.method, url: origin + target, headers, body });
  return { text: command, redacted: [...redacted] };
}
