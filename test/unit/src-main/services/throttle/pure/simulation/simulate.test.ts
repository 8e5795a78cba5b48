import { describe, expect, test } from 'vitest';
import { decisionsIn, simulate } from '#main/services/throttle/pure/simulation/index.ts';
import { createLimiter, retryAfterSeconds } from '#shared/throttle/index.ts';
import { type SimulationInput } from '#shared/throttle/simulation/types.ts';
import {
  mail,
  mixed,
  mixedTraffic,
  rate,
  rates,
  routeWith,
  scriptConfig,
  scripted,
  status,
  trafficOf,
} from './inputs.ts';

const everything = { fromSeconds: 0, untilSeconds: 100, maximum: 100_000 };
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

describe('a simulation', () => {
  test('decides as the limiter of the gateway does, request by request', async () => {
    const decisions = await decisionsIn(mixed, {}, everything);
    const limiter = createLimiter({ maxGroups: 1_000 });
    expect(decisions.length).toBeGreaterThan(300);
    let refused = 0;
    for (const {
      atSeconds,
      group,
      rateText,
      status: code,
      waitSeconds,
      retryAfterSeconds: told,
    } of decisions) {
      const used = [...rates.values()].find(
        ({ numberOfRequests, duration }) => `${numberOfRequests}/${duration}` === rateText,
      );
      if (used === undefined || group === null) throw new Error(rateText);
      const wait = limiter.decide(group, used, Math.round(atSeconds * 1e9));
      expect({ code, told, wait: Math.round(waitSeconds * 1e9) }).toEqual({
        code: wait === 0 ? 200 : 429,
        told: wait === 0 ? null : retryAfterSeconds(wait),
        wait,
      });
      if (wait > 0) refused += 1;
    }
    expect(refused).toBeGreaterThan(100);
  });

  test('comes to the same group by group as in one queue of all requests, with a script', async () => {
    const fast = await simulate(mixed, {});
    const slow = await simulate({ route: routeWith(scriptConfig), traffic: mixedTraffic }, scripted);
    const { limitPerSecond: _, ...bins } = fast.bins;
    expect(slow.bins).toMatchObject(bins);
    for (const part of ['totals', 'groupCount', 'retryAfter', 'waiting', 'evictions', 'otherGroups'] as const)
      expect([part, slow[part]]).toEqual([part, fast[part]]);
    expect(slow.groups.map(({ key, accepted, refused, bins: of }) => [key, accepted, refused, of])).toEqual(
      fast.groups.map(({ key, accepted, refused, bins: of }) => [key, accepted, refused, of]),
    );
    const labels = (decisions: Awaited<ReturnType<typeof decisionsIn>>) =>
      decisions
        .map(({ atSeconds, client, status: code, bucket }) => `${atSeconds} ${client} ${code} ${bucket}`)
        .toSorted();
    expect(
      labels(
        await decisionsIn({ route: routeWith(scriptConfig), traffic: mixedTraffic }, scripted, everything),
      ),
    ).toEqual(labels(await decisionsIn(mixed, {}, everything)));
    expect(slow.switches).toEqual(expect.arrayContaining([...fast.switches]));
  });

  test('is the same to the last bit each time, and another one with another seed', async () => {
    const first = await simulate(mixed, {});
    expect((await simulate(mixed, {})).digest).toBe(first.digest);
    expect((await simulate({ ...mixed, traffic: { ...mixedTraffic, seed: 8 } }, {})).digest).not.toBe(
      first.digest,
    );
  });

  test('of one client does not change because another one is there', async () => {
    const [, team, ...others] = mixedTraffic.clients;
    if (team === undefined) throw new Error('no team');
    const alone = await decisionsIn(
      { ...mixed, traffic: { ...mixedTraffic, clients: [team] } },
      {},
      everything,
    );
    const together = await decisionsIn(
      { ...mixed, traffic: { ...mixedTraffic, clients: [...others, team] } },
      {},
      everything,
    );
    const times = (decisions: typeof alone) =>
      decisions
        .filter(({ group }) => group === 'team@example.com')
        .map(({ atSeconds, status: code }) => [atSeconds, code]);
    expect(times(together)).toEqual(times(alone));
  });

  test('adds up', async () => {
    const { totals, bins, groups, otherGroups, retryAfter, waiting, heat } = await simulate(
      { ...mixed, groups: 3 },
      {},
    );
    expect(totals.offered).toBe(totals.accepted + totals.refused + totals.failed);
    expect(sum(bins.accepted)).toBe(totals.accepted);
    expect(sum(bins.refused)).toBe(totals.refused);
    expect(sum(bins.offered)).toBe(totals.offered);
    expect(groups).toHaveLength(3);
    expect(sum(groups.map(({ refused }) => refused)) + otherGroups.refused).toBe(totals.refused);
    expect(sum(groups.map(({ accepted }) => accepted)) + otherGroups.accepted).toBe(totals.accepted);
    expect(sum(retryAfter.histogram.map(([, count]) => count))).toBe(totals.refused);
    // Of those that were refused at first, some came through, some gave up, some were still waiting.
    const cameThrough = sum(waiting.histogram.map(([, count]) => count));
    expect(cameThrough).toBeGreaterThan(10);
    expect(heat.share).toHaveLength(3);
    for (const group of groups) {
      expect(sum(group.bins.refused)).toBe(group.refused);
      for (const [bin, min] of group.level.min.entries()) {
        expect(min).toBeGreaterThanOrEqual(0);
        expect(group.level.mean[bin]).toBeGreaterThanOrEqual(min - 1e-9);
        expect(group.level.mean[bin]).toBeLessThanOrEqual((group.capacityPerBin[bin] ?? 0) + 6);
      }
    }
  });

  test('orders the groups by refusals', async () => {
    const { groups } = await simulate(mixed, {});
    const refusals = groups.map(({ refused }) => refused);
    expect(refusals).toEqual(refusals.toSorted((a, b) => b - a));
  });
});

