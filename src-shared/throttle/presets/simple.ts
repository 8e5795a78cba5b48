import { clientOf, trafficOf } from './clients.ts';
import { answersAt, type Preset } from './preset.ts';
import { rate, routeWith } from './routes.ts';

const five = [{ kind: 'burst', atSeconds: 0, requests: 5 }] as const;

/** Specification 2 §4 B, rule 2. */
export const simple: Preset = {
  id: 'simple',
  title: 'One rate for all requests',
  document: routeWith(
    'Six in ten seconds',
    { requestGroupingPolicy: '', rate: rate(6) },
    { isIdentified: false },
  ),
  traffic: trafficOf({
    name: 'Ten requests from two addresses',
    durationSeconds: 12,
    clients: [
      clientOf('here', five, { remoteAddress: '192.0.2.1' }),
      clientOf('there', five, { remoteAddress: '192.0.2.2' }),
    ],
  }),
  expectations: [
    {
      title: 'Six of ten pass, regardless of their address',
      expected: '6 pass, 4 × 429, Retry-After 2',
      actual: answersAt(0),
    },
  ],
};
