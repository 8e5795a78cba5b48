import { expect, test } from 'vitest';
import { factsOf, lintFacts, ruleContext } from '#test/support/contract.ts';

/** So many consents within a second, in turn to each of the hosts. */
const consents = (hosts: readonly string[], each: number) =>
  factsOf(
    JSON.stringify({
      requests: Array.from({ length: each * hosts.length }, (_, index) => ({
        method: 'POST',
        url: `https://${hosts[index % hosts.length]}/v1/environments/e1/users/u${index}/agreementConsents/a`,
        headers: { 'Content-Type': 'application/vnd.acme.consent.accept+json' },
        body: { language: { id: 'l1' }, revision: { id: 'r1' }, consentedAt: '2021-03-01T10:00:00Z' },
        startedAt: new Date(Date.UTC(2021, 2, 1, 10) + index * 10).toISOString(),
      })),
    }),
  );
const home = 'api.platform.example';
const europe = 'api-eu.platform.example';
const foundAt = (limits: Readonly<Record<string, number>>, each: number) =>
  lintFacts(
    consents([home, europe], each),
    ruleContext({ limitPerSecond: (host) => limits[host ?? ''] ?? null }),
  )
    .filter(({ rule }) => rule.id === 'CC-030')
    .map(({ finding }) => finding.message);

test('each host has a limit of its own, and the consents of two are not added up', () => {
  expect(foundAt({ [home]: 5, [europe]: 5 }, 5)).toEqual([]);
  expect(foundAt({ [home]: 5, [europe]: 5 }, 6)).toHaveLength(1);
});

test('the limit of the one host does not hold for the other', () => {
  expect(foundAt({ [home]: 20, [europe]: 3 }, 5)).toEqual([
    'More than 3 consents are sent within one second. The limit is 3.',
  ]);
  expect(foundAt({ [home]: 20 }, 15)).toEqual([]);
});
