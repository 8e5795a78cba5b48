import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { guardedLookUp } from '#main/platform/outgoing-connection.ts';
import { isSpecialUseHost } from '#shared/http/special-use.ts';

const resolver =
  (...addresses: readonly string[]): LookupFunction =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

const found = (all: boolean, ...addresses: readonly string[]) =>
  new Promise<{ error: string; result: string | LookupAddress[] }>((resolve) => {
    guardedLookUp((address) => !isSpecialUseHost(address), resolver(...addresses))(
      'docs.example.com',
      { all },
      (error, result) => resolve({ error: error?.message ?? '', result }),
    );
  });

test('a name leads to the addresses that were judged', async () => {
  expect((await found(false, '93.184.216.34')).result).toBe('93.184.216.34');
  expect((await found(true, '93.184.216.34', '2606:2800::1')).result).toHaveLength(2);
});

test.each([
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '::1',
  '::ffff:10.0.0.1',
  'fd00::1',
  '64:ff9b::a00:1',
])('a name with the address %s leads nowhere, whatever its others are', async (address) => {
  const { error, result } = await found(true, '93.184.216.34', address);
  expect(error).toBe(`The address ${address} is not allowed.`);
  expect(result).toEqual([]);
});

test('a name without an address is an error of the look-up, and nothing is judged', async () => {
  const error = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
  // Node calls back with the error alone.
  const unknown: LookupFunction = (_name, _options, callback) => (callback as (error: Error) => void)(error);
  const result = await new Promise((resolve) => {
    guardedLookUp(() => false, unknown)('nowhere.example', { all: true }, (failure) => resolve(failure));
  });
  expect(result).toBe(error);
});
