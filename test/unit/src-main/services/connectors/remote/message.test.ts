import { describe, expect, test } from 'vitest';
import { parseJson } from '#main/services/connectors/remote/message.ts';
import { accountsOf, answer, compiled } from '#test/support/connector-shapes.ts';

describe('JSON of a remote', () => {
  test.each<[string, unknown]>([
    ['{"id":12345678901234567891}', { id: '12345678901234567891' }],
    ['{"id": -9007199254740993, "name":"a"}', { id: '-9007199254740993', name: 'a' }],
    ['[9007199254740992]', ['9007199254740992']],
    ['[1,9007199254740991]', [1, Number.MAX_SAFE_INTEGER]],
    ['{"share":0.1234567890123456789}', { share: Number('0.1234567890123456789') }],
    ['{"far":1234567890123456789e3}', { far: Number('1234567890123456789e3') }],
    ['{"card":"1234567890123456789"}', { card: '1234567890123456789' }],
    ['{"a":[{"__proto__":1,"id":1234567890123456789}]}', undefined],
    ['{"id":1234567890123456789', undefined],
    ['', undefined],
  ])('%s keeps its digits', (text, expected) => {
    const json = parseJson(text);
    if (text.includes('__proto__'))
      expect(JSON.stringify(json)).toBe('{"a":[{"__proto__":1,"id":"1234567890123456789"}]}');
    else expect(json).toEqual(expected);
  });

  test('a long number keeps all its digits at any position in the text', () => {
    for (let before = 0; before < 40; before += 1)
      for (const digits of ['9007199254740993', '12345678901234567', '100000000000000000001'])
        for (const other of ['a', '7']) {
          const text = `{"${other.repeat(before)}":"${'8'.repeat(before % 20)}","id":${digits},"n":[123456789012345]}`;
          expect(parseJson(text), text).toMatchObject({ id: digits, n: [123_456_789_012_345] });
        }
  });

  test('a uid, a name and a cookie of many digits come as they are', () => {
    const accounts = compiled(
      accountsOf({
        schema: [
          { fieldName: 'badge', type: 'STRING' },
          { fieldName: 'share', type: 'DECIMAL' },
        ],
        operations: {
          QUERY: {
            path: '/u',
            method: 'GET',
            idPath: 'id',
            namePath: 'number',
            responseMapping: { items: { badge: 'badge', share: 'share' } },
            pagination: {
              cookiePagination: { param: 'c={_pagedResultsCookie}' },
              pagedResultsCookie: { type: 'body', path: 'next' },
            },
          },
        },
      }),
    );
    const text = `{"items":[{"id":12345678901234567891,"number":22345678901234567891,"badge":32345678901234567891,
      "share":10000000000000000000}],"next":42345678901234567891}`;
    expect(accounts.readPage(answer(parseJson(text) as never), 'default')).toMatchObject({
      objects: [
        {
          uid: '12345678901234567891',
          name: '22345678901234567891',
          attributes: { badge: '32345678901234567891', share: 1e19 },
        },
      ],
      cookie: '42345678901234567891',
    });
  });
});
