import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AccessToken } from '#main/services/authorization-server/stores/token-table.ts';
import { TokenTable } from '#main/services/authorization-server/stores/token-table.ts';
import { tokenHash } from '#main/services/authorization-server/token-factory.ts';

const tenMinutesMillis = 600_000;
const id = (number: number) => tokenHash(`token ${number}`);
const token = (changes: Partial<AccessToken> = {}): AccessToken => ({
  clientId: 'portal-web',
  username: null,
  scope: 'orders.read',
  issuedAtMillis: 1_000.5,
  expiresAtMillis: 2_000,
  family: null,
  audience: null,
  boundTo: null,
  revoked: false,
  ...changes,
});
const family = {
  id: 'f',
  clientId: 'portal-web',
  username: 'ann',
  revoked: false,
  beganAtMillis: 0,
  endsAtMillis: null,
} as unknown as NonNullable<AccessToken['family']>;

describe('the table of access tokens', () => {
  test('gives each token back as it was added, with the very family', () => {
    const table = new TokenTable();
    const entries = [
      token(),
      token({ username: 'ann', family, audience: 'https://orders.example' }),
      token({ boundTo: 'a key' }),
      token({ boundTo: 'another key', username: 'ann', family }),
      token({ boundTo: 'a key', scope: '' }),
      token({ clientId: 'batch-job', scope: '', revoked: true, expiresAtMillis: 2 ** 41 + 7 }),
    ];
    for (const [index, entry] of entries.entries()) table.add(id(index), entry, 0);
    for (const [index, entry] of entries.entries()) expect(table.get(id(index))).toEqual(entry);
    expect(table.get(id(1))?.family).toBe(family);
    expect([...table.entries()]).toEqual(entries.map((entry, index) => [id(index), entry]));
    expect(table.get(id(6))).toBeUndefined();
    expect(table.get('short')).toBeUndefined();
  });

  test('a token that is revoked is so when it is asked for again', () => {
    const table = new TokenTable();
    table.add(id(1), token(), 0);
    table.revoke(id(1));
    table.revoke(id(2));
    expect(table.get(id(1))?.revoked).toBe(true);
    expect(table.get(id(2))).toBeUndefined();
  });

  test('holds a hundred thousand, and lets go of what ended more than ten minutes ago', () => {
    const table = new TokenTable();
    const count = 100_000;
    const endOf = (number: number) => number;
    for (let number = 0; number < count; number += 1)
      table.add(id(number), token({ expiresAtMillis: endOf(number) }), 0);
    expect(table.size).toBe(count);
    table.purge(tenMinutesMillis + 69_999);
    expect(table.size).toBe(count - 70_000);
    expect(table.get(id(69_999))).toBeUndefined();
    expect(table.get(id(70_000))).toMatchObject({ expiresAtMillis: 70_000 });
    expect([...table.entries()]).toHaveLength(30_000);
    // New ones sweep the oldest by themselves.
    for (let number = 0; number < 2_048; number += 1)
      table.add(id(count + number), token({ expiresAtMillis: 1e12 }), tenMinutesMillis + count);
    expect(table.size).toBe(2_048);
    table.clear();
    expect([table.size, table.get(id(count))]).toEqual([0, undefined]);
  });

  test('is as a map would be, whatever is added, revoked and purged in which order', () => {
    const step = fc.record({
      act: fc.constantFrom('add', 'add', 'add', 'revoke', 'purge', 'clear'),
      number: fc.nat(40),
      end: fc.nat(30),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const table = new TokenTable();
        const map = new Map<string, AccessToken>();
        for (const { act, number, end } of steps) {
          const key = id(number);
          const known = map.get(key);
          if (act === 'add') {
            const entry = token({ expiresAtMillis: end, clientId: `client-${number % 3}` });
            map.delete(key);
            map.set(key, entry);
            table.add(key, entry, 0);
          } else if (act === 'revoke') {
            if (known !== undefined) map.set(key, { ...known, revoked: true });
            table.revoke(key);
          } else if (act === 'purge') {
            for (const [each, { expiresAtMillis }] of map) if (expiresAtMillis <= end) map.delete(each);
            table.purge(tenMinutesMillis + end);
          } else if (number === 0) {
            map.clear();
            table.clear();
          }
          expect(table.size).toBe(map.size);
        }
        expect(new Map(table.entries())).toEqual(map);
      }),
      { numRuns: 200 },
    );
  });
});
