import { createPacer, type Pace } from '#shared/consents/index.ts';

/** A platform with a bucket, and a loader at the pace of a pacer; a time of its own, and answers that take unequally long. */
interface Simulation {
  readonly pace: Pace;
  /** Rate at which the bucket refills a second, at a time in milliseconds. */
  readonly limitAt: (atMillis: number) => number;
  readonly burst: number;
  readonly seconds: number;
  readonly seed: number;
}

interface Outcome {
  readonly accepted: number;
  readonly refused: number;
  /** Accepted, of what the bucket gave. */
  readonly efficiency: number;
  readonly refusedShare: number;
  readonly limit: number | null;
}

type Event =
  | { readonly at: number; readonly kind: 'tick' }
  | { readonly at: number; readonly kind: 'arrival'; readonly sentAt: number }
  | { readonly at: number; readonly kind: 'answer'; readonly sentAt: number; readonly isAccepted: boolean };

const parallel = 16;
const wayMillis = 1.5;
const unevenMillis = 3;
const lateTimerMillis = 1.2;

/** Lets time pass and counts. */
export function simulate({ pace, limitAt, burst, seconds, seed }: Simulation): Outcome {
  const pacer = createPacer(pace);
  const random = sequence(seed);
  const bucket = createBucket(limitAt, burst);
  const events: Event[] = [];
  const add = (event: Event) => {
    const place = events.findIndex(({ at }) => at > event.at);
    events.splice(place < 0 ? events.length : place, 0, event);
  };
  const endMillis = seconds * 1_000;
  let [now, inFlight, accepted, refused] = [0, 0, 0, 0];
  let isTicking = false;
  for (;;) {
    for (; inFlight < parallel && pacer.nextAt(now) <= now; inFlight += 1) {
      pacer.sent(now);
      add({ at: now + wayMillis + random() * unevenMillis, kind: 'arrival', sentAt: now });
    }
    if (inFlight < parallel && !isTicking) {
      isTicking = true;
      add({ at: Math.ceil(pacer.nextAt(now)) + random() * lateTimerMillis, kind: 'tick' });
    }
    const event = events.shift();
    if (event === undefined || event.at > endMillis) break;
    now = Math.max(now, event.at);
    if (event.kind === 'tick') isTicking = false;
    else if (event.kind === 'arrival') {
      const isAccepted = bucket.take(now);
      add({
        at: now + wayMillis + random() * unevenMillis,
        kind: 'answer',
        sentAt: event.sentAt,
        isAccepted,
      });
    } else {
      inFlight -= 1;
      if (event.isAccepted) pacer.passed();
      else pacer.refused(event.sentAt, now);
      if (event.isAccepted) accepted += 1;
      else refused += 1;
    }
  }
  return {
    accepted,
    refused,
    efficiency: accepted / bucket.given(endMillis),
    refusedShare: refused / (accepted + refused),
    limit: pacer.limitPerSecond,
  };
}

function createBucket(limitAt: (atMillis: number) => number, burst: number) {
  const stepMillis = 5;
  let [atMillis, tokens, given] = [0, burst, burst];
  const refill = (untilMillis: number) => {
    while (atMillis < untilMillis) {
      const step = Math.min(stepMillis, untilMillis - atMillis);
      const more = (limitAt(atMillis) * step) / 1_000;
      tokens = Math.min(burst, tokens + more);
      given += more;
      atMillis += step;
    }
  };
  return {
    take(nowMillis: number): boolean {
      refill(nowMillis);
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    given(untilMillis: number): number {
      refill(untilMillis);
      return given;
    },
  };
}

/** Numbers from 0 to 1 that look random and are always the same. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
