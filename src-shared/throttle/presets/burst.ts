import { clientOf, trafficOf } from './clients.ts';
import { answersAt, answersBetween, type Preset } from './preset.ts';
import { rate, routeWith } from './routes.ts';

/** Specification 2 §4 B, rule 1. */
export const burst: Preset = {
  id: 'burst',
  title: 'A burst, then a constant rate',
  document: routeWith('Ten in ten seconds', { rate: rate(10) }, { isIdentified: false }),
  traffic: trafficOf({
    name: 'A burst of 12, then two a second',
    durationSeconds: 12,
    clients: [
      clientOf('batch', [
        { kind: 'burst', atSeconds: 0, requests: 12 },
        { kind: 'steady', perSecond: 2, fromSeconds: 0.5, untilSeconds: 10.25 },
      ]),
    ],
  }),
  expectations: [
    {
      title: 'Ten at once pass',
      expected: '10 pass, 2 × 429, Retry-After 1',
      actual: answersAt(0),
    },
    {
      title: 'Then one passes each second',
      expected: '10 pass, 10 × 429, Retry-After 1',
      actual: answersBetween(0, 10),
    },
  ],
};
