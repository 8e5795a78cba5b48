import { describe, expect, test } from 'vitest';
import { claimWords, headerWords, instantOfClaim, wordsOf } from '#shared/tokens/claim-words.ts';

describe('the words for what stands in a token', () => {
  test('name, sentence and clause are there for each', () => {
    for (const { title, sentence, clause } of [...Object.values(claimWords), ...Object.values(headerWords)]) {
      expect(title).toMatch(/^[A-Z]/);
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(clause).toMatch(/^(?:RFC \d{4} §\d|OpenID Connect|FAPI)/);
    }
  });

  test('a name that no registry explains has none, whatever objects inherit', () => {
    expect(wordsOf('iss', 'claims')?.clause).toBe('RFC 7519 §4.1.1');
    expect(wordsOf('iss', 'header')).toBeNull();
    for (const name of ['constructor', '__proto__', 'toString', 'x'])
      expect(wordsOf(name, 'claims')).toBeNull();
  });

  test('an instant is a number of seconds that a calendar has', () => {
    expect(instantOfClaim(1_700_000_000.5)).toBe(1_700_000_000_500);
    for (const value of [8_640_000_000_001, '1700000000', null, Number.NaN])
      expect(instantOfClaim(value)).toBeNull();
  });
});
