import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskUrl } from '#main/platform/exchange-summary.ts';
import { mask } from '#shared/exchange/index.ts';

test.each([
  ['/orders?open=true', '/orders?open=true'],
  ['/cb?state=1&code=abc', `/cb?state=1&code=${mask}`],
  ['/cb?c%6fde=abc#token=x=y', `/cb?c%6fde=${mask}#token=${mask}`],
  ['/cb?code=&x=code=1', '/cb?code=&x=code=1'],
  ['/code=abc', '/code=abc'],
  ['/cb?%zz=1&code', '/cb?%zz=1&code'],
])('the address %s is shown as %s', (url, shown) => {
  expect(maskUrl(url)).toBe(shown);
});

test('a secret parameter is masked wherever it stands, and nothing else is touched', () => {
  const other = fc.constantFrom('x=1', 'open=true', 'a=b=c', 'flag', '=', '%zz=2');
  fc.assert(
    fc.property(fc.array(other), fc.array(other), fc.constantFrom('?', '#'), (before, after, lead) => {
      const parts = (secret: string) => `/p${lead}${[...before, secret, ...after].join('&')}`;
      expect(maskUrl(parts('token=planted'))).toBe(parts(`token=${mask}`));
      expect(maskUrl(parts('tok=planted'))).toBe(parts('tok=planted'));
    }),
  );
});
