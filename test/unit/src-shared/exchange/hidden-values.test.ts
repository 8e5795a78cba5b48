import { expect, test } from 'vitest';
import { mask, withoutHidden, withoutUnnamed } from '#shared/exchange/index.ts';

const password = 'pass: Ä+%&"1';

test.each([
  [
    'a form',
    `passcode=${new URLSearchParams({ p: password }).toString().slice(2)}&x=1`,
    `passcode=${mask}&x=1`,
  ],
  ['a form in ISO 8859-1', 'pw=pass%3A+%C4%2B%25%26%221&x=1', `pw=${mask}&x=1`],
  ['a query', `/sign-in?otc=${encodeURIComponent(password)}`, `/sign-in?otc=${mask}`],
  ['JSON', JSON.stringify({ otherwise: password }), `{"otherwise":"${mask}"}`],
  ['plain text', `It was ${password}, was it?`, `It was ${mask}, was it?`],
  ['what does not hold it', 'user=ann&x=pass', 'user=ann&x=pass'],
])('a value that was typed stands in no record: %s', (_, text, expected) => {
  expect(withoutHidden(text, [password, ''])).toBe(expected);
});

test('a short code is masked where it is all of a field, and nowhere else', () => {
  expect(withoutHidden('code=123&amount=1234', ['123'])).toBe(`code=${mask}&amount=1234`);
});

test('fields that say by their names that they are secret keep what was sent', () => {
  expect(withoutUnnamed('user=ann&password=hidden-one&Pass=hidden-one', ['hidden-one'])).toBe(
    `user=ann&password=hidden-one&Pass=${mask}`,
  );
});
