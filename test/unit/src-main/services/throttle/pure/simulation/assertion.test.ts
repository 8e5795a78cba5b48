import { describe, expect, test } from 'vitest';
import { evaluateAssertion, simulate } from '#main/services/throttle/pure/simulation/index.ts';
import { startedOnce } from '#test/support/started.ts';
import { rate, routeWith, trafficOf } from './inputs.ts';

const result = startedOnce(async () => {
  const traffic = trafficOf({
    durationSeconds: 60,
    clients: [
      {
        id: 'c',
        patterns: [{ kind: 'burst', atSeconds: 0, requests: 8 }],
        on429: { kind: 'honour', maximumRetries: 1 },
      },
    ],
  });
  return simulate({ route: routeWith({ rate: rate(2) }), traffic }, {});
});

describe('an assertion', () => {
  test.each([
    ['offered = 14', true, '14'],
    ['refused == 11', true, '11'],
    ['refused < 1%', false, '78.571 %'],
    ['refused >= 78.5 %', true, '78.571 %'],
    ['gaveUp <= 62.5%', true, '62.5 %'],
    ['retryAfter.p95 <= 5 s', true, '5 s'],
    ['waiting.p99 > 5', false, '5 s'],
    ['failed != 0', false, '0'],
    ['groups = 1', true, '1'],
    ['refused of "" = 11', true, '11'],
    ['accepted of "" < 20 %', false, '21.429 %'],
  ])('%s', (text, holds, actual) => {
    expect(evaluateAssertion(text, result)).toEqual({ holds, actual });
  });

  test.each([
    ['refused < 1%', false, 'no requests'],
    ['refused = 0', false, 'no requests'],
    ['retryAfter.p95 <= 5 s', false, 'no requests'],
    ['offered = 0', true, '0'],
    ['offered > 0', false, '0'],
  ])('of traffic without a request shows nothing: %s', async (text, holds, actual) => {
    const traffic = trafficOf({ durationSeconds: 60, clients: [{ id: 'silent' }] });
    const silent = await simulate({ route: routeWith({ rate: rate(2) }), traffic }, {});
    expect(evaluateAssertion(text, silent)).toEqual({ holds, actual });
  });

  test.each([
    ['', 'Use the form <measure> <operator> <value>, for example refused < 1%.'],
    ['refused', 'Use the form <measure> <operator> <value>, for example refused < 1%.'],
    ['refusd < 1%', 'Did you mean “refused”?'],
    ['nonsense > 3', expect.stringContaining('Use one of')],
    ['groups < 1%', 'Remove the %.'],
    ['refused < 3 s', 'Remove the s.'],
    ['refused < 1% or so', 'Use the form <measure> <operator> <value>, for example refused < 1%.'],
  ])('that cannot be judged: “%s”', (text, fix) => {
    const judge = () => evaluateAssertion(text, result);
    expect(judge).toThrow(expect.objectContaining({ code: 'simulation.assertion-invalid', fix }));
  });
});
