import { expect, test } from 'vitest';
import { isSpecialUseHost } from '#shared/http/special-use.ts';

const hostOf = (authority: string): string => new URL(`https://${authority}/`).hostname;

test.each([
  'localhost',
  'app.localhost',
  '127.1.2.3',
  '2130706433',
  '0x7f.1',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::ffff:10.0.0.1]',
  '[64:ff9b::a00:1]',
  '[fd00::1]',
  '[fe80::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[2001::1]',
  '[2002:a00:1::]',
  'intranet',
  'printer.local.',
  'vault.internal',
  'nas.home.arpa',
])('%s is no public host', (authority) => {
  expect(isSpecialUseHost(hostOf(authority))).toBe(true);
});

test.each(['shop.example', '9.9.9.9', '100.63.0.1', '172.32.0.1', '[2a00:1450::1]', 'local.example'])(
  '%s is one',
  (authority) => {
    expect(isSpecialUseHost(hostOf(authority))).toBe(false);
  },
);
