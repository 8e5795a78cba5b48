import { tenRequests, trafficOf } from './clients.ts';
import { answersAt, type Preset } from './preset.ts';
import { mailKey, rate, routeWith, statusKey } from './routes.ts';

const throttling = {
  requestGroupingPolicy: mailKey,
  throttlingRatePolicy: {
    type: 'MappedThrottlingPolicy',
    config: {
      throttlingRateMapper: statusKey,
      throttlingRatesMapping: { gold: rate(6), silver: rate(3), bronze: rate(1) },
      defaultRate: rate(1),
    },
  },
};

/** Specification 2 §4 B, rule 3. */
export const mapped: Preset = {
  id: 'mapped',
  title: 'A rate for each status',
  document: routeWith('Gold, silver, bronze', throttling, { isIdentified: true }),
  traffic: trafficOf({
    name: 'Four users, ten requests each',
    durationSeconds: 12,
    clients: [
      tenRequests('ann', 'gold', 0),
      tenRequests('eli', 'silver', 0),
      tenRequests('bob', 'bronze', 0),
      tenRequests('dan', 'visitor', 0),
    ],
  }),
  expectations: [
    { title: 'Gold gets six', expected: '6 pass, 4 × 429, Retry-After 2', actual: answersAt(0, 'ann') },
    { title: 'Silver gets three', expected: '3 pass, 7 × 429, Retry-After 4', actual: answersAt(0, 'eli') },
    { title: 'Bronze gets one', expected: '1 pass, 9 × 429, Retry-After 10', actual: answersAt(0, 'bob') },
    {
      title: 'Users with an unmapped status get the default rate',
      expected: '1 pass, 9 × 429, Retry-After 10',
      actual: answersAt(0, 'dan'),
    },
  ],
};

/** Specification 2 §2 B.1, the rule of the dynamic rate. */
export const dynamic: Preset = {
  id: 'dynamic',
  title: 'A status that changes',
  document: routeWith('Gold, silver, bronze', throttling, { isIdentified: true }),
  traffic: trafficOf({
    name: 'Gold, then silver, then gold again',
    durationSeconds: 10,
    clients: [tenRequests('ann', 'gold', 0, 3, 5)],
    changes: [
      { atSeconds: 2, client: 'ann', attributes: { status: 'silver' } },
      { atSeconds: 4, client: 'ann', attributes: { status: 'gold' } },
    ],
  }),
  expectations: [
    { title: 'Gold gets six', expected: '6 pass, 4 × 429, Retry-After 2', actual: answersAt(0) },
    {
      title: 'Silver starts with a full bucket, regardless of earlier requests',
      expected: '3 pass, 7 × 429, Retry-After 4',
      actual: answersAt(3),
    },
    {
      title: 'Back to gold: a full bucket again',
      expected: '6 pass, 4 × 429, Retry-After 2',
      actual: answersAt(5),
    },
  ],
};
