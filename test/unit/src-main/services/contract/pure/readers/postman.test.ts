import { describe, expect, test } from 'vitest';
import { parseJsonText, readRequestJson } from '#main/services/contract/pure/index.ts';
import { type ReadFact } from '#shared/contract/index.ts';
import { edited, hosts, onlyRequest, requestsOf, stretchOf } from './scripts.ts';

const base = 'https://api.platform.example/v1';

function read(text: string): readonly ReadFact[] {
  return readRequestJson(parseJsonText(text, 'a.json'), text, { file: 'a.json', hosts });
}

const textOf = (value: unknown) => JSON.stringify(value, null, 2);

const requestIn = (text: string) => onlyRequest(read(text));

const collection = textOf({
  info: { name: 'Tour', schema: 'https://schema.example/collection/v2.1.0/collection.json' },
  variable: [{ key: 'base', value: base }],
  item: [
    {
      name: 'Policies',
      item: [
        {
          name: 'Former path',
          request: {
            method: 'GET',
            auth: { type: 'bearer', bearer: [{ key: 'token', value: 'hunter2' }] },
            header: [
              { key: 'Accept', value: 'application/json' },
              { key: 'X-Off', value: 'x', disabled: true },
            ],
            url: {
              raw: '{{base}}/environments/{{env}}/deviceAuthenticationPolicy?limit=1',
              host: ['{{base}}'],
              path: ['environments', '{{env}}', 'deviceAuthenticationPolicy'],
              query: [{ key: 'limit', value: '1' }],
            },
          },
        },
      ],
    },
    {
      name: 'Length',
      request: {
        method: 'PUT',
        url: `${base}/environments/e1/passwordPolicies/p1`,
        body: { mode: 'raw', raw: '{"length": {"min": 6}}', options: { raw: { language: 'json' } } },
      },
    },
    {
      name: 'Token',
      request: {
        method: 'POST',
        url: 'https://auth.platform.example/e1/as/token',
        body: {
          mode: 'urlencoded',
          urlencoded: [
            { key: 'grant_type', value: 'client_credentials' },
            { key: 'scope', value: 'p:read:env:user' },
          ],
        },
      },
    },
    { name: 'Short', request: `${base}/environments` },
  ],
});

describe('a Postman collection', () => {
  const [former, length, token, short] = requestsOf(read(collection));
  if (former === undefined || length === undefined || token === undefined)
    throw new Error('Requests are missing.');

  test('has the requests of all its folders, with its variables filled in', () => {
    expect(
      [former, length, token, short].map((each) => [each?.method, each?.host, each?.segments.join('/')]),
    ).toEqual([
      ['GET', 'platform', 'environments/{{env}}/deviceAuthenticationPolicy'],
      ['PUT', 'platform', 'environments/e1/passwordPolicies/p1'],
      ['POST', 'authorization', 'e1/as/token'],
      ['GET', 'platform', 'environments'],
    ]);
    expect(former.headers.get('accept')).toBe('application/json');
    expect(former.headers.has('x-off')).toBe(false);
    expect(length.body).toEqual({ length: { min: 6 } });
    expect(length.headers.get('content-type')).toBe('application/json');
    expect(token.form.get('scope')).toEqual(['p:read:env:user']);
  });

  test('says that a sender is proven, but not with what', () => {
    expect(former.headers.get('authorization')).toBe('');
  });

  test('places are members of the document', () => {
    expect(stretchOf(collection, former, { part: 'header', name: 'Accept' })).toBe('"application/json"');
    expect(stretchOf(collection, token, { part: 'form', name: 'scope' })).toBe('"p:read:env:user"');
    expect(former.locate({ part: 'path' }).pointer).toBe('/item/0/item/0/request/url/raw');
  });

  test('an edit reaches the URL wherever it stands', () => {
    const from = 'deviceAuthenticationPolicy';
    const to = 'deviceAuthenticationPolicies';
    expect(edited(collection, former, { kind: 'replace', of: { part: 'path' }, from, to })).toBe(
      collection.replaceAll(from, to),
    );
    const of = { part: 'query', name: 'limit' } as const;
    expect(edited(collection, former, { kind: 'set', of, value: '2' })).toBe(
      collection.replace('limit=1', 'limit=2').replace('"value": "1"', '"value": "2"'),
    );
    expect(
      edited(collection, former, { kind: 'replace', of: { part: 'path' }, from: 'v1/environments', to: 'x' }),
    ).toBeNull();
  });

  test('an edit of a body is one of the text that holds it', () => {
    const of = { part: 'body', path: ['length', 'min'] } as const;
    expect(edited(collection, length, { kind: 'set', of, value: 8 })).toBe(
      collection.replace(String.raw`\"min\": 6`, String.raw`\"min\": 8`),
    );
  });

  test.each([
    ['neither a request nor a folder', { name: 'x' }],
    ['nothing of the kind', 5],
    ['a folder without items', { item: {} }],
  ])('an item that is %s is an error at its place', (_what, item) => {
    const broken = textOf({ info: { name: 'x' }, item: [item] });
    expect(() => read(broken)).toThrow(
      expect.objectContaining({
        code: 'contract.unreadable',
        location: expect.objectContaining({ file: 'a.json', line: expect.any(Number) }),
      }),
    );
  });
});

