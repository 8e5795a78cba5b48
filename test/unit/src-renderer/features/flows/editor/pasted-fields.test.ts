import { describe, expect, test } from 'vitest';
import {
  mergedFields,
  pastedFields,
  withPastedRequest,
} from '#renderer/features/flows/editor/pasted-fields.ts';
import { formRequest, requestField } from '#shared/flows/index.ts';

describe('a text that is pasted', () => {
  test.each(['a=1&b=two%20words', '?a=1&b=two+words', 'https://id.example/cb?a=1&b=two%20words'])(
    'gives the fields of its query: %s',
    (text) => {
      expect(pastedFields(text)).toEqual([requestField('a', '1'), requestField('b', 'two words')]);
    },
  );

  test.each(['', 'no fields', 'a = b', '{"a":"="}', '=1', 'plain'])('is no query: %s', (text) => {
    expect(pastedFields(text)).toBeNull();
  });
});

test('values go to the fields of their names in order, and what is new to the end', () => {
  const fields = [
    { ...requestField('a', 'old'), isOmitted: true },
    requestField('b', 'kept'),
    requestField('a', 'old'),
  ];
  const merged = mergedFields(fields, [requestField('a', '1'), requestField('c', '3')]);
  expect(merged).toEqual([
    requestField('a', '1'),
    requestField('b', 'kept'),
    requestField('a', 'old'),
    requestField('c', '3'),
  ]);
});

describe('a command', () => {
  const request = formRequest('http://127.0.0.1:1', [['code', '{{code}}']], [['Accept', 'text/html']]);

  test('fills method, address, headers and form; its own Host and length are left to the request', () => {
    const filled = withPastedRequest(request, {
      method: 'PUT',
      url: 'http://id.example/other?x=1',
      headers: [
        { name: 'accept', value: 'application/json' },
        { name: 'Host', value: 'elsewhere.example' },
        { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
      ],
      body: 'one=1&two=2',
    });
    expect(filled).toMatchObject({ method: 'PUT', origin: 'http://id.example', path: '/other' });
    expect(filled.query).toEqual([requestField('x', '1')]);
    expect(filled.body).toEqual({
      kind: 'form',
      fields: [requestField('one', '1'), requestField('two', '2')],
    });
    expect(filled.headers.find(({ name }) => name === 'Accept')?.value).toBe('application/json');
    expect(filled.headers.some(({ value }) => value === 'elsewhere.example')).toBe(false);
  });

  test('has a body of text where it is no form, and none where nothing is sent', () => {
    const json = { method: 'POST', url: 'http://id.example/', headers: [], body: '{"a":1}' };
    expect(withPastedRequest(request, json).body).toMatchObject({ kind: 'text', text: '{"a":1}' });
    expect(withPastedRequest(request, { ...json, body: '' }).body).toEqual({ kind: 'none' });
  });
});
