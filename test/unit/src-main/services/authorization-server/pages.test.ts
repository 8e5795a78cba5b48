import { describe, expect, test } from 'vitest';
import { formTargetsOf } from '#main/services/authorization-server/pages/form-targets.ts';
import { escapeHtml } from '#main/services/authorization-server/pages/html.ts';
import { catalogue, pickLanguage } from '#main/services/authorization-server/pages/texts.ts';

describe('the language of the pages', () => {
  test.each([
    [undefined, undefined, 'en'],
    [undefined, 'de', 'de'],
    [undefined, 'de-AT', 'de'],
    [undefined, 'fr,de;q=0.5,en;q=0.7', 'en'],
    [undefined, 'en;q=0,de', 'de'],
    ['fr de', 'en', 'de'],
    ['fr', 'de', 'de'],
    ['', ';;q=9,,=', 'en'],
  ] as const)('ui_locales %s and Accept-Language %s lead to %s', (uiLocales, acceptLanguage, language) => {
    expect(pickLanguage(uiLocales, acceptLanguage)).toBe(language);
  });

  test('no text is missing or left in English', () => {
    const german: Record<string, string> = catalogue.de;
    for (const [key, english] of Object.entries(catalogue.en)) {
      expect(german[key]).toBeTruthy();
      expect(german[key]).not.toBe(english);
    }
  });
});

describe('where forms may lead', () => {
  test.each([
    ['https://app.example/cb', ["'self'", 'https://app.example']],
    ['com.example.mobile:/cb', ["'self'", 'com.example.mobile:']],
    ['http://[::1]:9035/cb', ["'self'", 'http:', 'https:']],
  ])('%s', (redirectUri, targets) => {
    expect(formTargetsOf(redirectUri)).toEqual(targets);
  });

  test('a loopback callback may lead on to another port of the machine', () => {
    expect(formTargetsOf('http://localhost:3000/cb')).toContain('http://127.0.0.1:*');
  });
});

test('text in HTML stays text, and nothing turns its direction', () => {
  expect(escapeHtml(`<a b="c" d='e'>&\u202e\u0000`)).toBe(
    '&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\ufffd\ufffd',
  );
});
