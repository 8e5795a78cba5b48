import { describe, expect, test } from 'vitest';
import { decisionsIn, simulate } from '#main/services/throttle/pure/simulation/index.ts';
import { explainDecision } from '#shared/throttle/simulation/explain.ts';
import {
  mail,
  mappedConfig,
  mixedTraffic,
  rate,
  routeWith,
  scriptConfig,
  scripted,
  tokens,
  trafficOf,
} from './inputs.ts';

const drop = { kind: 'drop' } as const;
const everything = { fromSeconds: 0, untilSeconds: 100, maximum: 100_000 };

describe('the token of a client', () => {
  const traffic = trafficOf({
    durationSeconds: 1,
    clients: [
      { id: 'a', attributes: { mail: 'a' }, patterns: [{ kind: 'burst', atSeconds: 0, requests: 2 }] },
    ],
  });
  const throttle = {
    name: 'throttle',
    type: 'ThrottlingFilter',
    config: { requestGroupingPolicy: mail, rate: rate(1) },
  };
  const behind = async (...filters: readonly object[]) => {
    const handler = { type: 'Chain', config: { filters, handler: 'ReverseProxyHandler' } };
    return (await simulate({ route: routeWith({}, { handler }), traffic }, {})).totals;
  };

  test('is known behind a resource server alone, in whatever chain it stands', async () => {
    const inner = { type: 'Chain', config: { filters: [throttle], handler: 'ReverseProxyHandler' } };
    const handler = { type: 'Chain', config: { filters: [tokens], handler: inner } };
    expect((await simulate({ route: routeWith({}, { handler }), traffic }, {})).totals).toMatchObject({
      accepted: 1,
      refused: 1,
    });
    expect(await behind(tokens, throttle)).toMatchObject({ accepted: 1, refused: 1 });
    expect(await behind(throttle, tokens)).toMatchObject({ failed: 2 });
    expect(await behind(throttle)).toMatchObject({ failed: 2 });
  });

  test('is not known yet where the condition of the route is looked at', async () => {
    const condition = "${contexts.oauth2.accessToken.info.mail == 'a'}";
    const { totals } = await simulate({ route: routeWith(throttle.config, { condition }), traffic }, {});
    expect(totals).toMatchObject({ offered: 0, accepted: 0, unthrottled: 0, notTaken: 2 });
  });

  test('is kept from a script too', async () => {
    const seen: unknown[] = [];
    const script = () => ({
      rate: (scope: unknown): null => {
        seen.push((scope as { contexts: { oauth2: unknown } }).contexts.oauth2);
        return null;
      },
    });
    const filters = [
      {
        ...throttle,
        config: { ...scriptConfig, requestGroupingPolicy: '' },
      },
    ];
    const handler = { type: 'Chain', config: { filters, handler: 'ReverseProxyHandler' } };
    await simulate({ route: routeWith({}, { handler }), traffic }, { script });
    expect(seen).toEqual([null, null]);
  });
});

describe('a filter in shadow mode', () => {
  const { clients, ...rest } = mixedTraffic;
  const traffic = { ...rest, clients: clients.map((client) => ({ ...client, on429: drop })) };

  test.each([
    ['fast', mappedConfig, {}],
    ['slow', scriptConfig, scripted],
  ] as const)('counts what it would refuse, and refuses nothing: the %s way', async (_way, config, ports) => {
    const open = await simulate({ route: routeWith(config), traffic }, ports);
    const input = { route: routeWith({ ...config, shadow: true }), traffic };
    const { totals, retryAfter } = await simulate(input, ports);
    expect(open.totals.refused).toBeGreaterThan(100);
    expect(totals).toEqual({
      ...open.totals,
      accepted: open.totals.offered,
      refused: 0,
      shadowed: open.totals.refused,
    });
    expect(retryAfter.histogram).toEqual([]);
    const shadowed = (await decisionsIn(input, ports, everything)).filter(
      ({ waitSeconds }) => waitSeconds > 0,
    );
    expect(shadowed).toHaveLength(totals.shadowed);
    expect(new Set(shadowed.map(({ status: code, retryAfterSeconds: told }) => `${code} ${told}`))).toEqual(
      new Set(['200 null']),
    );
  });

  test('says why a request passed without a token', async () => {
    const input = { route: routeWith({ ...mappedConfig, shadow: true }), traffic };
    const decisions = await decisionsIn(input, {}, everything);
    const shadowed = decisions.find(({ waitSeconds }) => waitSeconds > 0);
    if (shadowed === undefined) throw new Error('nothing was shadowed');
    expect(
      explainDecision(shadowed)
        .map(({ title, outcome }) => `${title} ${outcome}`)
        .slice(-2),
    ).toEqual(['token shut', 'forwarded pass']);
  });
});