describe('the bucket of a group', () => {
  const input: SimulationInput = {
    route: routeWith({ requestGroupingPolicy: mail, rate: rate(10) }),
    traffic: trafficOf({
      durationSeconds: 20,
      clients: [
        { id: 'a', attributes: { mail: 'a' }, patterns: [{ kind: 'burst', atSeconds: 5, requests: 12 }] },
      ],
    }),
    bins: 20,
  };

  test('is full, is emptied, and fills again in a straight line', async () => {
    const [group] = (await simulate(input, {})).groups;
    expect(group).toMatchObject({
      accepted: 10,
      refused: 2,
      rate: '10/10 s',
      capacity: 10,
      timeToFirstRefusalSeconds: 5,
    });
    expect(group?.level.mean.slice(0, 5)).toEqual([10, 10, 10, 10, 10]);
    expect(group?.level.min.slice(4, 8)).toEqual([10, 0, 1, 2]);
    expect(group?.level.mean.slice(5, 8)).toEqual([0.5, 1.5, 2.5]);
    expect(group?.level.mean.slice(15)).toEqual([10, 10, 10, 10, 10]);
  });

  test('gives the limit line and the heat', async () => {
    const { bins, heat } = await simulate(input, {});
    expect(new Set(bins.limitPerSecond)).toEqual(new Set([1]));
    expect(heat.share[0]?.slice(4, 7)).toEqual([-1, 2 / 12, -1]);
  });

  test('is forgotten by the next cleaning once it is full', async () => {
    expect((await simulate(input, {})).evictions).toBe(1);
    const short = { ...input, traffic: { ...input.traffic, durationSeconds: 14 } };
    expect((await simulate(short, {})).evictions).toBe(0);
  });
});

describe('requests without a bucket', () => {
  const traffic = trafficOf({
    durationSeconds: 10,
    request: { uri: 'http://localhost/orders' },
    clients: [
      { id: 'named', attributes: { mail: 'a' }, patterns: [{ kind: 'burst', atSeconds: 1, requests: 3 }] },
      { id: 'nobody', patterns: [{ kind: 'burst', atSeconds: 1, requests: 4 }] },
    ],
  });

  test('end with 500 where they have no key, and the lint says so', async () => {
    const route = routeWith({ requestGroupingPolicy: mail, rate: rate(1) });
    const { totals, warnings } = await simulate({ route, traffic }, {});
    expect(totals).toMatchObject({ offered: 7, accepted: 1, refused: 2, failed: 4 });
    expect(warnings).toMatchObject([{ code: 'throttling.key-not-set', severity: 'warning' }]);
    const [failed] = (await decisionsIn({ route, traffic }, {}, everything)).filter(
      ({ status: code }) => code === 500,
    );
    expect(failed).toMatchObject({
      group: null,
      client: 'nobody',
      error: 'The grouping expression does not return a string.',
    });
  });

  test('are counted apart where the route does not take them', async () => {
    const route = routeWith({ rate: rate(1) }, { condition: "${find(request.uri.path, '^/else')}" });
    const { totals, warnings } = await simulate({ route, traffic }, {});
    expect(totals).toMatchObject({ offered: 0, accepted: 0, unthrottled: 0, notTaken: 7 });
    expect(warnings).toMatchObject([{ code: 'throttling.not-reached' }]);
    const condition = "${find(request.uri.path, '^/else')}";
    const oneByOne = routeWith({ rate: rate(1), carryOver: true }, { condition });
    expect((await simulate({ route: oneByOne, traffic }, {})).totals).toEqual(totals);
  });

  test('pass where the policy has no rate for them, and fail where it fails', async () => {
    const route = routeWith(scriptConfig);
    const none = await simulate(
      { route, traffic },
      { script: () => ({ rate: () => null, isStateless: true }) },
    );
    expect(none.totals).toMatchObject({ accepted: 3, unthrottled: 3, failed: 4 });
    const broken = await simulate(
      { route, traffic },
      { script: () => ({ rate: () => Promise.reject(new Error('It hangs.')) }) },
    );
    expect(broken.totals).toMatchObject({ accepted: 0, failed: 7 });
  });

  test('a script without anybody to run it is refused', async () => {
    await expect(simulate({ route: routeWith(scriptConfig), traffic }, {})).rejects.toMatchObject({
      code: 'simulation.script-missing',
    });
  });
});

