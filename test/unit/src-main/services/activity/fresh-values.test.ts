import { expect, test } from 'vitest';
import { isFreshPair } from '#main/services/activity/fresh-values.ts';

test.each([
  ['state', 'JqLw81kDke92msIq', 'pa0TzuGh5Vn3kQw1', true],
  ['code_verifier', 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r', 'dBjftJeZ4CVP-mB92K27uhbUJU1p1R', false],
  ['nonce', '', 'pa0TzuGh5Vn3kQw1', false],
  ['Set-Cookie', 'sid=JqLw81kDke92; Path=/', 'sid=pa0TzuGh5Vn3; Path=/', true],
  ['Set-Cookie', 'sid=JqLw81kDke92; Path=/', 'sid=pa0TzuGh5Vn3; Path=/as', false],
  ['auth_time', '1795477482', '1795477999', true],
  ['expires_in', '60', '7200', false],
  [
    'access_token',
    'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhIn0.first',
    'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhIn0.other',
    true,
  ],
  ['grant_type', 'refresh_token', 'authorization_code', false],
  ['scope', 'orders.read', 'orders.write', false],
  ['redirect_uri', 'http://127.0.0.1:9035/cb', 'http://127.0.0.1:9035/cb/extra', false],
  ['client_id', 'portal-web-1', 'portal-web-2', false],
])('%s of %s and %s', (name, left, right, isFresh) => {
  expect(isFreshPair(name, left, right)).toBe(isFresh);
});
