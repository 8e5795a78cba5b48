import { type ArrivalStream, recordedStream } from '../traffic/stream.ts';
import type { Model, YieldPoint } from './model.ts';
import { RetryQueue } from './retries.ts';
import type { Observer } from './seen.ts';
import { type ClientSimulator, type ShardSetup, ShardSimulator } from './shard-simulator.ts';
import { type Shards, shardsOf } from './shards.ts';
import { SingleClientSimulator } from './single-client-simulator.ts';
import { ratesOf, SimulationState } from './state.ts';

const requestsBetweenYields = 65_536;
const clientsBetweenYields = 1_024;
const blockLength = 512;

export interface FastRunOptions {
  readonly seed: number;
  readonly untilNanos: number;
  readonly observer: Observer | null;
  /** Shards to run; absent: all of them. */
  readonly only?: ReadonlySet<number>;
  readonly yieldNow: YieldPoint;
  onProgress?(share: number): void;
}

export interface FastRun {
  readonly state: SimulationState;
  readonly shards: Shards;
}

/** Runs the shards of a model one after the other: none sees another, so that their order does not matter. */
export async function runFast(model: Model, options: FastRunOptions): Promise<FastRun> {
  const { seed, untilNanos, observer, only, yieldNow } = options;
  const { rates, ratesById } = ratesOf(model.answers);
  const state = new SimulationState(model, model.answers.length, rates);
  const shards = shardsOf(model);
  const retries = new RetryQueue();
  const setup: ShardSetup = {
    model,
    state,
    rates,
    steps: Float64Array.from(rates, ({ stepNanos }) => stepNanos),
    tolerances: Float64Array.from(rates, ({ toleranceNanos }) => toleranceNanos),
    ratesById,
    seed,
    untilNanos,
    observer,
    retries,
    times: new Float64Array(blockLength),
  };
  let clientsSinceYield = 0;
  for (let shard = 0; shard < shards.count; shard += 1) {
    if (only !== undefined && !only.has(shard)) continue;
    const clients = shards.clients.subarray(shards.starts[shard], shards.starts[shard + 1]);
    if (clients.length === 0) continue;
    const simulator = simulatorOf(setup, clients, streamsOf(model, clients, shards.recordedOf(shard)));
    while (!simulator.run(requestsBetweenYields)) await yieldNow();
    clientsSinceYield += clients.length;
    if (clientsSinceYield < clientsBetweenYields) continue;
    clientsSinceYield = 0;
    options.onProgress?.((shard + 1) / shards.count);
    await yieldNow();
  }
  countLastEvictions(model, state, untilNanos);
  return { state, shards };
}

function streamsOf(
  { clients }: Model,
  numbers: Uint32Array,
  recorded: Uint32Array | null,
): readonly ArrivalStream[] {
  const streams: ArrivalStream[] = [];
  for (const client of numbers) streams.push(...clients.streamsOf(client));
  if (clients.recorded !== null && recorded !== null && recorded.length > 0)
    streams.push(recordedStream(clients.recorded, recorded));
  return streams;
}

function simulatorOf(
  setup: ShardSetup,
  clients: Uint32Array,
  streams: readonly ArrivalStream[],
): ClientSimulator {
  const { model, ratesById, observer } = setup;
  const [client = 0] = clients;
  const rateId = ratesById[model.rateOf[client] ?? 0] ?? -1;
  const isWatched = observer !== null || model.filter.config.shadow;
  const isPlain = clients.length === 1 && !isWatched && !model.phases.has(client);
  const [stream] = streams;
  const hasBucket = rateId >= 0 && (model.groupOf[client] ?? -1) >= 0;
  if (!isPlain || !hasBucket || stream === undefined || streams.length > 1)
    return new ShardSimulator(setup, clients, streams);
  return new SingleClientSimulator(setup, client, stream, rateId);
}

/** Buckets that are full again when the last cleaning before the end looks at them. */
function countLastEvictions(
  { filter }: Model,
  { tats, rateIn, tally }: SimulationState,
  untilNanos: number,
): void {
  const cleaningNanos = filter.config.cleaningIntervalMillis * 1_000_000;
  const last = Math.floor(untilNanos / cleaningNanos) * cleaningNanos;
  for (let group = 0; group < tats.length; group += 1)
    if (rateIn[group] !== -1 && (tats[group] ?? 0) <= last) tally.evictions += 1;
}
