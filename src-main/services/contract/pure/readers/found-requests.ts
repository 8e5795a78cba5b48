import type { WrittenRequest } from './script-request.ts';
import type { Span, WrittenText } from './script-text.ts';
import { isBareUrl } from './script-urls.ts';
import type { ValueReader } from './script-values.ts';

/** The requests of a script, and those of which only the place is known. */
export interface FoundRequests {
  readonly requests: readonly WrittenRequest[];
  readonly untold: readonly Span[];
}

/** The request to a URL of which nothing is known but that a token writes it; null: the token is none. */
export function bareRequest(
  values: ValueReader,
  index: number,
  filled: (written: WrittenText) => WrittenText,
): WrittenRequest | null {
  const token = values.tokens[index];
  const before = values.tokens[index - 1];
  // A part of a sum was seen with its beginning.
  if (!token?.written || before?.source === '+') return null;
  if (before?.kind === 'name' && /^(?:from|import)$/.test(before.source)) return null;
  const [literal] = values.expression(index);
  const url = filled(literal.kind === 'text' ? literal.written : token.written);
  if (!isBareUrl(url.text)) return null;
  const whole = { at: token.at, length: token.length };
  return { whole, method: 'GET', methodText: null, url, headers: [], body: null };
}

/** Requests in the order of the script, with those bare ones of which no other is made. */
export function inOrder(
  requests: readonly WrittenRequest[],
  bare: readonly WrittenRequest[],
  used: Iterable<Span>,
): readonly WrittenRequest[] {
  const parts = [...used];
  const isUsed = ({ whole }: WrittenRequest) =>
    parts.some(({ at, length }) => at <= whole.at && whole.at < at + length);
  return [...requests, ...bare.filter((request) => !isUsed(request))].toSorted(
    (one, other) => one.whole.at - other.whole.at,
  );
}
