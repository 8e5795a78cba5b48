import { describe, expect, test } from 'vitest';
import { userMaker } from '#main/workspace/registration-entities.ts';
import { cheapPasswords } from '#test/support/passwords.ts';

const toUser = userMaker(cheapPasswords);

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
