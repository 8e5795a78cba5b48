import { TokenBucket } from 'limiter';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createLimiter, rateOf } from '#shared/throttle/index.ts';
import { announce } from './announce.ts';

// Decides over a number of keys with one of: `floor`, `gatehouse`, `rate-limiter-flexible`, `limiter`.
const [subject = 'floor', keyCount = '1'] = process.argv.slice(2);
const keys = Number(keyCount);
const nanosPerMilli = 1_000_000;

/** One of the rates accepts everything, the other nearly nothing: both ways are measured alike. */
const generous = { numberOfRequests: 2_147_483_647, duration: '1 s', seconds: 1 };
const strict = { numberOfRequests: 1, duration: '1 hour', seconds: 3_600 };
type Way = typeof generous;

/** The keys in the order in which they are asked for; of many, few are frequent (Zipf with exponent 1). */
function orderOfKeys(count: number): Uint32Array {
  const sums = new Float64Array(keys);
  let sum = 0;
  for (let rank = 0; rank < keys; rank += 1) {
    sum += 1 / (rank + 1);
    sums[rank] = sum;
  }
  let state = 7;
  return Uint32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const wanted = (state / 2 ** 32) * sum;
    let [low, high] = [0, keys - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  });
}

type Decide = (key: string) => unknown;

/** The indispensable parts: a table of slots, an array of times, the clock, and the arithmetic. */
function makeFloor({ numberOfRequests, seconds }: Way): Decide {
  const slots = new Map<string, number>();
  const tats = new Float64Array(keys);
  const step = Math.ceil((seconds * 1e9) / numberOfRequests);
  const tolerance = step * (numberOfRequests - 1);
  return (key) => {
    const now = Math.round(performance.now() * nanosPerMilli);
    let slot = slots.get(key);
    if (slot === undefined) {
      slot = slots.size;
      slots.set(key, slot);
    }
    const tat = tats[slot] ?? 0;
    const start = tat > now ? tat : now;
    if (start - tolerance > now) return start - tolerance - now;
    tats[slot] = start + step;
    return 0;
  };
}

function makeOwn({ numberOfRequests, duration }: Way): Decide {
  const limiter = createLimiter({ maxGroups: 10_000_000 });
  const read = rateOf(numberOfRequests, duration);
  if (!('rate' in read)) throw new Error(read.problem.message);
  const { rate } = read;
  return (key) => limiter.decide(key, rate, Math.round(performance.now() * nanosPerMilli));
}

function makeFlexible({ numberOfRequests, seconds }: Way): Decide {
  const limiter = new RateLimiterMemory({ points: numberOfRequests, duration: seconds });
  return (key) => limiter.consume(key).catch((refusal: unknown) => refusal);
}

function makeTokenBucket({ numberOfRequests, seconds }: Way): Decide {
  const buckets = new Map<string, TokenBucket>();
  return (key) => {
    let bucket = buckets.get(key);
    if (bucket === undefined) {
      bucket = new TokenBucket({
        bucketSize: numberOfRequests,
        tokensPerInterval: numberOfRequests,
        interval: seconds * 1_000,
      });
      bucket.content = numberOfRequests;
      buckets.set(key, bucket);
    }
    return bucket.tryRemoveTokens(1);
  };
}

const makers: Readonly<Record<string, (way: Way) => Decide>> = {
  floor: makeFloor,
  gatehouse: makeOwn,
  'rate-limiter-flexible': makeFlexible,
  limiter: makeTokenBucket,
};

const isAsync = subject === 'rate-limiter-flexible';
const decisions = isAsync ? 400_000 : 4_000_000;
const order = orderOfKeys(1 << 16);
const texts = Array.from({ length: keys }, (_, index) => `client-${index}@example.com`);

/** CPU nanoseconds for a decision, after a warm-up of a quarter as many. */
async function measure(way: Way): Promise<number> {
  const make = makers[subject];
  if (make === undefined) throw new Error(`There is no ${subject}.`);
  const decide = make(way);
  const run = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const answer = decide(texts[order[index & 0xffff] ?? 0] ?? '');
      if (isAsync) await answer;
    }
  };
  await run(decisions / 4);
  const before = process.cpuUsage();
  await run(decisions);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1_000) / decisions;
}

const accept = await measure(generous);
const refuse = await measure(strict);
announce({ accept, refuse, mean: (accept + refuse) / 2 });
// The peer keeps a timer for each key.
process.once('disconnect', () => process.exit());
