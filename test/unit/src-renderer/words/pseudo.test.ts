import { describe, expect, test } from 'vitest';
import { english } from '#renderer/words/en/index.ts';
import { pseudoCatalogue, pseudoText } from '#renderer/words/pseudo.ts';

describe('the pseudo language', () => {
  test('is longer, accented and in brackets', () => {
    expect(pseudoText('Close')).toBe('[Çļöšé~~]');
    expect(pseudoText('')).toBe('');
  });

  test('reaches every text of the catalogue, also those that functions make', () => {
    const pseudo = pseudoCatalogue(english);
    expect(pseudo.nav.home).toBe('[Ĥömé~~]');
    expect(pseudo.status.problems(2)).toMatch(/^\[2 .*\]$/);
    const texts: string[] = [];
    const walk = (value: unknown): void => {
      if (typeof value === 'string') texts.push(value);
      else if (typeof value === 'object' && value !== null)
        for (const part of Object.values(value)) walk(part);
    };
    walk(pseudo);
    expect(texts.filter((text) => text !== '' && !text.startsWith('['))).toEqual([]);
  });
});
