import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  countByYear,
  filterEntries,
  impactOf,
  linksOf,
  newestFirst,
  placesByEntry,
  searchTexts,
} from '#renderer/features/contract/entries.ts';
import type { ContractEntry } from '#shared/contract/index.ts';
import { entryOf, findingOf } from './made.ts';

const pkce = entryOf('2019-12-10-pkce', { title: 'PKCE', area: 'authorization', kind: 'added' });
const none = entryOf('2020-12-09-protocol-none', {
  title: 'NONE is no longer taken',
  kind: 'removed',
  area: 'applications',
  breaking: 'enum-value-removed',
  resources: ['application'],
});
const policies = entryOf('2021-12-16-policies', {
  kind: 'deprecated',
  breaking: 'behaviour',
  endpoints: ['policy'],
  links: [{ relation: 'extends', entry: pkce.id }],
});
const history = {
  entries: [policies, none, pkce],
  resources: [
    {
      id: 'application',
      title: 'Application',
      text: '',
      properties: [{ name: 'protocol', text: '', values: ['NONE'], entry: none.id, source: 'spec' as const }],
    },
  ],
  endpoints: [
    {
      id: 'policy',
      method: null,
      template: '/environments/{}/deviceAuthenticationPolicy',
      title: '',
      text: '',
      status: 'deprecated' as const,
      successors: [],
      entries: [policies.id],
      source: 'spec' as const,
    },
  ],
  since: [],
};
const everything = { text: '', area: null, kind: null, isBreaking: false, isMine: false } as const;
const known = {
  texts: searchTexts(history),
  places: placesByEntry([findingOf('a', { entries: [policies.id, pkce.id] }), findingOf('b')]),
};
/** Ids of what a search finds in the history that comes with the product. */
function shippedIds(text: string): readonly string[] {
  const read = (name: string) => JSON.parse(readFileSync(`resources/contract/${name}.json`, 'utf8'));
  const entries = read('entries') as ContractEntry[];
  const texts = searchTexts({
    ...history,
    entries,
    resources: read('resources'),
    endpoints: read('endpoints'),
  });
  return filterEntries(entries, { ...everything, text }, { ...known, texts }).map(({ id }) => id);
}

test.each([
  'rate limit',
  '429',
  'expiry',
  '/environments/{envID}/activities',
  'https://api.example.com/v1/environments/${env}/activities',
])('a search for %s finds something in the history that comes with the product', (text) => {
  expect(shippedIds(text)).not.toEqual([]);
});

const ids = (filter: object) =>
  filterEntries(history.entries, { ...everything, ...filter }, known).map(({ id }) => id);

describe('the history', () => {
  test('stands newest first, and counts its years, those without a change as well', () => {
    expect(newestFirst([none, policies, pkce])).toEqual([policies, none, pkce]);
    expect(countByYear([pkce, policies])).toEqual([
      { year: '2019', count: 1 },
      { year: '2020', count: 0 },
      { year: '2021', count: 1 },
    ]);
    expect(countByYear([])).toEqual([]);
  });

  test('tells what breaks from what behaves otherwise and what only adds', () => {
    expect([none, policies, pkce].map(impactOf)).toEqual(['breaking', 'deprecation', 'additive']);
    expect(impactOf({ ...policies, kind: 'changed' })).toBe('behaviour');
  });

  test('is searched in titles, values of properties and paths; every word has to be there', () => {
    expect(ids({ text: 'pkce' })).toEqual([pkce.id]);
    expect(ids({ text: 'protocol none' })).toEqual([none.id]);
    expect(ids({ text: 'deviceauthenticationpolicy' })).toEqual([policies.id]);
    expect(ids({ text: 'pkce protocol' })).toEqual([]);
  });

  test('is filtered by area, kind, what breaks and what the work uses', () => {
    expect(ids({ area: 'applications' })).toEqual([none.id]);
    expect(ids({ kind: 'deprecated' })).toEqual([policies.id]);
    expect(ids({ isBreaking: true })).toEqual([none.id]);
    expect(ids({ isMine: true })).toEqual([policies.id, pkce.id]);
    expect(ids({ isMine: true, isBreaking: true })).toEqual([]);
  });

  test('counts the places of a change by the findings that name it', () => {
    expect(known.places.get(policies.id)).toHaveLength(2);
    expect(known.places.get(pkce.id)).toHaveLength(1);
    expect(known.places.has(none.id)).toBe(false);
  });

  test('shows a link from both of its ends', () => {
    expect(linksOf(policies, history.entries)).toEqual([{ entry: pkce, relation: 'extends', isBack: false }]);
    expect(linksOf(pkce, history.entries)).toEqual([{ entry: policies, relation: 'extends', isBack: true }]);
    expect(linksOf(none, history.entries)).toEqual([]);
  });
});

describe('a search of the whole history', () => {
  const entries: ContractEntry[] = JSON.parse(
    readFileSync(new URL('../../../../../resources/contract/entries.json', import.meta.url), 'utf8'),
  );
  const whole = { entries, resources: [], endpoints: [], since: [] };
  const all = { texts: searchTexts(whole), places: new Map() };
  const found = (text: string) => filterEntries(entries, { ...everything, text }, all).map(({ id }) => id);

  test.each([
    ['TOTP', '2020-10-13-totp-devices'],
    ['User Location Anomaly', '2021-12-27-risk-predictor-white-list'],
    ['just-in-time', '2021-05-06-just-in-time-provisioning'],
    ['JIT', '2021-05-06-just-in-time-provisioning'],
    ['Branding', '2020-09-22-branding-themes'],
    ['look and feel', '2020-09-22-branding-themes'],
    ['authenticator app', '2020-10-13-totp-devices'],
    ['passkey', '2021-01-19-mfa-settings'],
    ['impossible travel', '2020-03-31-sign-on-risk-conditions'],
    ['revoke', '2020-04-30-token-revocation'],
    ['e-mail', '2020-07-21-trusted-email'],
    ['licence name', '2020-01-13-license-name'],
    ['session cookie', '2020-04-03-progressive-profiling'],
    ['idp', '2021-03-24-identity-provider-action'],
    ['allowlist', '2021-12-27-risk-predictor-white-list'],
  ])('%s is found', (text, id) => {
    expect(found(text)).toContain(id);
  });

  test('what nobody calls a thing is not', () => {
    expect(found('passkey')).toEqual(['2021-01-19-mfa-settings']);
    expect(found('TOTP')).toEqual(['2020-10-13-totp-devices']);
    expect(found('kerberos')).toEqual([]);
  });
});
