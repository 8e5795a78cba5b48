import { describe, expect, test } from 'vitest';
import { decisionsIn, simulate } from '#main/services/throttle/pure/simulation/index.ts';
import { type Rate, rateOf } from '#shared/throttle/index.ts';
import type { OnRefused, Pattern } from '#shared/throttle/traffic/schema.ts';
import { mail, rate, routeWith, scriptConfig, trafficOf } from './inputs.ts';

const read = rateOf(4, '10 s');
/** The rate of the fixed policy from a script, which keeps the simulation from knowing it beforehand. */
const scripted = { script: () => ({ rate: (): Rate | null => ('rate' in read ? read.rate : null) }) };

const patterns: readonly Pattern[] = [
  { kind: 'poisson', perSecond: 0.5 },
  { kind: 'steady', perSecond: 0.4 },
  { kind: 'burst', atSeconds: 0, requests: 6 },
  { kind: 'burst', atSeconds: 5, requests: 6 },
  { kind: 'ramp', fromPerSecond: 2, toPerSecond: 0 },
];

const manners: readonly OnRefused[] = [
  { kind: 'drop' },
  { kind: 'honour', maximumRetries: 2 },
  { kind: 'impatient', everySeconds: 0.7, maximumRetries: 3 },
  { kind: 'back-off', initialSeconds: 0.25, factor: 3, maximumSeconds: 60, maximumRetries: 5 },
];

describe('clients that nobody watches', () => {
  test.each(
    manners.flatMap((on429) =>
      patterns.map((pattern) => [on429.kind, pattern.kind, on429, pattern] as const),
    ),
  )(
    '%s, %s: come to the same as with every request decided in the order of time',
    async (_on429, _pattern, on429, pattern) => {
      const traffic = trafficOf({
        durationSeconds: 300,
        seed: 3,
        clients: [
          { id: 'c', count: 3, attributes: { mail: 'c{n}' }, patterns: [pattern], on429 },
          // Two patterns go another way through the simulation.
          { id: 'd', attributes: { mail: 'd' }, patterns: [pattern, pattern], on429 },
        ],
      });
      const fast = await simulate(
        { route: routeWith({ requestGroupingPolicy: mail, rate: rate(4) }), traffic },
        {},
      );
      const slow = await simulate({ route: routeWith(scriptConfig), traffic }, scripted);
      expect(fast.totals.offered).toBeGreaterThan(20);
      for (const part of ['totals', 'retryAfter', 'waiting', 'evictions', 'heat', 'otherGroups'] as const)
        expect([part, fast[part]]).toEqual([part, slow[part]]);
      expect(fast.bins.accepted).toEqual(slow.bins.accepted);
      expect(fast.bins.refused).toEqual(slow.bins.refused);
      for (const [index, group] of fast.groups.entries())
        expect(group.level).toEqual(slow.groups[index]?.level);
    },
  );
});

describe('refill that is carried over', () => {
  test('lets a burst of nearly twice the number pass, as in the model product', async () => {
    const traffic = trafficOf({
      durationSeconds: 20,
      clients: [
        {
          id: 'c',
          patterns: [
            { kind: 'burst', atSeconds: 0, requests: 1 },
            { kind: 'burst', atSeconds: 10, requests: 30 },
          ],
        },
      ],
    });
    const accepted = async (carryOver: boolean) =>
      (await simulate({ route: routeWith({ rate: rate(10), carryOver }), traffic }, {})).totals.accepted;
    expect(await accepted(false)).toBe(1 + 10);
    expect(await accepted(true)).toBe(1 + 19);
  });
});

describe('a policy that has to be asked each time', () => {
  test('is given the time, so that it can follow it', async () => {
    const traffic = trafficOf({
      durationSeconds: 10,
      clients: [{ id: 'c', attributes: { mail: 'c' }, patterns: [{ kind: 'steady', perSecond: 1 }] }],
    });
    const [day, night] = [rateOf(1_000, '10 s'), rateOf(1, '1 h')];
    const ports = {
      script: () => ({
        rate: (_scope: unknown, nowNanos: number): Promise<Rate | null> => {
          const now = nowNanos < 4e9 ? day : night;
          return Promise.resolve('rate' in now ? now.rate : null);
        },
      }),
    };
    const decisions = await decisionsIn({ route: routeWith(scriptConfig), traffic }, ports, {
      fromSeconds: 0,
      untilSeconds: 10,
      maximum: 100,
    });
    expect(decisions.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429]);
    expect(decisions[4]).toMatchObject({ bucket: 'changed', rateText: '1/1 h', why: 'script' });
  });
});
