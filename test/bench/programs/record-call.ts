import { systemClock } from '#main/platform/clock.ts';
import type { PackedExchange } from '#main/platform/exchange-codec.ts';
import { createRecorder } from '#main/services/activity/index.ts';
import { createBlockWriter } from '#main/services/storage/block-writer.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { announce } from './announce.ts';
import { draftOfExchange } from './recorded-exchanges.ts';

const batches = 100;
const draftsInBatch = 10_000;

const { exchanges } = createMemoryStorage({ maxExchanges: 0, maxExchangeBytes: 0 });
const blocks = createBlockWriter();
/** Encodes what it gets, as the state on disk does at once, and keeps nothing. */
function append(packed: readonly PackedExchange[]): number {
  for (const exchange of packed) blocks.add(exchange);
  return 0;
}
const recorder = createRecorder({ ...exchanges, append }, systemClock);

/** CPU time of recording a million drafts, those that are made for it included, in microseconds for each. */
function measureDrafts(): number {
  let micros = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    const before = process.cpuUsage();
    for (let draft = 0; draft < draftsInBatch; draft += 1)
      recorder.record(draftOfExchange(systemClock.nowMillis()));
    const { user, system } = process.cpuUsage(before);
    micros += user + system;
    recorder.flush();
    blocks.take('all');
  }
  return micros / (batches * draftsInBatch);
}

announce({ microsPerExchange: measureDrafts() });
