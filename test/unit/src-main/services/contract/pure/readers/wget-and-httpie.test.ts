import { describe, expect, test } from 'vitest';
import { read, requestIn, requestsOf, stretchOf } from './scripts.ts';

const env = 'https://api.platform.example/v1/environments/e1';
const shell = (text: string) => requestIn(text, 'shell');

describe('wget', () => {
  test.each<[string, string]>([
    [`wget -qO- '${env}/users'`, 'GET'],
    [`wget --post-data='a=1' ${env}/users`, 'POST'],
    [`wget --post-file=body.json ${env}/users`, 'POST'],
    [`wget --method=PUT --body-data '{"name":"a"}' ${env}/users`, 'PUT'],
    [`wget --method DELETE -O /dev/null "${env}/users"`, 'DELETE'],
    [`/usr/bin/wget -nv -t 3 --spider ${env}/users`, 'HEAD'],
    [`sudo wget ${env}/users`, 'GET'],
  ])('%s', (text, method) => {
    expect(shell(text)).toMatchObject({ method, segments: ['environments', 'e1', 'users'] });
  });

  test('sends what it is told to', () => {
    const text = `wget --quiet --method=POST --header='Content-Type: application/json' --header "X-A: b" --body-data='{"name":"a"}' ${env}/populations`;
    const request = shell(text);
    expect(request.body).toEqual({ name: 'a' });
    expect([...request.headers]).toEqual([
      ['content-type', 'application/json'],
      ['x-a', 'b'],
    ]);
    expect(stretchOf(text, request, { part: 'body', path: ['name'] })).toBe('"a"');
    expect(shell(`wget --post-data 'a=1' ${env}/users`).headers.get('content-type')).toBe(
      'application/x-www-form-urlencoded',
    );
  });
});

test.each([
  `curl -u ann:x ${env}/users`,
  `curl --oauth2-bearer x ${env}/users`,
  `wget --http-user=ann --http-password=x ${env}/users`,
  `wget --user ann --password x ${env}/users`,
  `http -a ann:x ${env}/users`,
  `http -A bearer -a x ${env}/users`,
])('a sender is authenticated, and its credentials are no part of the request: %s', (text) => {
  const { headers } = shell(text);
  expect([...headers]).toEqual([['authorization', '']]);
});

describe('HTTPie', () => {
  test.each<[string, string]>([
    [`http ${env}/users`, 'GET'],
    [`http ${env}/users name=ann`, 'POST'],
    [`http PUT ${env}/users name=ann`, 'PUT'],
    [`https DELETE api.platform.example/v1/environments/e1/users`, 'DELETE'],
    [`http --ignore-stdin -b --timeout 5 GET ${env}/users Accept:text/plain`, 'GET'],
    [`TOKEN=x http --raw '{}' ${env}/users`, 'POST'],
    [`http -A bearer -a "$TOKEN" PATCH ${env}/users x:=1`, 'PATCH'],
  ])('%s', (text, method) => {
    expect(shell(text)).toMatchObject({ method, segments: ['environments', 'e1', 'users'] });
  });

  test('tells fields, values of JSON, headers and the query from each other', () => {
    const text = `http POST ${env}/users name=ann age:=7 on:=true ids:='[1,2]' X-A:b filter=='a eq "b"' address[city]=Ulm tags[]=x tags[]=y`;
    const request = shell(text);
    expect(request.body).toEqual({
      name: 'ann',
      age: 7,
      on: true,
      ids: [1, 2],
      address: { city: 'Ulm' },
      tags: ['x', 'y'],
    });
    expect(request.headers.get('x-a')).toBe('b');
    expect(request.headers.get('content-type')).toBe('application/json');
    expect(request.query.get('filter')).toEqual(['a eq "b"']);
    expect(stretchOf(text, request, { part: 'body', path: ['age'] })).toBe('7');
  });

  test('a form, a document and a file', () => {
    const form = shell(
      `http -f POST https://auth.platform.example/e1/as/token grant_type=client_credentials`,
    );
    expect(form.form.get('grant_type')).toEqual(['client_credentials']);
    expect(shell(`http POST ${env}/users <<END\n{"name":"a"}\nEND\n`).body).toEqual({ name: 'a' });
    expect(shell(`http POST ${env}/users/u1/image file@a.png`).headers.get('content-type')).toBe(
      'multipart/form-data',
    );
  });

  test('is no word of another command', () => {
    expect(requestsOf(read('echo http rocks\ngit clone https x\n', 'shell').facts)).toEqual([]);
  });

  test('a name such as __proto__ is a field like any other', () => {
    const { body } = shell(`http POST ${env}/users __proto__[x]=1`);
    expect(JSON.stringify(body)).toBe('{"__proto__":{"x":"1"}}');
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
