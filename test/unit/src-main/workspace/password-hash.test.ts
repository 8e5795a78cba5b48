import { describe, expect, test } from 'vitest';
import { matchesSalted, saltPassword } from '#main/workspace/password-hash.ts';
import { toUser } from '#main/workspace/registration-entities.ts';

describe('a password that is kept as a salted hash', () => {
  test('matches itself and nothing else, however it is composed', async () => {
    const salted = await saltPassword('Grüße');
    expect(await matchesSalted(salted, 'Grüße')).toBe(true);
    expect(await matchesSalted(salted, 'Gru\u0308ße')).toBe(true);
    for (const other of ['', 'grüße', 'Grüße ', 'Grüß'])
      expect(await matchesSalted(salted, other)).toBe(false);
  });

  test('has a salt of its own each time', async () => {
    const [one, other] = [await saltPassword('same'), await saltPassword('same')];
    expect(one.salt).not.toEqual(other.salt);
    expect(one.hash).not.toEqual(other.hash);
  });

  test('is computed off the thread: others get their turn meanwhile', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const salted = await saltPassword('x');
    for (let count = 0; count < 5; count += 1) await matchesSalted(salted, 'y');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });
});

describe('a user', () => {
  const file = { username: 'ann', password: 'unused', claims: {} };

  test('signs in with the password, and with the PIN where one is asked for', async () => {
    const user = toUser(file, 'secret', '4711');
    expect(await user.verifyPassword('secret')).toBe(true);
    expect(await user.verifyPin('4711')).toBe(true);
    expect(await user.verifyPassword('4711')).toBe(false);
  });

  test('without a password that is known nobody signs in, with an empty one neither', async () => {
    const user = toUser(file, null, null);
    for (const given of ['', 'null', 'secret']) {
      expect(await user.verifyPassword(given)).toBe(false);
      expect(await user.verifyPin(given)).toBe(false);
    }
  });
});
