import { describe, expect, test } from 'vitest';
import { renderPage } from '../../../../scripts/support/help/render-page.ts';

const known = new Set(['guides/one', 'guides/two', 'reference/cli']);
const html = (markdown: string) => renderPage('guides/one', markdown, known).html;

describe('a page of Help', () => {
  test('has the anchors of its headings, each of them once', () => {
    expect(html('## Paths & `{uid}`\n\n## Paths\n\n## Paths')).toContain(
      '<h2 id="paths--uid" tabindex="-1">',
    );
    expect(html('## Paths\n\n## Paths')).toMatch(/id="paths".*id="paths-1"/s);
  });

  test('links to other pages within Help, to sites in a window of their own, and to nothing that it lacks', () => {
    expect(html('[Two](two.md#a-part)')).toContain('<a href="#/help/guides/two?at=a-part">Two</a>');
    expect(html('[here](#a-part)')).toContain('href="#/help/guides/one?at=a-part"');
    expect(html('[CLI](../reference/cli.md)')).toContain('href="#/help/reference/cli"');
    expect(html('[RFC](https://www.rfc-editor.org/)')).toContain(
      '<a href="https://www.rfc-editor.org/" target="_blank" rel="noopener noreferrer">RFC</a>',
    );
    expect(html('[sources](../../CONTRIBUTING.md)')).toBe('<p>sources</p>\n');
    expect(html('[odd](javascript:alert)')).toBe('<p>odd</p>\n');
  });

  test.each([
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '`<b>`',
    '```\n<b onclick="x">\n```',
    '| a |\n|---|\n| <svg onload=x> |',
  ])('shows the markup of its source as text: %s', (markdown) => {
    expect(html(markdown)).not.toMatch(/<(?:script|img|svg|b)\b/);
    expect(html(markdown)).toContain('&lt;');
  });

  test('shows pictures of the documentation from beside the page', () => {
    const page = renderPage('guides/one', '![Home](../screenshots/home.webp)', known);
    expect(page.html).toContain('<img src="/help/screenshots/home.webp" alt="Home" loading="lazy">');
    expect(page.pictures).toEqual(['screenshots/home.webp']);
  });

  test('is searched by its sections, without the signs of Markdown', () => {
    const { parts } = renderPage(
      'guides/one',
      '# One\n\nIntro.\n\n## Use `it`\n\n- **Run** [this](two.md)\n',
      known,
    );
    expect(parts).toEqual([
      { anchor: '', heading: 'One', text: 'Intro.' },
      { anchor: 'use-it', heading: 'Use it', text: 'Run this' },
    ]);
  });
});
