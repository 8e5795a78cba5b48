import { describe, expect, test } from 'vitest';
import {
  connectorFacts,
  dereferenced,
  displayTemplate,
  openJsonText,
  readScript,
} from '#main/services/contract/pure/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import {
  bareReaderContext,
  contractHosts,
  type FixtureRequest,
  lintFacts,
  lintFixture,
} from '#test/support/contract.ts';
import { cpuMillis } from '#test/support/cpu.ts';

const environment = 'https://api.platform.example/v1/environments/e1';
const scriptFacts = (text: string) =>
  readScript(text, { file: 'a.js', language: 'javascript', hosts: contractHosts }).facts;

/** Milliseconds that an act takes. */
function timed(act: () => unknown): number {
  const from = cpuMillis();
  act();
  return cpuMillis() - from;
}

describe('what would be slow, if it were read again and again, is not', () => {
  test.each<readonly [string, FixtureRequest & { readonly filter?: string }]>([
    [
      'a filter of lists that do not end',
      { url: '', method: 'POST', body: { filter: 'a in ( '.repeat(14_000) } },
    ],
    ['a filter with an address of dots', { url: '', filter: `x eq "a@${'.'.repeat(100_000)} "` }],
    ['a filter of quotes', { url: '', filter: `user ${'"'.repeat(100_000)}` }],
  ])('%s', (_, { filter, ...request }) => {
    const query = filter === undefined ? '' : `?filter=${encodeURIComponent(filter)}`;
    const text = JSON.stringify({ requests: [{ ...request, url: `${environment}/activities${query}` }] });
    expect(timed(() => lintFixture(text))).toBeLessThan(2_000);
  });

  test.each([
    ['scopes', `x = [${'"p1:read:env:user", '.repeat(50_000)}]`],
    [
      'cookies behind one beginning',
      `get("https://auth.platform.example/e/as/authorize");${'x("set-cookie");\n'.repeat(50_000)}`,
    ],
    ['addresses of images', `x = "${'https://upload.a/environments/'.repeat(30_000)}/images/"`],
    ['steps of flows', `x = "/flows/1";${'"/flows/"; a.steps;\n'.repeat(20_000)}`],
  ])('a script of %s', (_, text) => {
    const facts = scriptFacts(text);
    expect(timed(() => lintFacts(facts))).toBeLessThan(3_000);
  });
});

test('a configuration with many findings is parsed once for their places', () => {
  const operation = { path: '/environments/e1/deviceAuthenticationPolicy', method: 'GET' };
  const operations = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`o${index}`, operation]),
  );
  const value = { configurationProperties: { objectTypes: { account: { operations } } } };
  let opened = 0;
  const open = () => {
    opened += 1;
    return openJsonText(JSON.stringify(value));
  };
  const found = lintFacts(connectorFacts(value, open, bareReaderContext)).filter(
    ({ rule }) => rule.id === 'CC-022',
  );
  expect([found.length, opened]).toEqual([1_000, 1]);
});

test('references that lead on and on are told, and cost no stack', () => {
  const document = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`a${index}`, { $ref: `#/a${index + 1}` }]),
  );
  const text = JSON.stringify(document);
  expect(() => dereferenced(document, text, 'a.json')).toThrow(/more than 100 references/);
});

test('a mapping that leads on and on, half characters and names of prototypes are read as what they are', () => {
  const operation: JsonValue = {
    path: '/users/u1',
    method: 'PATCH',
    headers: JSON.parse('{"__proto__": "x", "constructor": "y"}') as JsonValue,
    queryParams: { '\ud800': '\udfff' },
    requestMapping: JSON.parse(
      `{"__proto__": "__proto__.x", "b": "constructor.prototype.y", "deep": "${'a.'.repeat(50_000)}b"}`,
    ) as JsonValue,
  };
  const value: JsonValue = {
    configurationProperties: {
      serviceUri: environment,
      grantType: 'client_credentials',
      tokenEndpoint: 'https://auth.platform.example/as/token',
      scope: 'openid \ud800 p1:reset:self:userPassword',
      objectTypes: { account: { operations: { UPDATE: operation } } },
    },
  };
  const json = openJsonText(JSON.stringify(value));
  const facts = connectorFacts(value, () => json, bareReaderContext);
  expect(lintFacts(facts).map(({ rule, finding }) => [rule.id, finding.subject])).toEqual([
    ['CC-008', 'scope :self:'],
    ['CC-010', 'user.__proto__'],
    ['CC-010', 'user.constructor'],
  ]);
});

test('a path for people is short and names nobody', () => {
  expect(displayTemplate(['environments', 'e1', 'things', 'jane.doe'])).toBe('/environments/{}/things/{}');
  expect(displayTemplate(['things', 'pa55word', 'x9k2'])).toBe('/things/{}/{}');
  expect(displayTemplate(['as', 'token.oauth2'])).toBe('/as/token.oauth2');
  expect(displayTemplate(['e1', 'as', '.well-known', 'openid-configuration'])).toBe(
    '/e1/as/.well-known/openid-configuration',
  );
  expect(displayTemplate(Array.from({ length: 10_000 }, () => 'a')).length).toBeLessThan(60);
});
