import { scryptSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPasswordHasher, strongCost } from '#main/platform/password-hash.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { cheapPasswords } from '#test/support/passwords.ts';

const random = createSystemRandom();

describe('a password that is kept', () => {
  test('matches itself and nothing else, however it is composed', async () => {
    const kept = await cheapPasswords.hash('Grüße');
    expect(await cheapPasswords.verify('Grüße', kept)).toBe('right');
    expect(await cheapPasswords.verify('Gru\u0308ße', kept)).toBe('right');
    for (const other of ['', 'grüße', 'Grüße ', 'Grüß'])
      expect(await cheapPasswords.verify(other, kept)).toBe('wrong');
  });

  test('has a salt of its own each time', async () => {
    expect(await cheapPasswords.hash('same')).not.toBe(await cheapPasswords.hash('same'));
  });

  test('costs what OWASP asks for, unless a test says otherwise', async () => {
    const kept = await createPasswordHasher(random).hash('secret');
    const [, logN, r, p, salt = '', key] = kept.split('$');
    expect([logN, r, p]).toEqual(['14', '8', '5']);
    const options = { N: 16_384, r: 8, p: 5 };
    const expected = scryptSync('secret', Buffer.from(salt, 'base64url'), 32, options);
    expect(key).toBe(expected.toString('base64url'));
    expect(strongCost).toEqual({ logN: 14, r: 8, p: 5 });
  });

  test('at another cost is right, and is said to be outdated', async () => {
    const dearer = createPasswordHasher(random, { logN: 5, r: 1, p: 1 });
    const kept = await cheapPasswords.hash('secret');
    expect(await dearer.verify('secret', kept)).toBe('outdated');
    expect(await dearer.verify('other', kept)).toBe('wrong');
  });

  test('from before hashes held their cost is right, and outdated', async () => {
    const salt = Buffer.alloc(16, 1);
    const kept = `${salt.toString('base64url')}.${scryptSync('secret', salt, 32).toString('base64url')}`;
    expect(await cheapPasswords.verify('secret', kept)).toBe('outdated');
    expect(await cheapPasswords.verify('other', kept)).toBe('wrong');
  });

  test.each(['', 'x', 'scrypt$99$8$1$AA$AA', 'scrypt$14$8$999$AA$AA', 'scrypt$14$8$5$AA$', 'a.b.c'])(
    'in no known form matches nothing: %j',
    async (kept) => {
      expect(await cheapPasswords.verify('', kept)).toBe('wrong');
    },
  );

  test('is computed off the thread: others get their turn meanwhile', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await createPasswordHasher(random).hash('x');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });
});
