import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { externalUrl } from '#main/hosts/electron/external-url.ts';
import { property } from '#test/support/property.ts';

describe('an address that goes to the system’s browser', () => {
  test.each([
    ['https anywhere', 'https://docs.example/a?b#c', 'https://docs.example/a?b#c'],
    ['the sign-in page of our own server', 'http://127.0.0.1:9031/as/x', 'http://127.0.0.1:9031/as/x'],
    ['the same over IPv6', 'http://[::1]:9031/', 'http://[::1]:9031/'],
    ['the same by name', 'http://localhost:9031/', 'http://localhost:9031/'],
    ['another spelling of loopback', 'http://0x7f.1/', 'http://127.0.0.1/'],
    [
      'a host in other letters, as it goes over the wire',
      'https://пример.example/',
      'https://xn--e1afmkfd.example/',
    ],
    [
      'an address within another',
      'https://a.example/?next=http://b.example/',
      'https://a.example/?next=http://b.example/',
    ],
    ['capital letters', 'HTTPS://DOCS.EXAMPLE', 'https://docs.example/'],
  ])('%s', (_, candidate, opened) => {
    expect(externalUrl(candidate)).toBe(opened);
  });
});

describe('an address that stays here', () => {
  test.each([
    ['a script', 'javascript:alert(1)'],
    ['a script with a new line in its name', 'java\nscript:alert(1)'],
    ['a script that looks like an address', 'javascript://https://docs.example/%0aalert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['a file on a share', 'file://evil.example/share/run.exe'],
    ['a document in itself', 'data:text/html,<script>alert(1)</script>'],
    ['a document of the page', 'blob:gatehouse://app/1'],
    ['our own scheme', 'gatehouse://app/'],
    ['a program', 'ms-msdt:/id PCWDiagnostic'],
    ['mail', 'mailto:a@b.example'],
    ['http with https in its query', 'http://evil.example/?next=https://docs.example/'],
    ['http with https in its fragment', 'http://evil.example/#https://docs.example/'],
    ['a user before the host', 'https://docs.example@evil.example/'],
    ['a user and a password', 'https://user:pw@docs.example/'],
    ['a user on loopback', 'http://x@127.0.0.1/'],
    ['loopback as the beginning of a name', 'http://127.0.0.1.evil.example/'],
    ['localhost as the beginning of a name', 'http://localhost.evil.example/'],
    ['loopback as the user of a host', 'http://127.0.0.1@evil.example/'],
    ['loopback behind a backslash', 'http://evil.example\\@127.0.0.1/'],
    ['letters that look like localhost', 'http://lоcalhost/'],
    ['no scheme', '//docs.example/'],
    ['half an address', 'https://'],
    ['an empty text', ''],
  ])('%s', (_, candidate) => {
    expect(externalUrl(candidate)).toBeNull();
  });

  test.each([
    [null],
    [undefined],
    [1],
    [{}],
    [['https://docs.example/']],
    [new URL('https://docs.example/')],
  ])('what is no text: %j', (candidate) => {
    expect(externalUrl(candidate)).toBeNull();
  });

  const piece = fc.constantFrom(
    'https:',
    'http:',
    'javascript:',
    '//',
    '/',
    '\\',
    '@',
    '127.0.0.1',
    'a.example',
    ':9031',
    '#',
    '?',
    ' ',
    '\t',
  );

  property([fc.array(fc.oneof(piece, fc.string()), { maxLength: 8 })])(
    'whatever is given: what leaves is https, or http on loopback, without a user',
    (pieces) => {
      const opened = externalUrl(pieces.join(''));
      if (opened === null) return;
      expect(opened).toMatch(/^(?:https:\/\/[^/@]+|http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?)\//);
    },
  );
});
