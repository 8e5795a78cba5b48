import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isHttpAddress } from '#main/services/gateway/pure/reading/address.ts';

describe('an address of HTTP', () => {
  test.each([
    'http://a',
    'https://api.example.com:8443/base/path?x=1#y',
    'http://user:pw@api',
    'http://127.0.0.1:65535',
    'http://[::1]:80/',
    'http://[2001:db8:0:0:0:0:0:1]',
    'http://bücher.example',
    'http://my_host-1.',
  ])('is %s', (text) => {
    expect([isHttpAddress(text), URL.canParse(text)]).toEqual([true, true]);
  });

  test.each([
    'a',
    'ftp://a',
    'http://',
    'http:///path',
    'http://a:99999',
    'http://a:b',
    'http://[',
    'http://[::1',
    'http://[1:2]',
    'http://[1::2::3]',
    'http://%zz',
    'http://a b',
    'http://a/ b',
    'http://1.2.3.256',
    'http://0x',
  ])('is not %s', (text) => {
    expect(isHttpAddress(text)).toBe(false);
  });

  test('can be parsed, whatever it is', () => {
    const parts = [
      'a',
      'B',
      '1',
      '0x',
      '255',
      '.',
      '-',
      '_',
      '~',
      ':',
      '[',
      ']',
      '::',
      '@',
      '/',
      '?',
      '%',
      'ü',
      ' ',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (chosen) => {
        const text = `http://${chosen.join('')}`;
        expect(!isHttpAddress(text) || URL.canParse(text)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});
