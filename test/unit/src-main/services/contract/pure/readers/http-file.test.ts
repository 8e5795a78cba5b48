import { describe, expect, test } from 'vitest';
import { edited, read, requestIn, requestsOf, stretchOf } from './scripts.ts';

const base = 'https://api.platform.example/v1';
const text = [
  `@base = ${base}`,
  '@env = {{base}}/environments/e1',
  '',
  '### Activities',
  '# @name activities',
  'GET {{env}}/activities',
  '  ?filter=actors in ("x")',
  '  &limit=10 HTTP/1.1'.replace(' HTTP/1.1', ''),
  'Accept: application/json',
  'Authorization: Bearer {{token}}',
  '',
  '###',
  'POST {{env}}/passwordPolicies HTTP/1.1',
  'Content-Type: application/json',
  '',
  '{',
  '  "name": "{{name}}",',
  '  "length": { "min": 6 }',
  '}',
  '',
  '> {% client.global.set("id", response.body.id); %}',
  '',
  '### no request here',
  '# only words',
  '###',
  '{{env}}/users',
].join('\n');

const requests = requestsOf(read(text, 'http').facts);

describe('the requests of an .http file', () => {
  test('are those of its blocks, with the variables of the file filled in', () => {
    expect(requests.map(({ method, segments, host }) => [method, segments.join('/'), host])).toEqual([
      ['GET', 'environments/e1/activities', 'platform'],
      ['POST', 'environments/e1/passwordPolicies', 'platform'],
      ['GET', 'environments/e1/users', 'platform'],
    ]);
  });

  test('have a query over several lines, headers and a body', () => {
    const [activities, policy] = requests;
    expect(activities?.query.get('filter')).toEqual(['actors in ("x")']);
    expect(activities?.query.get('limit')).toEqual(['10']);
    expect(activities?.headers.get('authorization')).toBe('Bearer {{token}}');
    expect(policy?.body).toEqual({ name: '{{name}}', length: { min: 6 } });
  });

  test('a body that is in a file is not known', () => {
    const request = requestIn(`POST ${base}/users\nContent-Type: application/json\n\n< ./user.json`, 'http');
    expect(request.body).toBeUndefined();
  });

  test('with Windows line ends they are the same', () => {
    const again = requestsOf(read(text.replaceAll('\n', '\r\n'), 'http').facts);
    expect(again.map(({ body, segments }) => [body, segments])).toEqual(
      requests.map(({ body, segments }) => [body, segments]),
    );
  });

  test('variables that name each other come to an end', () => {
    const request = requestIn('@a={{b}}\n@b={{a}}\nGET {{a}}/users', 'http');
    expect(request.host).toBe('relative');
  });
});

describe('places and edits in an .http file', () => {
  test('name the text that they should, and change nothing else', () => {
    const [activities, policy] = requests;
    if (activities === undefined || policy === undefined) throw new Error('There are no requests.');
    expect(stretchOf(text, activities, { part: 'method' })).toBe('GET');
    expect(stretchOf(text, activities, { part: 'path' })).toBe('{{env}}/activities\n'.trim());
    expect(stretchOf(text, activities, { part: 'header', name: 'accept' })).toBe('application/json');
    expect(stretchOf(text, activities, { part: 'query', name: 'limit' })).toBe('limit=10');
    const of = { part: 'body', path: ['length', 'min'] } as const;
    expect(stretchOf(text, policy, of)).toBe('6');
    expect(edited(text, policy, { kind: 'set', of, value: 8 })).toBe(text.replace('"min": 6', '"min": 8'));
    const path = { part: 'path' } as const;
    expect(edited(text, policy, { kind: 'replace', of: path, from: 'passwordPolicies', to: 'p' })).toBe(
      text.replace('/passwordPolicies', '/p'),
    );
    expect(edited(text, policy, { kind: 'replace', of: path, from: 'environments', to: 'x' })).toBeNull();
  });
});

describe('an .http file that cannot be read', () => {
  test.each<[string, string, number]>([
    ['a line that is no request', `### a\nthe line is not a request line`, 2],
    ['a line that is no header', `GET ${base}/users\nAccept application/json`, 2],
  ])('%s is an error at its place', (_what, broken, line) => {
    expect(() => read(broken, 'http')).toThrow(
      expect.objectContaining({
        code: 'contract.unreadable',
        location: expect.objectContaining({ file: 'a.http', line }),
      }),
    );
  });
});

test('the fields of a form may stand one a line', () => {
  const sent = [
    'POST https://auth.platform.example/e1/as/token',
    'Content-Type: application/x-www-form-urlencoded',
    '',
    'grant_type=authorization_code',
    '  &code={{code}}',
    '&client_id=c',
  ].join('\n');
  const request = requestIn(sent, 'http');
  expect(Object.fromEntries(request.form)).toEqual({
    grant_type: ['authorization_code'],
    code: ['{{code}}'],
    client_id: ['c'],
  });
  expect(stretchOf(sent, request, { part: 'form', name: 'client_id' })).toBe('client_id=c');
});
