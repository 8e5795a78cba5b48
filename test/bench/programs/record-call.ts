import { systemClock } from '#main/platform/clock.ts';
import { createRecorder } from '#main/services/activity/index.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { announce } from './announce.ts';
import { draftOfExchange } from './recorded-exchanges.ts';

const batches = 100;
const draftsInBatch = 10_000;

const { exchanges } = createMemoryStorage({ maxExchanges: 0, maxExchangeBytes: 0 });
const recorder = createRecorder({ ...exchanges, append: () => 0 }, systemClock);

/** CPU time of recording a million drafts, those that are made for it included, in microseconds for each. */
function measureDrafts(): number {
  let micros = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    const before = process.cpuUsage();
    for (let draft = 0; draft < draftsInBatch; draft += 1)
      recorder.record(draftOfExchange(systemClock.nowMillis()));
    const { user, system } = process.cpuUsage(before);
    micros += user + system;
    // What was gathered goes to a store that keeps nothing: packing it is not what is measured here.
    recorder.flush();
  }
  return micros / (batches * draftsInBatch);
}

announce({ microsPerExchange: measureDrafts() });
