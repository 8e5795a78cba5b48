import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutIds } from '#renderer/ui/cut-ids.ts';
import { property } from '#test/support/property.ts';

const shown = (target: string) =>
  cutIds(target)
    .map(({ text }) => text)
    .join('');

test.each([
  [
    '/environments/9d4e7a10-1111-4222-8333-00000000c201/users/5e1f7a10-1111-4222-8333-000000000002/agreementConsents',
    '/environments/9d4e…c201/users/5e1f…0002/agreementConsents',
  ],
  ['/cb?code=abc&state=af0ifjsldkj1234567dj7Q', '/cb?code=abc&state=af0i…dj7Q'],
  ['/as/authorization.oauth2?response_type=code', '/as/authorization.oauth2?response_type=code'],
  ['/environments/agreementConsentsOfUsers/12345', '/environments/agreementConsentsOfUsers/12345'],
  ['', ''],
])('%s is shown as %s', (target, text) => {
  expect(shown(target)).toBe(text);
});

property([fc.webPath()])('the pieces come to the whole target', (target) => {
  const whole = cutIds(target).map((piece) => piece.whole ?? piece.text);
  expect(whole.join('')).toBe(target);
});
