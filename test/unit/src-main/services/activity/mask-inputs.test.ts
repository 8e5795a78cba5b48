import { describe, expect, test } from 'vitest';
import { maskInputs } from '#main/services/activity/mask-inputs.ts';
import { cpuMillis } from '#test/support/cpu.ts';

const masked = (html: string) => maskInputs(html, '***', (name) => name === 'password');

describe('fields of a page that is shown', () => {
  test.each([
    ['<input name="password" value="secret">', '<input name="password" value="***">'],
    ["<INPUT type=hidden VALUE='secret' NAME='password'>", "<INPUT type=hidden VALUE='***' NAME='password'>"],
    ['<input value=secret name=password>', '<input value=*** name=password>'],
    ['<input name="password" value="a&quot;b">c', '<input name="password" value="***">c'],
    [
      '<input name="user" value="ann"><input name="password" value="x"/>',
      '<input name="user" value="ann"><input name="password" value="***"/>',
    ],
  ])('are masked where their names are secret: %s', (html, expected) => {
    expect(masked(html)).toBe(expected);
  });

  test.each([
    '<input name="password" value="">',
    '<input name="password">',
    '<!-- <input name="password" value="a"> -->',
  ])('stay as they are where there is nothing to mask: %s', (html) => {
    expect(masked(html)).toBe(html);
  });

  test.each(['<input ', '<input name="a" ', '<input name="password" value="a" '])(
    'are read in a time that grows with the page: %s',
    (piece) => {
      const startedMillis = cpuMillis();
      masked(piece.repeat(4_000_000 / piece.length));
      expect(cpuMillis() - startedMillis).toBeLessThan(3_000);
    },
  );
});
