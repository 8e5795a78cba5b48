import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  contractEndpointSchema,
  contractEntrySchema,
  contractResourceSchema,
  sinceRowSchema,
} from '#shared/contract/index.ts';
import expectedRows from './rows.json' with { type: 'json' };
import expectedTerms from './terms.json' with { type: 'json' };
import expectedTextTerms from './text-terms.json' with { type: 'json' };

/** Words of the document that the text of an entry has to hold, by the id of the entry. */
const textTerms: Readonly<Record<string, readonly string[]>> = expectedTextTerms;

const folder = new URL('../../../../resources/contract/', import.meta.url);

async function read<T>(name: string, schema: z.ZodType<T>): Promise<readonly T[]> {
  return z.array(schema).parse(JSON.parse(await readFile(new URL(name, folder), 'utf8')));
}

const entries = await read('entries.json', contractEntrySchema.strict());
const resources = await read('resources.json', contractResourceSchema.strict());
const endpoints = await read('endpoints.json', contractEndpointSchema.strict());
const since = await read('since.json', sinceRowSchema.strict());

const entryIds = entries.map(({ id }) => id);
const [entryById, endpointById] = [byId(entries), byId(endpoints)];
const resourceIds = new Set(resources.map(({ id }) => id));

function byId<T extends { readonly id: string }>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.map((each) => [each.id, each]));
}

const rules = [
  ...Array.from({ length: 32 }, (_, index) => `CC-${String(index + 1).padStart(3, '0')}`),
  ...Array.from({ length: 65 }, (_, index) => `CS-${String(index + 1).padStart(3, '0')}`),
];

