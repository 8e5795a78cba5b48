import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatRequestText,
  formRequest,
  getRequest,
  parseRequestText,
  type RequestTemplate,
  requestField,
} from '#shared/flows/index.ts';
import { property } from '#test/support/property.ts';
import { bytesOf } from './parties.ts';

const values = {
  code: 'a+b &=%2F\\r',
  state: 'ü€🙂',
  empty: '',
  'b.code': 'line\r\nX-Injected: 1',
};

/** Every name has a value: braces and letters make new ones. */
const anything = new Proxy<Record<string, string>>(values, {
  getOwnPropertyDescriptor: (_values, name) => ({ value: name, configurable: true, enumerable: true }),
  get: (_values, name) => (Object.hasOwn(values, name) ? Reflect.get(values, name) : `of ${String(name)}`),
});

const pieces = fc.oneof(
  fc.constantFrom(
    '{{code}}',
    '{{state?}}',
    '{{b.code|upper}}',
    '{{code|form}}',
    "{{'a b'|form}}",
    '{{host}}',
    '{{content_length}}',
    '{{',
    '}}',
    '\\',
    '\\r\\n',
    '\\x41',
    '%41',
    '%',
    '+',
    '&',
    '=',
    '?',
    ': ',
    ':',
    ' ',
    '\r\n',
    '\n',
    'ü',
  ),
  // Quotes would make bindings out of braces in two places.
  fc.string({ maxLength: 5 }).map((some) => some.replaceAll("'", '')),
);
/** `content_length` has a meaning in headers alone. */
const text = fc.array(pieces, { maxLength: 5 }).map((parts) => parts.join(''));
const noLength = text.map((whole) => whole.replaceAll('content_length', 'code'));
const encoding = fc.constantFrom('auto', 'raw');
const fields = (template: fc.Arbitrary<string>) =>
  fc.array(fc.record({ name: template, value: template, encoding, isOmitted: fc.boolean() }), {
    maxLength: 4,
  });
const request: fc.Arbitrary<RequestTemplate> = fc.record({
  origin: fc.constant('http://127.0.0.1:9031'),
  method: fc.oneof(fc.constantFrom('GET', 'POST'), noLength),
  path: fc.oneof(fc.constantFrom('/', '/as/token.oauth2', '/a?b=c'), noLength),
  query: fields(noLength),
  version: fc.oneof(fc.constant('HTTP/1.1'), noLength),
  headers: fc
    .tuple(
      fields(text),
      fc.constantFrom([], [requestField('Content-Type', 'application/x-www-form-urlencoded')]),
    )
    .map(([some, type]) => [...some, ...type]),
  body: fc.oneof(
    fc.constant({ kind: 'none' as const }),
    fc.record({ kind: fc.constant('form' as const), fields: fields(noLength) }),
    fc.record({ kind: fc.constant('text' as const), text: noLength, encoding }),
  ),
});

describe('a request as one text', () => {
  property([request], { numRuns: 2_000 })(
    'is read back as the request with the same bytes, whatever was edited in it',
    (template) => {
      const again = parseRequestText(formatRequestText(template), template.origin);
      expect(bytesOf(again, anything)).toBe(bytesOf(template, anything));
    },
  );

  property([request], { numRuns: 500 })(
    'stays the same text when it is read and written again',
    (template) => {
      const once = formatRequestText(template);
      expect(formatRequestText(parseRequestText(once, template.origin))).toBe(once);
    },
  );

  test('of a token request shows line, headers and parameters, what is bound still bound', () => {
    const token = formRequest(
      'http://127.0.0.1:9031/as/token.oauth2',
      [
        ['grant_type', 'authorization_code'],
        ['code', '{{code}}'],
        ['redirect_uri', 'http://127.0.0.1/cb'],
      ],
      [['Authorization', 'Basic {{basic_credentials}}']],
    );
    const shown = formatRequestText(token);
    expect(shown.split('\n')).toEqual([
      'POST /as/token.oauth2 HTTP/1.1',
      'Host: {{host}}',
      'Authorization: Basic {{basic_credentials}}',
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: {{content_length}}',
      'Connection: close',
      '',
      'grant_type=authorization_code&code={{code|form}}&redirect_uri=http%3A%2F%2F127.0.0.1%2Fcb',
    ]);
    expect(parseRequestText(shown, token.origin)).toEqual(token);
  });

  test('an omitted field is not in it', () => {
    const get = getRequest('http://127.0.0.1/a', [['state', 'x']], []);
    const without = { ...get, query: get.query.map((field) => ({ ...field, isOmitted: true })) };
    expect(formatRequestText(without)).toMatch(/^GET \/a HTTP\/1\.1\n/);
  });

  test('what is no request is kept as bytes, every one of them', () => {
    const nonsense = 'HELO\nno header at all\n\nbody';
    const kept = parseRequestText(nonsense, 'http://127.0.0.1');
    expect(kept.raw).toBe(nonsense);
    expect(formatRequestText(kept)).toBe(nonsense);
    expect(bytesOf(kept)).toBe('HELO\r\nno header at all\r\n\r\nbody');
  });

  test('line ends of an editor are those of the wire; a body keeps its own', () => {
    const posted = parseRequestText('POST / HTTP/1.1\r\nHost: x\r\n\r\na\\r\\nb', 'http://x');
    expect(bytesOf(posted)).toBe('POST / HTTP/1.1\r\nHost: x\r\n\r\na\r\nb');
  });

  test('lines that end in LF alone, or a head of its own end, are written as escapes', () => {
    const own = parseRequestText('GET / HTTP/1.1\\nHost: x\\n\\n', 'http://x');
    expect(bytesOf(own)).toBe('GET / HTTP/1.1\nHost: x\n\n');
    expect(bytesOf(parseRequestText('GET / HTTP/1.1\nHost: x', 'http://x'))).toBe(
      'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    );
  });

  test('a missing optional value costs its header, never the request line or the body', () => {
    const raw = parseRequestText(
      'GET /a?hint={{username?|form}} HTTP/1.1 \nCookie: {{cookies?}}\nA: b\n\nx={{y?}}&z=1',
      'http://x',
    );
    expect(raw.raw).toBeDefined();
    expect(bytesOf(raw)).toBe('GET /a?hint= HTTP/1.1 \r\nA: b\r\n\r\nx=&z=1');
  });
});
