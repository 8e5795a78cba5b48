import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { readContents } from '../../../scripts/support/help/contents.ts';

interface Version {
  readonly name: string;
  readonly path: string;
}

const site = join(import.meta.dirname, '..');
const docs = join(site, '..');
const versions: readonly Version[] = JSON.parse(readFileSync(join(site, 'versions.json'), 'utf8'));
const version = process.env['DOCS_VERSION'] ?? versions[0]?.name ?? '';
const contents = readContents(docs);

export default defineConfig({
  title: 'Gatehouse',
  description: 'A workbench for people who integrate identity systems',
  lang: 'en',
  // A copy, made by copy-pages.mjs: pages outside of this package would not find its modules.
  srcDir: 'pages',
  base: process.env['DOCS_BASE'] ?? '/',
  cleanUrls: true,
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      {
        text: version,
        items: versions.map(({ name, path }) => ({ text: name, link: path, target: '_self' })),
      },
    ],
    sidebar: contents.map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({ text: page.title, link: `/${page.id}` })),
    })),
  },
  markdown: {
    // Placeholders such as <name> are text, and not elements of the page.
    html: false,
    config(markdown) {
      // Two braces would be read as an expression of the site's own.
      const escaped = (text: string) => markdown.utils.escapeHtml(text).replaceAll('{{', '&#123;&#123;');
      markdown.renderer.rules['text'] = (tokens, index) => escaped(tokens[index]?.content ?? '');
      markdown.renderer.rules['code_inline'] = (tokens, index) =>
        `<code>${escaped(tokens[index]?.content ?? '')}</code>`;
    },
  },
});
