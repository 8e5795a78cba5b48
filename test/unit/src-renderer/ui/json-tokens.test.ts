import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonType, jsonTokens } from '#renderer/ui/json-tokens.ts';
import { property } from '#test/support/property.ts';

const layout = (text: string) =>
  jsonTokens(text)
    .map((token) => token.text)
    .join('');

describe('a JSON body', () => {
  test('stands one member a line, keys told from strings', () => {
    const tokens = jsonTokens('{"error":"invalid_grant","expires_in":7199}');
    expect(tokens.map((token) => token.text).join('')).toBe(
      '{\n  "error": "invalid_grant",\n  "expires_in": 7199\n}',
    );
    expect(tokens.filter((token) => token.kind === 'key').map((token) => token.text)).toEqual([
      '"error"',
      '"expires_in"',
    ]);
    expect(tokens.filter((token) => token.kind === 'string').map((token) => token.text)).toEqual([
      '"invalid_grant"',
    ]);
  });

  test('keeps numbers and doubled keys as they were sent', () => {
    expect(layout('{"a":10000000000000000001,"a":1.0}')).toBe(
      '{\n  "a": 10000000000000000001,\n  "a": 1.0\n}',
    );
  });

  test('keeps empty objects and lists on one line', () => {
    expect(layout('{"a":{},"b":[]}')).toBe('{\n  "a": {},\n  "b": []\n}');
  });

  property([fc.json()])('is laid out as JSON.stringify does, whatever it holds', (text) => {
    const value: unknown = JSON.parse(text);
    expect(layout(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  });

  property([fc.string()])('loses nothing but white space, even where it is no JSON', (text) => {
    // Inside quotes white space is kept; outside it is layout. So compare without any.
    expect(layout(text).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  });
});

test('JSON is known by its media type', () => {
  expect(isJsonType('application/json;charset=UTF-8')).toBe(true);
  expect(isJsonType('application/scim+json')).toBe(true);
  expect(isJsonType('text/html')).toBe(false);
  expect(isJsonType('application/jsonp-not')).toBe(false);
});
