import { beforeEach, describe, expect, test } from 'vitest';
import { unpackExchange } from '#main/platform/exchange-codec.ts';
import type { ExchangeStore } from '#main/platform/ports.ts';
import { createRecorder, type RecordedBatch, type Recorder } from '#main/services/activity/index.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';

let nowMillis: number;
let store: ExchangeStore;
let recorder: Recorder;

beforeEach(() => {
  nowMillis = 1_800_000_000_000;
  store = createMemoryStorage({ maxExchanges: 100_000, maxExchangeBytes: 1e9 }).exchanges;
  recorder = createRecorder(store, { nowMillis: () => nowMillis });
});

describe('the exchange recorder', () => {
  test('gives ids that sort by time, also within one millisecond', () => {
    const ids = Array.from({ length: 50 }, () => recorder.record(exchangeDraft()));
    nowMillis += 1;
    ids.push(recorder.record(exchangeDraft()));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('a record can be read at once, from memory and from the store', async () => {
    const id = recorder.record(exchangeDraft({ target: '/one' }));
    expect((await recorder.get(id))?.request.target).toBe('/one');
    expect((await store.get(id))?.request.target).toBe('/one');
    expect((await recorder.page({ limit: 1 })).items[0]?.id).toBe(id);
  });

  test('an exchange that left memory is read from the store', async () => {
    const first = recorder.record(exchangeDraft({ target: '/first' }));
    for (let index = 0; index < 1_500; index += 1) recorder.record(exchangeDraft());
    recorder.flush();
    expect((await recorder.get(first))?.request.target).toBe('/first');
  });

  test('the trace is built once, after the answer', async () => {
    let built = 0;
    const trace = () => {
      built += 1;
      return { pipeline: 'token', rules: [], effect: 'done' };
    };
    const id = recorder.record(exchangeDraft({ trace }));
    expect(built).toBe(0);
    expect((await recorder.get(id))?.trace?.effect).toBe('done');
    await recorder.get(id);
    expect(built).toBe(1);
  });

  test('above 2,000 a second bodies are sampled; sizes stay and the number dropped is told', async () => {
    const batches: RecordedBatch[] = [];
    recorder.follow((batch) => batches.push(batch));
    const ids = Array.from({ length: 3_600 }, () => recorder.record(exchangeDraft()));
    recorder.flush();
    expect(recorder.bodiesDropped()).toBe(1_500);
    expect(batches.at(-1)?.bodiesDropped).toBe(1_500);
    const kept = (await recorder.get(ids[1_999] ?? ''))?.request.body;
    const dropped = (await recorder.get(ids[2_000] ?? ''))?.request.body;
    expect(kept?.kept).toBe('whole');
    expect(dropped).toMatchObject({ kept: 'sampled-out', bytes: null, sizeBytes: kept?.sizeBytes });
    nowMillis += 1_000;
    const next = await recorder.get(recorder.record(exchangeDraft()));
    expect(next?.request.body.kept).toBe('whole');
  });

  test('joins the two records of one exchange by the port of the client', async () => {
    const server = recorder.record(exchangeDraft({ clientPort: 50_001 }));
    const other = recorder.record(exchangeDraft({ clientPort: 50_002, side: 'client' }));
    const client = recorder.record(exchangeDraft({ clientPort: 50_001, side: 'client' }));
    const found = await recorder.get(server);
    expect(found === null ? null : (await recorder.counterpart(found))?.id).toBe(client);
    const lonely = await recorder.get(other);
    expect(lonely === null ? null : await recorder.counterpart(lonely)).toBeNull();
  });

  test('counts what the store did not take, and what it took and lost', () => {
    let lost = 0;
    recorder = createRecorder(
      { ...store, append: (given) => given.length, lost: () => lost },
      { nowMillis: () => nowMillis },
    );
    const batches: RecordedBatch[] = [];
    recorder.follow((batch) => batches.push(batch));
    recorder.record(exchangeDraft());
    recorder.flush();
    lost = 5;
    recorder.record(exchangeDraft());
    recorder.flush();
    expect(batches.map((batch) => batch.lost)).toEqual([1, 7]);
    expect(recorder.lost()).toBe(7);
  });

  test('followers get each batch once, until they leave', () => {
    const seen: string[] = [];
    const leave = recorder.follow(({ exchanges }) =>
      seen.push(...exchanges.map((packed) => unpackExchange(packed).request.target)),
    );
    recorder.record(exchangeDraft({ target: '/a' }));
    recorder.record(exchangeDraft({ target: '/b' }));
    recorder.flush();
    recorder.flush();
    leave();
    recorder.record(exchangeDraft({ target: '/c' }));
    recorder.flush();
    expect(seen).toEqual(['/a', '/b']);
  });
});
