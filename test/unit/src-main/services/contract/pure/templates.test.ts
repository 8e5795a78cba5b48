import { describe, expect, test } from 'vitest';
import { compileTemplate, displayTemplate } from '#main/services/contract/pure/index.ts';
import { indexTemplates } from '#main/services/contract/pure/templates.ts';

const segments = (path: string) => path.split('/').filter((segment) => segment !== '');

describe('a path template', () => {
  test.each([
    ['/environments/{}/users', '/environments/e1/users', true],
    ['/environments/{}/users', '/environments/{{env}}/users', true],
    ['/environments/{envID}/users', '/environments/e1/users', true],
    ['/environments/{}/users', '/environments/e1/users/u1', false],
    ['/environments/{}/users', '/environments/e1/usersAndGroups', false],
    ['/environments/{}/agreements/**', '/environments/e1/agreements', true],
    ['/environments/{}/agreements/**', '/environments/e1/agreements/a/languages/l', true],
    ['/environments/{}/agreements/**', '/environments/e1', false],
    ['/{}/as/token', '/e1/as/token', true],
    ['/{}/as/token', '/as/token', false],
  ])('%s and %s: %s', (template, path, matches) => {
    expect(compileTemplate(template)(segments(path))).toBe(matches);
    expect(indexTemplates([[template, 'it']]).find(segments(path))).toEqual(matches ? ['it'] : []);
  });

  test('an index finds all that match, in the order in which they were given', () => {
    const index = indexTemplates([
      ['/environments/**', 1],
      ['/{}/{}/users', 2],
      ['/environments/{}/users', 3],
      ['/environments/{}/groups', 4],
      ['/environments/{}/users', 1],
    ]);
    expect(index.find(segments('/environments/e1/users'))).toEqual([1, 2, 3]);
    expect(index.find(segments('/elsewhere'))).toEqual([]);
  });
});

describe('a path for people', () => {
  test.each([
    ['/environments/7d1f5d1e-2c41-4a5b-8a3e-6f1f5b0c9d22/users/ann', '/environments/{}/users/{}'],
    ['/environments/{{env}}/users/${id}/devices/:device', '/environments/{}/users/{}/devices/{}'],
    ['/environments/e1/metrics/activeIdentityCounts', '/environments/{}/metrics/activeIdentityCounts'],
    ['/e1/as/token.oauth2', '/e1/as/token.oauth2'],
    ['/things/20210301', '/things/{}'],
    ['/things/ann@example.org', '/things/{}'],
    ['/things/eyJhbGciOiJSUzI1NiIsInR5cCI6', '/things/{}'],
    ['/things/a1b2c3d4e5f6a7b8c9', '/things/{}'],
  ])('%s is %s', (path, shown) => {
    expect(displayTemplate(segments(path))).toBe(shown);
  });
});
