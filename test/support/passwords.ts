import { createPasswordHasher } from '#main/platform/password-hash.ts';
import { createSystemRandom } from '#main/platform/random.ts';

/** Compares passwords as the program does, at a cost that no test has to wait for. */
export const cheapPasswords = createPasswordHasher(createSystemRandom(), { logN: 4, r: 1, p: 1 });
