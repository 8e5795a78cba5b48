import { type CheckResult, type Evidence, jsonOf, type WireResponse } from '../evidence.ts';
import type { CheckOf } from './schema.ts';
import { compareTimes, seededGenerator, type TimingPair } from './timing.ts';

/** Pairs from which a comparison says anything. */
const leastPairs = 100;
const seed = 20_000;

/** Two series that were sent in pairs take the same time. A lock or a throttle would be measured instead: then nothing is said. */
export function timingCheck({ step, as, reset }: CheckOf<'timing'>, evidence: Evidence): CheckResult {
  const [one, other] = [evidence.responses(step), evidence.responses(as)];
  const expected = `${step} and ${as} take the same time, within 0.5 ms or 5 %`;
  const disturbed = lockedReason(reset, evidence) ?? disturbance(step, one) ?? disturbance(as, other) ?? null;
  if (disturbed !== null) return { outcome: 'inconclusive', expected, actual: disturbed };
  const pairs = one.flatMap(({ durationMillis }, index): TimingPair[] => {
    const partner = other[index];
    return partner === undefined ? [] : [[durationMillis, partner.durationMillis]];
  });
  if (pairs.length < leastPairs)
    return { outcome: 'inconclusive', expected, actual: `only ${pairs.length} pairs` };
  const { outcome, medians, smallestMillis, detectableMillis } = compareTimes(pairs, seededGenerator(seed));
  const [first, second] = medians.map((median) => median.toFixed(2));
  const measured = `${first} ms and ${second} ms (medians of ${pairs.length} pairs; significant from ${smallestMillis.toFixed(2)} ms)`;
  const actual =
    outcome === 'review'
      ? `${measured}; the measurement is too noisy: only a difference of at least ${detectableMillis.toFixed(2)} ms is detectable`
      : measured;
  return { outcome, expected, actual };
}

/** Says that the honest request between the guesses was refused: the guesses locked something. */
function lockedReason(reset: string | undefined, evidence: Evidence): string | null {
  const answers = reset === undefined ? [] : evidence.responses(reset);
  const at = answers.findIndex(({ status }) => status === null || status >= 400);
  if (at < 0) return null;
  return `the server locks: after some wrong attempts, the correct ${reset ?? ''} received ${answers[at]?.status ?? 'no response'}`;
}

/** Says where a series begins to be answered in another way, or later and later; null: nowhere. */
function disturbance(step: string, answers: readonly WireResponse[]): string | null {
  const first = answers[0] === undefined ? '' : signOf(answers[0]);
  const at = answers.findIndex((answer) => answer.status === null || signOf(answer) !== first);
  if (at >= 0)
    return `the server locks or throttles: ${step} receives ${signOf(answers[at])} from attempt ${at + 1}`;
  const tenth = Math.ceil(answers.length / 10);
  const [early, late] = [answers.slice(0, tenth), answers.slice(-tenth)].map(
    (some) => some.map(({ durationMillis }) => durationMillis).toSorted((a, b) => a - b)[tenth >> 1] ?? 0,
  );
  return (late ?? 0) > (early ?? 0) * 5 + 200
    ? `the server throttles: responses to ${step} are increasingly slow`
    : null;
}

function signOf(answer: WireResponse | undefined): string {
  if (answer === undefined || answer.status === null) return 'nothing';
  const error = jsonOf(answer)?.['error'];
  return typeof error === 'string' ? `${answer.status} ${error}` : String(answer.status);
}
