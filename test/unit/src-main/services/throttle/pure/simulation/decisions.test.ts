import { describe, expect, test } from 'vitest';
import { decisionsIn } from '#main/services/throttle/pure/simulation/index.ts';
import { explainDecision } from '#shared/throttle/simulation/explain.ts';
import { mail, mixed, rate, routeWith, trafficOf } from './inputs.ts';

describe('the requests of a window of time', () => {
  test('are those that lie in it, counted from 0', async () => {
    const all = await decisionsIn(mixed, {}, { fromSeconds: 0, untilSeconds: 60, maximum: 100_000 });
    const window = await decisionsIn(mixed, {}, { fromSeconds: 19, untilSeconds: 21, maximum: 100_000 });
    const withoutIndex = (decisions: typeof all) => decisions.map((decision) => ({ ...decision, index: 0 }));
    expect(withoutIndex(window)).toEqual(
      withoutIndex(all.filter(({ atSeconds }) => atSeconds >= 19 && atSeconds < 21)),
    );
    expect(window.map(({ index }) => index)).toEqual(window.map((_, index) => index));
    expect(window.length).toBeGreaterThan(10);
  });

  test('can be those of one group, and the first so many', async () => {
    const group = 'team@example.com';
    const own = await decisionsIn(mixed, {}, { fromSeconds: 10, untilSeconds: 60, maximum: 100_000, group });
    expect(new Set(own.map((decision) => decision.group))).toEqual(new Set([group]));
    expect(await decisionsIn(mixed, {}, { fromSeconds: 10, untilSeconds: 60, maximum: 5, group })).toEqual(
      own.slice(0, 5),
    );
    expect(
      await decisionsIn(mixed, {}, { fromSeconds: 0, untilSeconds: 60, maximum: 5, group: 'nobody' }),
    ).toEqual([]);
  });

  test('the earliest are kept even where far more come', async () => {
    const traffic = trafficOf({
      durationSeconds: 100,
      clients: [
        { id: 'c', count: 50, attributes: { mail: 'c{n}' }, patterns: [{ kind: 'poisson', perSecond: 2 }] },
      ],
    });
    const input = { route: routeWith({ requestGroupingPolicy: mail, rate: rate(1) }), traffic };
    const all = await decisionsIn(input, {}, { fromSeconds: 0, untilSeconds: 100, maximum: 100_000 });
    expect(all.length).toBeGreaterThan(8_000);
    expect(await decisionsIn(input, {}, { fromSeconds: 0, untilSeconds: 100, maximum: 7 })).toEqual(
      all.slice(0, 7),
    );
  });
});

describe('retries', () => {
  const retried = async (on429: Readonly<Record<string, unknown>>) => {
    const traffic = trafficOf({
      durationSeconds: 60,
      clients: [
        {
          id: 'c',
          patterns: [{ kind: 'burst', atSeconds: 0, requests: 2 }],
          on429: on429 as { kind: 'drop' },
        },
      ],
    });
    const decisions = await decisionsIn(
      { route: routeWith({ rate: rate(1) }), traffic },
      {},
      {
        fromSeconds: 0,
        untilSeconds: 60,
        maximum: 100,
      },
    );
    return decisions.slice(2).map(({ atSeconds, attempt, status }) => [atSeconds, attempt, status]);
  };

  test('honour Retry-After: the next attempt is accepted', async () => {
    expect(await retried({ kind: 'honour' })).toEqual([[10, 2, 200]]);
  });

  test('ignore it', async () => {
    expect(await retried({ kind: 'impatient', everySeconds: 4, maximumRetries: 5 })).toEqual([
      [4, 2, 429],
      [8, 3, 429],
      [12, 4, 200],
    ]);
  });

  test('back off by a factor', async () => {
    expect(
      await retried({ kind: 'back-off', initialSeconds: 1, factor: 2, maximumSeconds: 3, maximumRetries: 9 }),
    ).toEqual([
      [1, 2, 429],
      [3, 3, 429],
      [6, 4, 429],
      [9, 5, 429],
      [12, 6, 200],
    ]);
  });

  test('wait a little longer at random', async () => {
    const [[at = 0, ...rest] = []] = await retried({ kind: 'jitter', maximumSeconds: 5 });
    expect(at).toBeGreaterThan(10);
    expect(at).toBeLessThan(15);
    expect(rest).toEqual([2, 200]);
  });

  test('end with giving up', async () => {
    expect(await retried({ kind: 'impatient', everySeconds: 1, maximumRetries: 2 })).toEqual([
      [1, 2, 429],
      [2, 3, 429],
    ]);
    expect(await retried({ kind: 'drop' })).toEqual([]);
  });
});

describe('why', () => {
  const input = { route: routeWith({ requestGroupingPolicy: mail, rate: rate(2) }) };
  const traffic = trafficOf({
    durationSeconds: 5,
    clients: [
      { id: 'ann', attributes: { mail: 'ann' }, patterns: [{ kind: 'burst', atSeconds: 1, requests: 3 }] },
      { id: 'nobody', patterns: [{ kind: 'burst', atSeconds: 2, requests: 1 }] },
    ],
  });
  const explained = async () =>
    (await decisionsIn({ ...input, traffic }, {}, { fromSeconds: 0, untilSeconds: 5, maximum: 10 })).map(
      (decision) => explainDecision(decision).map(({ title, outcome }) => `${title} ${outcome}`),
    );

  test('an accepted request went through all steps', async () => {
    expect((await explained())[0]).toEqual([
      'key pass',
      'rate pass',
      'bucket pass',
      'step pass',
      'token pass',
      'forwarded pass',
    ]);
  });

  test('a refused one was shut out at the token', async () => {
    expect((await explained())[2]).toEqual([
      'key pass',
      'rate pass',
      'bucket pass',
      'step pass',
      'token shut',
      'answered shut',
    ]);
    const decisions = await decisionsIn(
      { ...input, traffic },
      {},
      { fromSeconds: 0, untilSeconds: 5, maximum: 10 },
    );
    expect(decisions[2]).toMatchObject({
      levelBefore: 0,
      capacity: 2,
      stepSeconds: 5,
      waitSeconds: 5,
      retryAfterSeconds: 5,
      bucket: 'kept',
    });
    expect(decisions[0]).toMatchObject({ levelBefore: 2, bucket: 'new', why: 'fixed', rateText: '2/10 s' });
  });

  test('one without a key never came to a bucket', async () => {
    expect((await explained())[3]).toEqual([
      'key shut',
      'rate never',
      'bucket never',
      'step never',
      'token never',
      'failed shut',
    ]);
  });
});
