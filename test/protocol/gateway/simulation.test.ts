import { expect, test } from 'vitest';
import type { SendRecorded } from '#main/services/activity/index.ts';
import { readRoute } from '#main/services/gateway/pure/index.ts';
import { decisionsIn } from '#main/services/throttle/pure/simulation/index.ts';
import { type Route } from '#shared/gateway/types.ts';
import { type Traffic, trafficSchema } from '#shared/throttle/traffic/schema.ts';
import { tokenFilter } from '#test/support/throttled-route.ts';
import { type RunningGateway, startGateway } from './parties.ts';

let gateway: RunningGateway;

const rate = (numberOfRequests: number, duration: string) => ({ numberOfRequests, duration });

/** Tokens are clients here: what is known of one are the attributes that its client has at the moment. */
const document = {
  handler: {
    type: 'Chain',
    config: {
      filters: [
        { name: 'tokens', ...tokenFilter('http://as.example/introspect') },
        {
          name: 'throttle',
          type: 'ThrottlingFilter',
          config: {
            requestGroupingPolicy: '${contexts.oauth2.accessToken.info.mail}',
            throttlingRatePolicy: {
              type: 'MappedThrottlingPolicy',
              config: {
                throttlingRateMapper: '${contexts.oauth2.accessToken.info.status}',
                throttlingRatesMapping: {
                  gold: rate(6, '10 s'),
                  silver: rate(7, '10 s'),
                  bronze: rate(3, '1 s and 1 ms'),
                },
                defaultRate: rate(1, '10 s'),
              },
            },
          },
        },
      ],
      handler: { type: 'StaticResponseHandler', config: { status: 200, entity: 'fine' } },
    },
  },
};

const client = (id: string, status: string | null, rest: object) => ({
  id,
  attributes: { mail: `${id}@example.com`, status },
  ...rest,
});

const traffic: Traffic = trafficSchema.parse({
  durationSeconds: 120,
  seed: 7,
  request: { uri: 'http://gateway.example/orders' },
  clients: [
    client('ann', 'gold', {
      patterns: [
        { kind: 'poisson', perSecond: 1.5 },
        { kind: 'burst', atSeconds: 30, requests: 20 },
      ],
      on429: { kind: 'honour', maximumRetries: 3 },
    }),
    client('bob', 'silver', {
      patterns: [{ kind: 'poisson', perSecond: 2 }],
      on429: { kind: 'jitter', maximumSeconds: 2, maximumRetries: 2 },
    }),
    client('bea', 'bronze', {
      patterns: [{ kind: 'ramp', fromPerSecond: 0, toPerSecond: 6 }],
      on429: { kind: 'back-off', initialSeconds: 0.3, factor: 2, maximumSeconds: 5, maximumRetries: 3 },
    }),
    client('cyd', null, { patterns: [{ kind: 'steady', perSecond: 0.7 }], on429: { kind: 'drop' } }),
  ],
  changes: [
    { atSeconds: 60, client: 'ann', attributes: { mail: 'ann@example.com', status: 'bronze' } },
    { atSeconds: 90, client: 'ann', attributes: { mail: 'ann@example.com', status: 'gold' } },
  ],
});

/** The known attributes of a client at a moment. */
function attributesAt(id: string, atSeconds: number): Readonly<Record<string, string | null>> {
  const changes = traffic.changes.filter((change) => change.client === id && change.atSeconds <= atSeconds);
  return changes.at(-1)?.attributes ?? traffic.clients.find((each) => each.id === id)?.attributes ?? {};
}

test('the filter behind HTTP decides every request of a trace as the simulator did: status and Retry-After', async () => {
  let atMillis = 0;
  const introspect: SendRecorded = ({ body }) => {
    const token = new URLSearchParams(String(body)).get('token') ?? '';
    const told = JSON.stringify({ active: true, ...attributesAt(token, atMillis / 1_000) });
    return Promise.resolve({
      exchangeId: '',
      response: {
        status: 200,
        reason: 'OK',
        headers: ['Content-Type', 'application/json'],
        body: Buffer.from(told),
        clientPort: 0,
      },
    });
  };
  // A clock that begins at zero: a nanosecond is a number that a float can hold then.
  gateway = await startGateway({ '10-all': document }, { base: { nowMillis: () => 0 }, send: introspect });
  const { route, problems } = readRoute(document, { id: '10-all' });
  expect(problems).toEqual([]);
  const window = { fromSeconds: 0, untilSeconds: 120, maximum: 5_000 };
  const decided = await decisionsIn({ route: route as Route, traffic }, {}, window);
  expect(decided.length).toBeGreaterThan(500);
  expect(new Set(decided.map(({ status }) => status))).toEqual(new Set([200, 429]));
  for (const { index, atSeconds, client: id, status, retryAfterSeconds } of decided) {
    const nextMillis = atSeconds * 1_000;
    gateway.clock.advance(nextMillis - atMillis);
    atMillis = nextMillis;
    const response = await fetch(gateway.origin, { headers: { Authorization: `Bearer ${id}` } });
    const retryAfter = response.headers.get('retry-after');
    const real = [response.status, retryAfter === null ? null : Number(retryAfter)];
    expect(real, `request ${index} of ${id} at ${atSeconds} s`).toEqual([status, retryAfterSeconds]);
  }
});
