import type { Decision, WhyStep } from './types.ts';

/** The steps by which a request was decided, in the order in which the filter takes them. */
export function explainDecision(decision: Decision): readonly WhyStep[] {
  if (!decision.isTaken)
    return [
      { title: 'route', outcome: 'shut', values: {} },
      { title: 'forwarded', outcome: 'never', values: {} },
    ];
  const { group, rateText, why, mapped, capacity, stepSeconds, levelBefore, bucket, waitSeconds } = decision;
  const values = { group: group ?? '', rate: rateText, why, mapped: mapped ?? '' };
  const hasFailed = decision.status === 500;
  // In shadow mode too: what is not there was not taken.
  const isEmpty = waitSeconds > 0;
  const hasKey = group !== null;
  const hasBucket = !hasFailed && rateText !== '';
  const reached = (isReached: boolean, isShut = false): WhyStep['outcome'] =>
    isReached ? (isShut ? 'shut' : 'pass') : 'never';
  const steps: readonly WhyStep[] = [
    { title: 'key', outcome: reached(true, hasFailed && !hasKey), values: { group: group ?? '' } },
    { title: 'rate', outcome: reached(hasKey, hasFailed && hasKey), values },
    { title: 'bucket', outcome: reached(hasBucket), values: { bucket, capacity } },
    { title: 'step', outcome: reached(hasBucket), values: { stepSeconds } },
    {
      title: 'token',
      outcome: reached(hasBucket, isEmpty),
      values: { levelBefore, capacity, waitSeconds },
    },
  ];
  return [...steps, endOf(decision)];
}

function endOf({ status, retryAfterSeconds, error }: Decision): WhyStep {
  switch (status) {
    case 200:
      return { title: 'forwarded', outcome: 'pass', values: { status } };
    case 429:
      return {
        title: 'answered',
        outcome: 'shut',
        values: { status, retryAfterSeconds: retryAfterSeconds ?? 0 },
      };
    case 500:
      return { title: 'failed', outcome: 'shut', values: { status, error: error ?? '' } };
  }
}