describe('the history of the contract', () => {
  test('has 89 dated entries, from all 86 rows of the document', () => {
    expect(entries).toHaveLength(89);
    expect(new Set(entries.map(({ row }) => row)).size).toBe(86);
    const years = Map.groupBy(entries, ({ date }) => (date < '2020' ? 'earlier' : date.slice(0, 4)));
    expect(Object.fromEntries([...years].map(([year, all]) => [year, all.length]))).toEqual({
      2022: 9,
      2021: 33,
      2020: 26,
      earlier: 21,
    });
  });

  test('the history is sorted, each year newest first', () => {
    const dates = entries.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  test('gives each entry an id of its own that begins with its date', () => {
    expect(new Set(entryIds).size).toBe(entryIds.length);
    for (const { id, date } of entries) expect(id.startsWith(`${date}-`), id).toBe(true);
  });

  test.each(Object.entries(expectedRows))('row %s has its entries', (row, expected) => {
    const found = entries.filter((entry) => entry.row === row);
    expect(found.map(({ id, kind, breaking }) => [id, kind, breaking])).toEqual(expected);
    for (const { id } of found) expect(row).toContain(id.slice(0, 10));
  });

  test.each(Object.entries(expectedTerms))('row %s is told in the terms of the document', (row, terms) => {
    const told = entries.filter((entry) => entry.row === row);
    expect(told).not.toEqual([]);
    for (const { id, title, text } of told) {
      const words = `${title} ${text}`.replaceAll('`', '').toLowerCase();
      expect(
        terms.filter((term) => !words.includes(term.toLowerCase())),
        id,
      ).toEqual([]);
      // A title alone may keep the terms while the sentence below it says something else.
      const said = text.replaceAll('`', '').toLowerCase();
      expect(textTerms[id]?.length, id).toBeGreaterThan(0);
      expect(
        textTerms[id]?.filter((term) => !said.includes(term.toLowerCase())),
        id,
      ).toEqual([]);
    }
  });

  test('the terms are those of every row', () => {
    expect(Object.keys(expectedTerms).toSorted()).toEqual(Object.keys(expectedRows).toSorted());
  });

  test('links entries both ways', () => {
    const backOf = {
      replaces: ['replaced-by'],
      'replaced-by': ['replaces'],
      extends: ['related'],
      related: ['extends', 'related'],
    };
    for (const { id, links } of entries)
      for (const { relation, entry } of links) {
        const back = entryById.get(entry)?.links.find((link) => link.entry === id);
        expect(backOf[relation], `${id} ${relation} ${entry}`).toContain(back?.relation);
      }
  });

  test('what replaces or goes on with another is the newer one', () => {
    for (const { id, date, links } of entries)
      for (const { relation, entry } of links)
        if (relation === 'replaces' || relation === 'extends')
          expect((entryById.get(entry)?.date ?? '') < date, `${id} ${relation} ${entry}`).toBe(true);
  });

  test.each([
    ['the first custom provider, and how its gateway can be shaped', '2021-08-31', '2021-12-08'],
    ['the counts of active identities, and their former path', '2019-06-25', '2021-02-05'],
    ['the former template ids, and those that came after', '2019-02-18', '2019-07-31'],
    ['the fallback chain, and the accounts that it leads to', '2020-06-16', '2021-06-30'],
    ['unique contents, and the variants that tell them apart', '2021-02-02', '2021-04-08'],
    ['a password that bypasses the policy, and its minimum length', '2020-02-19', '2022-03-11'],
    ['policies of devices, and the devices that name theirs', '2021-12-16', '2022-02-09'],
  ])('links %s', (_what, older, newer) => {
    const links = entries.filter(({ date }) => date === newer).flatMap((entry) => entry.links);
    expect(links.map(({ entry }) => entry.slice(0, 10))).toContain(older);
  });

  test('only names rules, resources, endpoints and entries that are there', () => {
    for (const { id, rules: named, resources: of, endpoints: at } of entries) {
      for (const rule of named) expect(rules, id).toContain(rule);
      for (const resource of of) expect(resourceIds, id).toContain(resource);
      for (const endpoint of at)
        expect(endpointById.get(endpoint)?.entries, `${id} ${endpoint}`).toContain(id);
    }
    for (const endpoint of endpoints)
      for (const entry of endpoint.entries)
        expect(entryById.get(entry)?.endpoints, `${endpoint.id} ${entry}`).toContain(endpoint.id);
    for (const { id, properties } of resources)
      for (const { name, entry } of properties)
        if (entry !== null) expect(entryById.get(entry)?.resources, `${id} ${name}`).toContain(id);
  });

  test('every rule with a date stands in an entry, but for the one of the limits', () => {
    const named = new Set(entries.flatMap((entry) => entry.rules));
    expect(rules.filter((rule) => !named.has(rule))).toEqual(['CC-030']);
  });
});

describe('the resources and endpoints that the history names', () => {
  const named: Readonly<Record<string, readonly string[]>> = {
    'agreement-consent': ['userId', 'agreementId', 'language.id', 'revision.id', 'consentedAt'],
    application: ['protocol', 'mobile.uriPrefix', 'accessControl', 'expressions of SAML settings'],
    'mfa-device': ['policy.id', 'nickname', 'maximum allowed devices'],
    'phone-delivery-settings': ['provider', 'smsProvidersFallbackChain', 'supportedCountries'],
    'notification-template-content': [
      'template',
      'locale',
      'deliveryMethod',
      'variant',
      'allowDynamicVariables',
      'variables',
      'untrusted sender addresses',
    ],
    'notification-settings': ['defaultLanguage'],
    'risk-evaluation-details': [
      'state',
      'city',
      'previousSuccessfulTransaction.state',
      'previousSuccessfulTransaction.city',
    ],
    'risk-predictor': ['whiteList'],
    'set-password-action': ['bypassPolicy'],
    'saml-attribute-mapping': ['mappingType'],
    'sign-on-policy-action': [
      'condition attributes',
      'extraVerification',
      'type',
      'anonymousNetwork',
      'geovelocity',
      'IP reputation',
    ],
    flow: ['status'],
    'password-policy': ['minimum length'],
  };

  test('the resources of §2 are all there', () => {
    // The consent has a table of its own; twelve others are named by the history.
    expect(resources.map(({ id }) => id)).toEqual(Object.keys(named));
    expect(resources.filter(({ id }) => id !== 'agreement-consent')).toHaveLength(12);
    for (const { id, properties } of resources) expect(properties.map(({ name }) => name)).toEqual(named[id]);
    const values = (id: string, name: string) =>
      resources.find((each) => each.id === id)?.properties.find((each) => each.name === name)?.values;
    expect(values('phone-delivery-settings', 'provider')).toEqual([
      'CUSTOM_PROVIDER',
      'CUSTOM_<THIRD_PARTY_NAME>',
    ]);
    expect(values('saml-attribute-mapping', 'mappingType')).toEqual(['CORE', 'SCOPE', 'CUSTOM']);
    expect(values('sign-on-policy-action', 'type')).toEqual(['IDENTIFIER_FIRST', 'PROGRESSIVE_PROFILING']);
    expect(values('sign-on-policy-action', 'condition attributes')).toEqual(['ipRange', 'secondsSince']);
  });

  const specified = [
    ['GET', '/environments/{}/activeIdentityCounts', 'deprecated'],
    ['GET', '/environments/{}/metrics/activeIdentityCounts', 'current'],
    ['GET', '/organizations/{}/licenses/{}/metrics/activeIdentityCount', 'current'],
    [null, '/environments/{}/deviceAuthenticationPolicy', 'deprecated'],
    [null, '/environments/{}/deviceAuthenticationPolicies', 'current'],
    [null, '/environments/{}/languages', 'current'],
    ['GET', '/environments/{}/templates', 'current'],
    ['GET', '/environments/{}/activities', 'current'],
    ['POST', '/environments/{}/activities', 'current'],
  ] as const;

  test('the endpoints of §4.2 are all there', () => {
    const ofSpec = endpoints.filter(({ source }) => source === 'spec');
    expect(specified).toHaveLength(9);
    expect(ofSpec.map(({ method, template, status }) => [method, template, status])).toEqual([
      // §4.1
      ['POST', '/environments/{}/users/{}/agreementConsents/{}', 'current'],
      ...specified,
    ]);
  });

  test('what is deprecated or gone names what takes its place, which is there and current', () => {
    for (const { id, status, successors } of endpoints) {
      expect(successors.length > 0, id).toBe(status !== 'current');
      for (const successor of successors) expect(endpointById.get(successor)?.status, id).toBe('current');
    }
    expect(endpointById.get('active-identity-counts')?.successors).toEqual([
      'metrics-active-identity-counts',
      'license-active-identity-count',
    ]);
    expect(endpointById.get('device-authentication-policy')?.successors).toEqual([
      'device-authentication-policies',
    ]);
  });

  test('ids and templates are each there once', () => {
    expect(endpointById.size).toBe(endpoints.length);
    const templates = endpoints.map(({ method, template }) => `${method} ${template}`);
    expect(new Set(templates).size).toBe(templates.length);
  });
});

describe('what is available since a date', () => {
  test('has 65 rows, CS-001 to CS-065', () => {
    expect(since.map(({ id }) => id)).toEqual(rules.filter((rule) => rule.startsWith('CS-')));
  });

  test('each row stands in its entries, and is there from the first of them on', () => {
    for (const { id, date, entries: of } of since) {
      expect(of.toSorted(), id).toEqual(
        entries.flatMap((entry) => (entry.rules.includes(id) ? [entry.id] : [])).toSorted(),
      );
      expect(date, id).toBe(of.map((entry) => entry.slice(0, 10)).toSorted()[0]);
    }
  });

  test('keys of resources name resources that are there', () => {
    for (const { id, keys } of since)
      for (const { key } of keys) if ('resource' in key) expect(resourceIds, id).toContain(key.resource);
  });
});
