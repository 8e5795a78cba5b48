import { describe, expect, test } from 'vitest';
import {
  editRequest,
  formatRequestText,
  formRequest,
  getRequest,
  type RequestEdit,
  requestEditSchema,
} from '#shared/flows/index.ts';
import { bytesOf } from './parties.ts';

const token = formRequest(
  'http://as.example/token',
  [
    ['grant_type', 'authorization_code'],
    ['code', '{{code}}'],
    ['redirect_uri', 'http://client.example/cb'],
  ],
  [['Authorization', 'Basic {{basic_credentials}}']],
);
const authorize = getRequest(
  'http://as.example/authorize',
  [
    ['client_id', 'portal'],
    ['state', '{{state}}'],
  ],
  [],
);
const values = { code: 'the code', state: 's', basic_credentials: 'eDp5' };

const edit = (input: Parameters<typeof requestEditSchema.parse>[0]): RequestEdit =>
  requestEditSchema.parse(input);
const formOf = (...edits: readonly unknown[]) =>
  bytesOf(editRequest(token, edits.map(edit)), values).split('\r\n\r\n')[1];
const targetOf = (...edits: readonly unknown[]) =>
  bytesOf(editRequest(authorize, edits.map(edit)), values).split(' ')[1];
const headersOf = (...edits: readonly unknown[]) =>
  bytesOf(editRequest(token, edits.map(edit)), values)
    .split('\r\n\r\n')[0]
    ?.split('\r\n')
    .slice(1);

describe('a parameter', () => {
  test('is given another value in its place; a new one stands at the end', () => {
    expect(formOf({ op: 'set', place: 'form.code', value: 'other' })).toBe(
      'grant_type=authorization_code&code=other&redirect_uri=http%3A%2F%2Fclient.example%2Fcb',
    );
    expect(targetOf({ op: 'set', place: 'query.scope', value: 'a b' })).toBe(
      '/authorize?client_id=portal&state=s&scope=a+b',
    );
  });

  test('is left out, as often as it stands there', () => {
    const twice = { op: 'add', place: 'query.state', value: 'again' };
    expect(targetOf(twice, { op: 'remove', place: 'query.state' })).toBe('/authorize?client_id=portal');
  });

  test('is added though it is there already', () => {
    expect(targetOf({ op: 'add', place: 'query.client_id', value: 'other' })).toBe(
      '/authorize?client_id=portal&state=s&client_id=other',
    );
  });

  test('is repeated behind or before itself, with the same value or another', () => {
    expect(targetOf({ op: 'duplicate', place: 'query.client_id' })).toBe(
      '/authorize?client_id=portal&client_id=portal&state=s',
    );
    expect(targetOf({ op: 'duplicate', place: 'query.client_id', value: 'x', at: 'before' })).toBe(
      '/authorize?client_id=x&client_id=portal&state=s',
    );
    expect(targetOf({ op: 'duplicate', place: 'query.absent' })).toBe('/authorize?client_id=portal&state=s');
  });

  test('is moved and renamed', () => {
    expect(targetOf({ op: 'move', place: 'query.state', to: 0 })).toBe('/authorize?state=s&client_id=portal');
    expect(targetOf({ op: 'rename', place: 'query.state', value: 'State' })).toBe(
      '/authorize?client_id=portal&State=s',
    );
  });

  test('stands on the wire as it is written, where it is raw', () => {
    expect(targetOf({ op: 'set', place: 'query.state', value: '%zz\\x00&a', encoding: 'raw' })).toBe(
      '/authorize?client_id=portal&state=%zz\0&a',
    );
  });
});

describe('a header', () => {
  test('is found whatever the case of its letters; a new one stands before Connection', () => {
    expect(
      headersOf(
        { op: 'set', place: 'header.authorization', value: 'Bearer x' },
        { op: 'set', place: 'header.X-New', value: '1' },
      ),
    ).toEqual([
      'Host: as.example',
      'Authorization: Bearer x',
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 89',
      'X-New: 1',
      'Connection: close',
    ]);
  });

  test('is left out, Host too', () => {
    expect(headersOf({ op: 'remove', place: 'header.host' })?.[0]).toBe('Authorization: Basic eDp5');
  });
});

describe('a request', () => {
  test('has another method, path, version or origin', () => {
    const edited = editRequest(
      authorize,
      [
        { op: 'set', place: 'method', value: 'PUT' },
        { op: 'set', place: 'path', value: '/x' },
        { op: 'set', place: 'version', value: 'HTTP/9' },
        { op: 'set', place: 'origin', value: 'http://other.example' },
      ].map(edit),
    );
    expect(bytesOf(edited, values).split('\r\n').slice(0, 2)).toEqual([
      'PUT /x?client_id=portal&state=s HTTP/9',
      'Host: other.example',
    ]);
  });

  test('has another body, or none', () => {
    expect(formOf({ op: 'set', place: 'body', value: '{"a":1}\\n' })).toBe('{"a":1}\n');
    expect(formOf({ op: 'remove', place: 'body' })).toBe('');
  });

  test('is bytes alone, and its fields again', () => {
    const raw = edit({ op: 'set', place: 'raw', value: 'HELO\n\n' });
    expect(bytesOf(editRequest(token, [raw]), values)).toBe('HELO\r\n\r\n');
    const again = editRequest(token, [raw, edit({ op: 'remove', place: 'raw' })]);
    expect(formatRequestText(again)).toBe(formatRequestText(token));
  });

  test('has a text replaced wherever it stands; nothing in the new text has a meaning', () => {
    expect(formOf({ op: 'replace', find: 'grant_type=', value: "$&$'grant_type=" })).toContain(
      "$&$'grant_type=authorization_code&code=the+code",
    );
  });

  test('is edited in the order of the edits, and the one it was made from stays', () => {
    const before = JSON.stringify(token);
    expect(
      formOf(
        { op: 'set', place: 'form.code', value: 'one' },
        { op: 'rename', place: 'form.code', value: 'kode' },
        { op: 'set', place: 'form.code', value: 'two' },
      ),
    ).toBe('grant_type=authorization_code&kode=one&redirect_uri=http%3A%2F%2Fclient.example%2Fcb&code=two');
    expect(JSON.stringify(token)).toBe(before);
  });

  test('an edit of a place that no request has is refused', () => {
    expect(requestEditSchema.safeParse({ op: 'remove', place: 'cookie.x' }).success).toBe(false);
    expect(requestEditSchema.safeParse({ op: 'remove', place: 'query.' }).success).toBe(false);
  });
});
