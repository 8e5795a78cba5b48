import { formatTrimmed } from '#renderer/words/format.ts';
import type { OnRefused, Pattern, TrafficClass } from '#shared/throttle/traffic/schema.ts';
import { lengthText } from '../seconds.ts';
import { labMessages } from '../words.ts';

const messages = labMessages.traffic;
const rate = (value: number) => formatTrimmed(Number(value.toPrecision(4)), 12);

/** A pattern in a few words: `0.5/s`, `8 at 12 s`. */
export function patternText(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'steady':
      return spanned(messages.pattern.steady(rate(pattern.perSecond)), pattern);
    case 'poisson':
      return spanned(messages.pattern.poisson(rate(pattern.perSecond)), pattern);
    case 'burst':
      return messages.pattern.burst(pattern.requests, lengthText(pattern.atSeconds));
    case 'ramp':
      return spanned(messages.pattern.ramp(rate(pattern.fromPerSecond), rate(pattern.toPerSecond)), pattern);
    case 'stages':
      return messages.pattern.stages(pattern.stages.length);
  }
}

function spanned(
  text: string,
  span: { readonly fromSeconds?: number | undefined; readonly untilSeconds?: number | undefined },
): string {
  if (span.fromSeconds === undefined && span.untilSeconds === undefined) return text;
  const until = span.untilSeconds === undefined ? '…' : lengthText(span.untilSeconds);
  return `${text} ${messages.pattern.span(lengthText(span.fromSeconds ?? 0), until)}`;
}

function refusalText({ kind }: OnRefused): string {
  return messages.refusal[kind];
}

/** How a client behaves, in a few words. */
export function behaviourText({
  patterns,
  on429,
  recorded = 0,
}: TrafficClass & { readonly recorded?: number }): string {
  const own = recorded === 0 ? [] : [messages.recordedRequests(recorded)];
  const parts = [...own, ...patterns.map(patternText), refusalText(on429)].filter((part) => part !== '');
  const isSilent = patterns.length === 0 && recorded === 0;
  return isSilent ? [messages.noRequests, ...parts].join(', ') : parts.join(', ');
}
