import { afterEach, describe, expect, test } from 'vitest';
import { saveEntity } from '#main/workspace/index.ts';
import { person, resourceServer, type Setting, startSetting } from './people.ts';

let setting: Setting | null = null;
afterEach(async () => {
  await setting?.stop();
  setting = null;
});

const rate = (numberOfRequests: number, duration = '10 s') => ({ numberOfRequests, duration });
const own = { type: 'StaticResponseHandler', config: { status: 200, entity: 'fine' } };
const chain = (...filters: readonly unknown[]) => ({
  'routes/10-orders.json': { handler: { type: 'Chain', config: { filters, handler: own } } },
});
const throttle = (config: Readonly<Record<string, unknown>>) => ({
  name: 'throttle',
  type: 'ThrottlingFilter',
  config,
});

async function start(...args: Parameters<typeof startSetting>): Promise<Setting> {
  setting = await startSetting(...args);
  expect(setting.engine.gateway.problems().filter(({ severity }) => severity === 'error')).toEqual([]);
  return setting;
}

const accepted = (count: number) => Array<string>(count).fill('200');
const refused = (count: number, retryAfter: number) => Array<string>(count).fill(`429 ${retryAfter}`);
const byMail = '${contexts.oauth2.accessToken.info.mail}';
const mapped = throttle({
  requestGroupingPolicy: byMail,
  throttlingRatePolicy: {
    type: 'MappedThrottlingPolicy',
    config: {
      throttlingRateMapper: '${contexts.oauth2.accessToken.info.status}',
      throttlingRatesMapping: { gold: rate(6), silver: rate(3), bronze: rate(1) },
      defaultRate: rate(1),
    },
  },
});

describe('what the specification says of throttling', () => {
  test('rule 1: 10 per 10 s: a burst of 10 passes at once, then one a second, and what is over is refused', async () => {
    const { ask, clock } = await start(chain(throttle({ rate: rate(10) })));
    expect(await ask(12)).toEqual([...accepted(10), ...refused(2, 1)]);
    for (let second = 0; second < 5; second += 1) {
      clock.advance(999);
      expect(await ask(1)).toEqual(['429 1']);
      clock.advance(1);
      expect(await ask(2)).toEqual(['200', '429 1']);
    }
    clock.advance(10_000);
    expect(await ask(11)).toEqual([...accepted(10), '429 1']);
  });

  test('rule 2: 6 per 10 s with a blank grouping: of 10 requests, whoever sends them, 6 pass and 4 are 429', async () => {
    const { ask, clock } = await start(
      chain(throttle({ requestGroupingPolicy: '', rate: rate(6, '10 seconds') })),
    );
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => ask(1, { 'X-Caller': `caller-${index}` })),
    );
    expect(answers.flat().toSorted()).toEqual([...accepted(6), ...refused(4, 2)]);
    clock.advance(1_667);
    expect(await ask(2)).toEqual(['200', '429 2']);
  });

  test.each(['ValidateBearerAccessTokenResolver', 'TokenIntrospectionAccessTokenResolver'] as const)(
    'rule 3: rates by status, groups by mail, with tokens of the hosted server asked after by %s; no mapping is the default rate',
    async (resolver) => {
      const { askAs } = await start(chain(resourceServer({}, resolver), mapped), {
        'gatehouse.json': {
          id: 'test',
          name: 'Test workspace',
          services: { authorizationServer: { introspectionClaims: ['mail', 'status'] } },
        },
      });
      expect(await askAs('ann', 10)).toEqual([...accepted(6), ...refused(4, 2)]);
      expect(await askAs('bob', 5)).toEqual([...accepted(3), ...refused(2, 4)]);
      expect(await askAs('bea', 3)).toEqual([...accepted(1), ...refused(2, 10)]);
      expect(await askAs('cyd', 3)).toEqual([...accepted(1), ...refused(2, 10)]);
      expect(await askAs('dan', 3)).toEqual([...accepted(1), ...refused(2, 10)]);
      // Another one of gold has six of her own.
      expect(await askAs('amy', 7)).toEqual([...accepted(6), '429 2']);
    },
  );

  test('rule 4: a script that gives 6 per 10 s to gold and null else: the others get the default of 1', async () => {
    const scripted = throttle({
      requestGroupingPolicy: byMail,
      throttlingRatePolicy: {
        type: 'DefaultRateThrottlingPolicy',
        config: {
          delegateThrottlingRatePolicy: {
            type: 'ScriptableThrottlingPolicy',
            config: {
              type: 'application/x-groovy',
              source: [
                'if (contexts.oauth2.accessToken.info.status == status) {',
                '  return new ThrottlingRate(rate, duration)',
                '}',
                'return null',
              ],
              args: { status: 'gold', rate: 6, duration: '10 seconds' },
            },
          },
          defaultRate: rate(1),
        },
      },
    });
    const { askAs } = await start(chain(resourceServer(), scripted));
    expect(await askAs('ann', 8)).toEqual([...accepted(6), ...refused(2, 2)]);
    expect(await askAs('bob', 3)).toEqual([...accepted(1), ...refused(2, 10)]);
    expect(await askAs('dan', 2)).toEqual([...accepted(1), '429 10']);
  });

  test('dynamic rate rule: who changes status is given the full rate of the new one, and of the old one on return', async () => {
    const { askAs, engine, clock } = await start(
      chain(
        resourceServer({ cache: { enabled: true, defaultTimeout: '1 minute', maxTimeout: '1 minute' } }),
        mapped,
      ),
    );
    const become = (status: string) =>
      saveEntity(engine.workspace, 'oauth/users/ann.json', person('ann', status), engine.ports.random);
    expect(await askAs('ann', 5)).toEqual(accepted(5));
    become('silver');
    // Facts about the token are trusted for a minute.
    expect(await askAs('ann', 1)).toEqual(accepted(1));
    clock.advance(60_000);
    expect(await askAs('ann', 4)).toEqual([...accepted(3), '429 4']);
    become('gold');
    clock.advance(60_000);
    expect(await askAs('ann', 7)).toEqual([...accepted(6), '429 2']);
  });

  test('dynamic rate rule: at the very instant of the change, whatever was used of the rate before', async () => {
    const { askAs, engine } = await start(chain(resourceServer(), mapped));
    const become = (status: string) =>
      saveEntity(engine.workspace, 'oauth/users/ann.json', person('ann', status), engine.ports.random);
    expect(await askAs('ann', 7)).toEqual([...accepted(6), '429 2']);
    become('silver');
    expect(await askAs('ann', 4)).toEqual([...accepted(3), '429 4']);
    become('gold');
    expect(await askAs('ann', 7)).toEqual([...accepted(6), '429 2']);
  });
});