describe('requests as people write them in JSON', () => {
  const one = {
    method: 'PATCH',
    url: `${base}/environments/e1/users/u1`,
    headers: { 'Content-Type': 'application/json' },
    body: { address: { city: 'x' } },
  };

  test.each<[string, unknown, number]>([
    ['one', one, 1],
    ['a list', [one, one], 2],
    ['a list by its name', { requests: [one, one, one] }, 3],
  ])('%s', (_what, value, count) => {
    const found = requestsOf(read(textOf(value)));
    expect(found).toHaveLength(count);
    for (const each of found) expect(each.body).toEqual(one.body);
  });

  test('headers may be pairs, and a form, a query and an answer may stand beside them', () => {
    const request = requestIn(
      textOf({
        method: 'POST',
        url: '/e1/as/token',
        headers: [['X-A', 'b'], { name: 'X-B', value: 'c' }],
        form: { grant_type: 'refresh_token' },
        query: { a: 'b c' },
        response: { status: 429, headers: { 'Retry-After': '3' }, body: { code: 'X' } },
      }),
    );
    expect(request.headers.get('x-a')).toBe('b');
    expect(request.headers.get('x-b')).toBe('c');
    expect(request.form.get('grant_type')).toEqual(['refresh_token']);
    expect(request.query.get('a')).toEqual(['b c']);
    expect(request.response).toEqual({
      status: 429,
      headers: new Map([['retry-after', '3']]),
      body: { code: 'X' },
    });
  });

  test('places and edits are those of the members', () => {
    const text = textOf(one);
    const request = requestIn(text);
    const of = { part: 'body', path: ['address', 'city'] } as const;
    expect(stretchOf(text, request, of)).toBe('"x"');
    expect(edited(text, request, { kind: 'set', of, value: 'y' })).toBe(text.replace('"x"', '"y"'));
    const path = { part: 'path' } as const;
    expect(edited(text, request, { kind: 'replace', of: path, from: 'users', to: 'people' })).toBe(
      text.replace('users', 'people'),
    );
  });

  test('a body that is text holds its own members', () => {
    const text = textOf({ ...one, body: JSON.stringify({ a: 1 }) });
    const of = { part: 'body', path: ['a'] } as const;
    expect(edited(text, requestIn(text), { kind: 'set', of, value: 2 })).toBe(
      text.replace(String.raw`\"a\":1`, String.raw`\"a\":2`),
    );
  });

  test('a list in which one is no request is an error there, not a document', () => {
    expect(() => read(textOf([one, { url: 5 }]))).toThrow(
      expect.objectContaining({ code: 'contract.unreadable' }),
    );
  });
});

describe('a document that stands for itself', () => {
  test.each<[string, unknown]>([
    ['an application', { name: 'a', protocol: 'NONE' }],
    ['a list of them', [{ name: 'a' }, { name: 'b' }]],
    ['an image with a URL', { id: 'i', url: 'https://img.example/a.png' }],
    ['a list of nothing', []],
    ['a text', 'hello'],
  ])('%s', (_what, value) => {
    const [only, ...more] = read(textOf(value));
    expect(more).toEqual([]);
    expect(only).toMatchObject({ kind: 'document', value });
  });

  test('its members can be found and changed', () => {
    const text = textOf({ name: 'a', protocol: 'NONE' });
    const [document] = read(text);
    if (document === undefined) throw new Error('There is no document.');
    const of = { part: 'body', path: ['protocol'] } as const;
    expect(stretchOf(text, document, of)).toBe('"NONE"');
    expect(edited(text, document, { kind: 'set', of, value: 'SAML' })).toBe(text.replace('NONE', 'SAML'));
  });
});
