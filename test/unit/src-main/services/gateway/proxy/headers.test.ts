import { describe, expect, test } from 'vitest';
import {
  forwardRequestHeaders,
  forwardResponseHeaders,
  originForm,
  replaceHeader,
} from '#main/services/gateway/proxy/headers.ts';

describe('what is passed on of a request', () => {
  test.each([
    [['Content-Length', '5'], true],
    [['Content-Length', '0'], false],
    [['transfer-encoding', 'chunked'], true],
    [['Accept', '*/*'], false],
  ] as const)('%j is followed by a body: %s', (fields, hasBody) => {
    expect(forwardRequestHeaders(fields).hasBody).toBe(hasBody);
  });

  test('fields that Connection names are left out wherever they stand, in any spelling', () => {
    const { headers } = forwardRequestHeaders([
      'x-one',
      '1',
      'Connection',
      'Keep-Alive, X-One',
      'X-TWO',
      '2',
      'connection',
      'x-two',
      'X-Three',
      '3',
    ]);
    expect(headers).toEqual(['X-Three', '3']);
  });

  test('a name that is as long as one that is dropped is kept', () => {
    const fields = ['User-Agent', 'a', 'Cookie', 'b', 'Date', 'c', 'X1', 'd', 'Referer', 'e'];
    expect(forwardRequestHeaders(fields).headers).toEqual(fields);
  });
});

test('bytes beyond ASCII in an answer’s fields come through as they are', () => {
  const raw = ['X-Name', 'caf\u00e9', 'Upgrade', 'h2c'].map((text) => Buffer.from(text, 'latin1'));
  expect(forwardResponseHeaders(raw)).toEqual(['X-Name', 'caf\u00e9']);
});

test('a field takes the place of all of its name', () => {
  expect(replaceHeader(['authorization', 'a', 'X', '1', 'AUTHORIZATION', 'b'], 'Authorization', 'c')).toEqual(
    ['X', '1', 'Authorization', 'c'],
  );
});

test.each([
  ['/a?b', '/a?b'],
  ['http://host/a?b', '/a?b'],
  ['HTTPS://host:1?b', '/?b'],
  ['http://host', '/'],
  ['*', null],
  ['host:443', null],
])('the target %s leads to %s', (target, path) => {
  expect(originForm(target)).toBe(path);
});

describe('what belongs to the screens', () => {
  test('their cookies are left out of those that are passed on', () => {
    const cookies = 'a=1; gatehouse_session=x; b=gatehouse_2;gatehouse_other=y';
    expect(forwardRequestHeaders(['cookie', cookies]).headers).toEqual(['cookie', 'a=1; b=gatehouse_2']);
    expect(forwardRequestHeaders(['Cookie', 'gatehouse_session=x']).headers).toEqual([]);
  });

  test('their token is left out, and no other', () => {
    const own = ['Authorization', 'bearer gatehouse_session_abc'];
    const other = [
      'Authorization',
      'Bearer my-gatehouse_token',
      'X-Note',
      'gatehouse_session_abc',
      'X-Empty',
      '',
    ];
    expect(forwardRequestHeaders([...own, ...other]).headers).toEqual(other);
  });
});