describe('groups', () => {
  test('requests whose key is the empty text share one bucket', async () => {
    const { ask } = await start(
      chain(throttle({ requestGroupingPolicy: "${request.headers['X-Key'][0]}", rate: rate(2) })),
    );
    expect(await ask(3, { 'X-Key': '' })).toEqual([...accepted(2), '429 5']);
    expect(await ask(3, { 'X-Key': 'ann' })).toEqual([...accepted(2), '429 5']);
  });

  test('a key that is no text is 500, and says so in the trace', async () => {
    const { ask, engine } = await start(
      chain(throttle({ requestGroupingPolicy: "${request.headers['X-Key'][0]}", rate: rate(2) })),
    );
    expect(await ask(2)).toEqual(['500', '500']);
    const [exchange] = (await engine.recorder.page({ limit: 1, service: 'gateway' })).items;
    expect(exchange?.trace?.rules.find(({ id }) => id === 'throttle:group')).toMatchObject({
      outcome: 'failed',
      want: "${request.headers['X-Key'][0]}",
    });
    expect(engine.gateway.status(5)[0]?.throttling[0]?.counts).toMatchObject({ failed: 2, accepted: 0 });
  });

  test('beyond the cap new groups share one bucket, counted; those that are there keep theirs', async () => {
    const { ask, engine } = await start(
      chain(
        throttle({
          requestGroupingPolicy: "${request.headers['X-Key'][0]}",
          rate: rate(1),
          maximumGroups: 2,
        }),
      ),
    );
    expect(await ask(1, { 'X-Key': 'a' })).toEqual(['200']);
    expect(await ask(1, { 'X-Key': 'b' })).toEqual(['200']);
    expect(await ask(1, { 'X-Key': 'c' })).toEqual(['200']);
    expect(await ask(1, { 'X-Key': 'd' })).toEqual(['429 10']);
    expect(await ask(1, { 'X-Key': 'a' })).toEqual(['429 10']);
    expect(engine.gateway.status(5)[0]?.throttling[0]?.counts.overflowed).toBe(2);
  });
});