describe('expressions see what a client sends', () => {
  test.each([
    ["${request.headers['X-User'][0]}", ['u1', 'u2']],
    ['${contexts.client.remoteAddress}', ['10.0.0.1', '10.0.0.2']],
    ['${request.uri.path}-${request.method}', ['/c/1-POST', '/c/2-POST']],
    ["${request.queryParams['q'][0]}", ['1', '2']],
    ['${request.cookies.sid[0].value}', ['s1', 's2']],
    ['${contexts.oauth2.accessToken.scopes[1]}', ['b1', 'b2']],
    ['${env.HOME}', ['/home']],
  ])('%s', async (requestGroupingPolicy, keys) => {
    const traffic = trafficOf({
      durationSeconds: 1,
      request: { method: 'POST', uri: 'https://api.example.com:8443/c/{n}?q={n}' },
      clients: [
        {
          id: 'c',
          count: 2,
          headers: { 'x-user': 'u{n}', cookie: 'a=b; sid=s{n}' },
          remoteAddress: '10.0.0.{n}',
          attributes: { scope: 'a b{n}' },
          patterns: [{ kind: 'burst', atSeconds: 0, requests: 1 }],
        },
      ],
    });
    const route = routeWith({ requestGroupingPolicy, rate: rate(1) });
    const decisions = await decisionsIn(
      { route, traffic, roots: { env: { HOME: '/home' } } },
      {},
      everything,
    );
    expect([...new Set(decisions.map(({ group }) => group))]).toEqual(keys);
  });
});

describe('the limit of groups', () => {
  test('makes the surplus share a bucket, as in the gateway', async () => {
    const traffic = trafficOf({
      durationSeconds: 4,
      clients: [
        {
          id: 'c',
          count: 5,
          attributes: { mail: 'c{n}' },
          patterns: [{ kind: 'burst', atSeconds: 0, requests: 2 }],
        },
      ],
    });
    const route = routeWith({ requestGroupingPolicy: mail, rate: rate(2), maximumGroups: 3 });
    const { totals } = await simulate({ route, traffic }, {});
    expect(totals).toMatchObject({ offered: 10, accepted: 3 * 2 + 2, refused: 2, overflowed: 4 });
    const decisions = await decisionsIn({ route, traffic }, {}, everything);
    expect(decisions.filter(({ bucket }) => bucket === 'shared')).toHaveLength(4);
  });
});

describe('a rate that alternates', () => {
  test('is never throttled, and the lint says so', async () => {
    const throttlingRatePolicy = {
      type: 'MappedThrottlingPolicy',
      config: {
        throttlingRateMapper: status,
        throttlingRatesMapping: { gold: rate(6), silver: rate(3) },
        defaultRate: rate(1),
      },
    };
    const traffic = trafficOf({
      durationSeconds: 60,
      clients: ['gold', 'silver'].map((name, index) => ({
        id: name,
        attributes: { status: name },
        patterns: [{ kind: 'steady', perSecond: 5, fromSeconds: index * 0.1 }],
      })),
    });
    const { totals, warnings, switchCount, switches } = await simulate(
      { route: routeWith({ throttlingRatePolicy }), traffic },
      {},
    );
    expect(totals.refused).toBe(0);
    expect(switchCount).toBeGreaterThan(500);
    expect(switches.length).toBeLessThanOrEqual(1_000);
    expect(warnings).toMatchObject([{ code: 'throttling.rate-alternates' }]);
  });
});

describe('the caller', () => {
  test('is told how far it is, and can stop it', async () => {
    const shares: number[] = [];
    await simulate(mixed, { onProgress: (share) => shares.push(share) });
    expect(shares.at(-1)).toBe(1);
    await expect(simulate(mixed, { isCancelled: () => true })).rejects.toMatchObject({
      code: 'simulation.cancelled',
    });
  });

  test('may name the filter, and learns if there is none', async () => {
    await expect(simulate({ ...mixed, filter: 'other' }, {})).rejects.toMatchObject({
      code: 'simulation.no-filter',
    });
    await expect(simulate({ ...mixed, filter: 'throttle' }, {})).resolves.toHaveProperty('digest');
  });

  test('gets an empty result of empty traffic', async () => {
    const { totals, groups } = await simulate({ ...mixed, traffic: trafficOf({ durationSeconds: 5 }) }, {});
    expect([totals.offered, groups]).toEqual([0, []]);
  });
});
