import { describe, expect, test } from 'vitest';
import { readRoute } from '#main/services/gateway/pure/index.ts';
import { decisionsIn, simulate } from '#main/services/throttle/pure/simulation/index.ts';
import { type PolicyPorts, type Rate, rateOf } from '#shared/throttle/index.ts';
import { checkExpectations, presets } from '#shared/throttle/presets/index.ts';
import { trafficSchema } from '#shared/throttle/traffic/schema.ts';

interface Info {
  readonly contexts: {
    readonly oauth2: { readonly accessToken: { readonly info: { readonly status: string | null } } };
  };
}

/** Does what the script of the preset says. */
const ports: PolicyPorts = {
  script: ({ args }) => ({
    rate(scope): Rate | null {
      const { status } = (scope as unknown as Info).contexts.oauth2.accessToken.info;
      const read = rateOf(Number(args['rate']), String(args['duration']));
      return status === args['status'] && 'rate' in read ? read.rate : null;
    },
  }),
};

const whole = { fromSeconds: 0, untilSeconds: 60, maximum: 10_000 };

describe('the rules of the specification', () => {
  test.each(presets.map((preset) => [preset.title, preset] as const))('%s', async (_, preset) => {
    const { route, problems } = readRoute(preset.document, { id: preset.id });
    expect(problems).toEqual([]);
    expect(trafficSchema.parse(preset.traffic)).toEqual(preset.traffic);
    if (route === null) throw new Error('no route');
    const decisions = await decisionsIn({ route, traffic: preset.traffic }, ports, whole);
    const checked = checkExpectations(preset, decisions);
    expect(checked.length).toBeGreaterThan(0);
    for (const { verdict, actual, expected, title } of checked)
      expect({ title, verdict, actual }).toEqual({ title, verdict: 'PASSED', actual: expected });
  });

  test('hold for a rate that was changed no longer, and say so', async () => {
    const [preset] = presets.filter(({ id }) => id === 'simple');
    if (preset === undefined) throw new Error('no preset');
    const text = JSON.stringify(preset.document).replace('"numberOfRequests":6', '"numberOfRequests":5');
    const { route } = readRoute(JSON.parse(text), { id: 'x' });
    if (route === null) throw new Error('no route');
    const decisions = await decisionsIn({ route, traffic: preset.traffic }, {}, whole);
    expect(checkExpectations(preset, decisions)).toMatchObject([
      {
        verdict: 'FAILED',
        expected: '6 pass, 4 × 429, Retry-After 2',
        actual: '5 pass, 5 × 429, Retry-After 2',
      },
    ]);
    expect(checkExpectations(preset, [])).toMatchObject([{ verdict: 'WARNING', actual: 'no requests' }]);
  });

  test('the dynamic rate shows as two switches of the rate', async () => {
    const preset = presets.find(({ id }) => id === 'dynamic');
    const { route } = readRoute(preset?.document, { id: 'x' });
    if (route === null || preset === undefined) throw new Error('no route');
    const result = await simulate({ route, traffic: preset.traffic }, {});
    expect(result.switches).toEqual([
      { atSeconds: 3, group: 'ann@example.com', from: '6/10 s', to: '3/10 s' },
      { atSeconds: 5, group: 'ann@example.com', from: '3/10 s', to: '6/10 s' },
    ]);
  });
});
