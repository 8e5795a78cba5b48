import { expect, test } from 'vitest';
import { replaceWebTokens } from '#shared/exchange/index.ts';
import { cpuMillis } from '#test/support/cpu.ts';

const token = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.c2lnbmVk';

test.each([
  ['alone', token, '***'],
  ['without a signature', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.', '***'],
  ['in a text', `Bearer ${token}, and "${token}".`, 'Bearer ***, and "***".'],
  ['behind a hyphen', `jwt-${token}`, 'jwt-***'],
  ['behind one that is not whole', `eyJhbGciOiJub25lIn0.${token}`, '***.c2lnbmVk'],
  ['within a word', `x${token}`, `x${token}`],
  ['too short', 'eyJhbGci.a.b', 'eyJhbGci.a.b'],
])('a web token %s is found', (_what, text, expected) => {
  expect(replaceWebTokens(text, () => '***')).toBe(expected);
});

test.each(['eyJ-', 'eyJaaaaaaaa.', 'eyJ', '-eyJaaaaaaaa.b ', 'x'])(
  'a text of %s takes time as it is long',
  (piece) => {
    const text = piece.repeat(4_000_000 / piece.length);
    const startedMillis = cpuMillis();
    replaceWebTokens(text, () => '***');
    expect(cpuMillis() - startedMillis).toBeLessThan(3_000);
  },
);
