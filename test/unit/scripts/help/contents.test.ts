import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { helpPageAt } from '#renderer/workbench/help-pages.ts';
import { screens } from '#shared/desktop/screens.ts';
import { readContents } from '../../../../scripts/support/help/contents.ts';
import { makeHelpFiles } from '../../../../scripts/support/help/help-plugin.ts';

const docs = resolve(import.meta.dirname, '../../../../docs');
const contents = readContents(docs);
const listed = contents.flatMap(({ pages }) => pages.map(({ id }) => id));
/** Pages for contributors stay in the repository, as does the site. */
const notForUsers = /^(?:contributing|site)\//;

describe('the contents of Help', () => {
  test('list every page of the documentation once, under its kind', () => {
    const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((name) => name.replaceAll('\\', '/').replace(/\.md$/, ''))
      .filter((id) => !notForUsers.test(id));
    expect(listed.toSorted()).toEqual(pages.toSorted());
    expect(contents.map(({ title }) => title)).toContain('Reference');
  });

  test('name each page by its title', () => {
    const page = contents.flatMap(({ pages }) => pages).find(({ id }) => id === 'guides/install');
    const [title = ''] = readFileSync(join(docs, 'guides/install.md'), 'utf8').split('\n', 1);
    expect(page?.title).toBe(title.replace('# ', ''));
    const tutorials = contents.find((section) => section.title === 'Tutorials');
    expect(tutorials?.pages.map((tutorial) => tutorial.title)).toContain('Load a spreadsheet of consents');
  });

  test('have a page about each screen', () => {
    for (const screen of screens) expect(listed).toContain(helpPageAt(`/${screen}`));
    expect(helpPageAt('/throttle/10-orders.json')).toBe('guides/throttling');
  });
});

test('each link of a page leads to a page and a heading that Help has', () => {
  const html = new Map(
    makeHelpFiles(docs)
      .filter(({ path }) => path.endsWith('.html'))
      .map(({ path, source }) => [path.replace(/\.html$/, ''), String(source)]),
  );
  const dead = [...html].flatMap(([id, text]) =>
    [...text.matchAll(/href="#\/help\/([^"?]+)(?:\?at=([^"]+))?"/g)]
      .filter(([, page = '', anchor]) => {
        const target = html.get(page);
        return target === undefined || (anchor !== undefined && !target.includes(`id="${anchor}"`));
      })
      .map(([link]) => `${id}: ${link}`),
  );
  expect(html.size).toBe(listed.length);
  expect(dead).toEqual([]);
});
