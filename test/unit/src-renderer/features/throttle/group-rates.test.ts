import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRoute } from '#main/services/gateway/pure/index.ts';
import { decisionsIn, simulate } from '#main/services/throttle/pure/simulation/index.ts';
import { rateSpans, shownSpans } from '#renderer/features/throttle/results/group-rates.ts';
import { trafficSchema } from '#shared/throttle/traffic/schema.ts';

const sample = (file: string): unknown =>
  JSON.parse(readFileSync(`resources/sample-workspace/${file}`, 'utf8'));

test('bob of the sample is labelled with the rate that the engine applied, before and after his change', async () => {
  const { route } = readRoute(sample('routes/10-orders.json'), { id: '10-orders' });
  if (route === null) throw new Error('no route');
  const traffic = trafficSchema.parse(sample('traffic/three-statuses.json'));
  const { groups, switches } = await simulate({ route, traffic }, {});
  const spansOf = (client: string) => {
    const group = groups.find((each) => each.client === client);
    if (group === undefined) throw new Error(client);
    return rateSpans(group, switches, traffic, 'status');
  };
  const bob = spansOf('bob');
  expect(bob.map(({ status, rate }) => `${status} ${rate}`)).toEqual(['silver 3/10 s', 'gold 6/10 s']);
  expect(spansOf('ann')).toEqual([{ fromSeconds: 0, status: 'gold', rate: '6/10 s' }]);
  expect(spansOf('visitor-1')).toEqual([{ fromSeconds: 0, status: null, rate: '1/10 s' }]);

  // Each label against the rule that decided each request.
  const whole = { fromSeconds: 0, untilSeconds: 60, maximum: 10_000 };
  const decisions = await decisionsIn({ route, traffic }, {}, whole);
  for (const { client, atSeconds, rateText, mapped } of decisions.filter((each) => each.client === 'bob'))
    expect([client, rateText, mapped]).toEqual([
      'bob',
      bob.findLast(({ fromSeconds }) => fromSeconds <= atSeconds)?.rate,
      bob.findLast(({ fromSeconds }) => fromSeconds <= atSeconds)?.status,
    ]);
});

test('a change of a class is one of each of its clients, and one without a status leaves it', () => {
  const traffic = {
    clients: [{ id: 'visitor', attributes: { status: null } }],
    changes: [
      { atSeconds: 5, client: 'visitor', attributes: { status: 'gold' } },
      { atSeconds: 6, client: 'visitor-2', attributes: { mail: 'other@example.com' } },
    ],
  };
  const group = { key: 'k', client: 'visitor-2', rate: '6/10 s' };
  const switches = [{ atSeconds: 7, group: 'k', from: '1/10 s', to: '6/10 s' }];
  expect(rateSpans(group, switches, traffic, 'status')).toEqual([
    { fromSeconds: 0, status: null, rate: '1/10 s' },
    { fromSeconds: 7, status: 'gold', rate: '6/10 s' },
  ]);
  expect(shownSpans([1, 2, 3].map((fromSeconds) => ({ fromSeconds, rate: '', status: null })))).toMatchObject(
    {
      shown: [{ fromSeconds: 1 }, { fromSeconds: 2 }],
      more: 1,
    },
  );
});
