import { expect, test } from 'vitest';
import { resultPage } from '#main/platform/result-page.ts';

test('a page says what came of it and whose it is, in both themes, without a script, and escapes what came', () => {
  const html = resultPage({
    outcome: 'refused',
    heading: 'The server <refused>',
    sentence: 'You can close this window.',
    facts: [['error', '"<script>alert(1)</script>"']],
  });
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('<h1>The server &#60;refused&#62;</h1>');
  expect(html).toContain('<dt>error</dt><dd>&#34;&#60;script&#62;alert(1)&#60;/script&#62;&#34;</dd>');
  expect(html).toContain('class="mark refused"');
  expect(html).not.toContain('<script');
});

test('a page that decides nothing has no mark, and one without facts no list', () => {
  const html = resultPage({ outcome: 'none', heading: 'One moment', sentence: '' });
  expect(html).not.toContain('class="mark');
  expect(html).not.toContain('<dl>');
});
