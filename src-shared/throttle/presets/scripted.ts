import { tenRequests, trafficOf } from './clients.ts';
import { answersAt, type Preset } from './preset.ts';
import { mailKey, rate, routeWith } from './routes.ts';

/** Specification 2 §4 B, rule 4. */
export const scripted: Preset = {
  id: 'scripted',
  title: 'A script for some, a default for the rest',
  document: routeWith(
    'Gold by script',
    {
      requestGroupingPolicy: mailKey,
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
                '} else {',
                '  return null',
                '}',
              ],
              args: { status: 'gold', rate: 6, duration: '10 seconds' },
            },
          },
          defaultRate: rate(1),
        },
      },
    },
    { isIdentified: true },
  ),
  traffic: trafficOf({
    name: 'Two users, ten requests each',
    durationSeconds: 12,
    clients: [tenRequests('ann', 'gold', 0), tenRequests('bob', 'bronze', 0)],
  }),
  expectations: [
    { title: 'Gold gets six', expected: '6 pass, 4 × 429, Retry-After 2', actual: answersAt(0, 'ann') },
    {
      title: 'All others get the default rate',
      expected: '1 pass, 9 × 429, Retry-After 10',
      actual: answersAt(0, 'bob'),
    },
  ],
};
