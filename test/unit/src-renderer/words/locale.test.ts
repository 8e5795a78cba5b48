import { expect, test } from 'vitest';
import { isLocaleChoice, localeOf } from '#renderer/words/locale.ts';

test('a language that was chosen is spoken, whatever the system prefers', () => {
  expect(localeOf('en-GB', ['de-AT'])).toBe('en-GB');
  expect(localeOf('de-DE', ['en-US'])).toBe('de-DE');
  expect(localeOf('en-XA', ['de-DE'])).toBe('en-XA');
});

test.each([
  [['de'], 'de-DE'],
  [['de-CH', 'en'], 'de-DE'],
  [['fr-CH', 'de-CH', 'en'], 'de-DE'],
  [['en-US', 'de'], 'en-GB'],
  [['fr', 'it'], 'en-GB'],
  [['den-CA'], 'en-GB'],
  [[], 'en-GB'],
] as const)('of a system that prefers %j it is the first that is there: %s', (preferred, spoken) => {
  expect(localeOf('system', preferred)).toBe(spoken);
});

test('what is kept is a choice only if it is one of them', () => {
  expect(['system', 'de-DE', 'de', '', null, undefined].filter(isLocaleChoice)).toEqual(['system', 'de-DE']);
});