describe('the order of filters', () => {
  const fixed = throttle({ rate: rate(2) });

  test('who is refused for the token takes nothing from the bucket where the token is looked at first', async () => {
    const { ask, askAs } = await start(chain(resourceServer(), fixed));
    expect(await ask(5)).toEqual(Array<string>(5).fill('401'));
    expect(await askAs('ann', 3)).toEqual([...accepted(2), '429 5']);
  });

  test('and does where it is looked at last', async () => {
    const { ask, askAs } = await start(chain(fixed, resourceServer()));
    expect(await ask(2)).toEqual(['401', '401']);
    expect(await askAs('ann', 1)).toEqual(['429 5']);
  });
});

describe('extensions, marked as such', () => {
  test('shadow mode counts what it would have refused, and refuses nothing', async () => {
    const { ask, engine } = await start(chain(throttle({ rate: rate(2), shadow: true })));
    expect(await ask(5)).toEqual(accepted(5));
    expect(engine.gateway.status(5)[0]?.throttling[0]).toMatchObject({
      isShadow: true,
      counts: { accepted: 2, refused: 0, shadowed: 3 },
    });
  });

  test('RateLimit fields say what is left, on answers that are given and on those that are refused', async () => {
    const { gateway } = await start(chain(throttle({ rate: rate(2), rateLimitHeaders: true })));
    const fields = async () => {
      const { headers } = await fetch(gateway);
      return [headers.get('ratelimit-policy'), headers.get('ratelimit'), headers.get('retry-after')];
    };
    expect(await fields()).toEqual(['"throttle";q=2;w=10', '"throttle";r=1;t=5', null]);
    expect(await fields()).toEqual(['"throttle";q=2;w=10', '"throttle";r=0;t=5', null]);
    expect(await fields()).toEqual(['"throttle";q=2;w=10', '"throttle";r=0;t=5', '5']);
  });

  test('without them there are none', async () => {
    const { gateway } = await start(chain(throttle({ rate: rate(2) })));
    const { headers } = await fetch(gateway);
    expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });
});

test('a 429 has an empty body and says when to come again, and its trace says filter, group, rate, tokens and wait', async () => {
  const { ask, gateway, engine } = await start(
    chain(throttle({ requestGroupingPolicy: "${request.headers['X-Key'][0]}", rate: rate(6) })),
  );
  await ask(6, { 'X-Key': 'ann' });
  const response = await fetch(gateway, { headers: { 'X-Key': 'ann' } });
  expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
    429,
    '2',
    '',
  ]);
  const [exchange] = (await engine.recorder.page({ limit: 1, service: 'gateway' })).items;
  expect(exchange?.tags).toContain('route:10-orders');
  expect(
    exchange?.trace?.rules.map(({ id, outcome, got, detail }) => ({ id, outcome, got, detail })),
  ).toEqual([
    { id: 'route:10-orders', outcome: 'passed' },
    { id: 'throttle:rate', outcome: 'passed', got: '6/10 s', detail: 'The rate of the filter.' },
    { id: 'throttle:group', outcome: 'passed', got: 'ann' },
    {
      id: 'throttle:token',
      outcome: 'failed',
      got: '0 of 6 left',
      detail: 'The next token is available in 1.667 s.',
    },
    { id: 'static-answer', outcome: 'never' },
  ]);
  expect(exchange?.trace?.effect).toBe('throttle responded in place of the upstream.');
});

test('a tester who sets the clock back stops no bucket: time goes on from where it was', async () => {
  const { ask, clock } = await start(chain(throttle({ rate: rate(1) })));
  clock.advance(3_600_000);
  expect(await ask(2)).toEqual(['200', '429 10']);
  clock.advance(-3_600_000);
  expect(await ask(1)).toEqual(['429 10']);
  clock.advance(10_000);
  expect(await ask(1)).toEqual(['200']);
});
