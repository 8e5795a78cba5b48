import { formatDecimal } from '#renderer/words/format.ts';
import { explainDecision } from '#shared/throttle/simulation/explain.ts';
import type { Decision, WhyStep } from '#shared/throttle/simulation/types.ts';
import { lengthText, waitText } from '../seconds.ts';
import { labMessages } from '../words.ts';

const messages = labMessages.throttle.why;
const { units } = labMessages.throttle;

/** One line of the rail: a rule, whether it held, and the actual value. */
export interface WhyLine {
  readonly outcome: WhyStep['outcome'];
  readonly title: string;
  /** The text from the wire or from the policy. */
  readonly evidence: string | null;
  /** The measured values, in words. */
  readonly text: string | null;
}

type Said = Omit<WhyLine, 'outcome'>;

const said = (title: string, evidence: string | null = null, text: string | null = null): Said => ({
  title,
  evidence,
  text,
});

function rateTitle({ why, mapped }: Decision): string {
  if (why === 'mapped') return messages.statusMapped(mapped ?? '');
  if (why === 'script') return messages.scriptRate;
  if (why === 'none') return messages.noRate;
  if (why === 'fixed') return messages.rate;
  return mapped === null ? messages.statusNull : messages.statusDefault(mapped);
}

/** `6/10 s` in words. */
function rateText(text: string): string | null {
  const parts = /^(\d+)\/(.+)$/.exec(text);
  return parts === null ? null : messages.rateText(Number(parts[1]), parts[2] ?? '');
}

const bucketTitles: Readonly<Record<Exclude<Decision['bucket'], 'none'>, string>> = {
  new: messages.bucketNew,
  changed: messages.bucketChanged,
  kept: messages.bucketKept,
  shared: messages.bucketShared,
};

function bucketSaid({ bucket, stepSeconds }: Decision): Said | null {
  if (bucket === 'none') return null;
  return said(bucketTitles[bucket], null, messages.everyToken(lengthText(Number(stepSeconds.toFixed(3)))));
}

function tokenText({ levelBefore, waitSeconds, status }: Decision): string {
  // Never rounded up: with a whole token the request would have passed.
  const holds = messages.holds(formatDecimal(Math.floor(levelBefore * 100) / 100, 2));
  if (waitSeconds === 0) return holds;
  const due = `${holds} ${messages.nextDue(units.seconds(waitText(waitSeconds)))}`;
  return status === 200 ? `${due} ${messages.shadowed}` : due;
}

/** Returns the explanation of a step; null: none, another step gives it, or it does not apply. */
function saidOf({ title, outcome }: WhyStep, decision: Decision, target: string): Said | null {
  const { group, error } = decision;
  const isShut = outcome === 'shut';
  switch (title) {
    case 'route':
      return said(messages.routeTakes(target), null, messages.routeNot);
    case 'key':
      return isShut
        ? said(messages.keyMissing, null, error)
        : said(messages.key, group === '' ? messages.blankKey : group);
    case 'rate':
      if (outcome === 'never') return said(messages.rate);
      return isShut
        ? said(messages.rateFailed, null, error)
        : said(rateTitle(decision), rateText(decision.rateText));
    case 'bucket':
      return bucketSaid(decision);
    case 'step':
      return null;
    case 'token':
      if (outcome === 'never') return decision.why === 'none' ? null : said(messages.token);
      return said(messages.token, null, tokenText(decision));
    case 'forwarded':
    case 'answered':
    case 'failed':
      return said(messages.forwardedTo(target));
  }
}

/** Why a request passed or was refused, in the order in which the filter decided. */
export function whyLines(decision: Decision, target: string): readonly WhyLine[] {
  return explainDecision(decision).flatMap((step) => {
    const text = saidOf(step, decision, target);
    if (text === null) return [];
    // A request that was answered here was never forwarded.
    const isEnd = step.title === 'answered' || step.title === 'failed';
    return [{ outcome: isEnd ? 'never' : step.outcome, ...text }];
  });
}
