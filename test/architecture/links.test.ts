import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { anchorOf } from '../../scripts/support/help/anchors.ts';

const root = join(import.meta.dirname, '../..');
const pages = [
  ...readdirSync(root).map((name) => join(root, name)),
  ...readdirSync(join(root, 'docs'), { recursive: true }).map((name) => join(root, 'docs', String(name))),
].filter((path) => path.endsWith('.md') && !/docs.site./.test(path));

/** The anchors of the headings of a page, as they are made where it is shown. */
function anchorsOf(page: string): readonly string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

/** Links of a page to files and headings that are not there. */
function deadLinks(page: string): readonly string[] {
  const prose = readFileSync(page, 'utf8').replaceAll(/```[\s\S]*?```|`[^`]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : join(dirname(page), file);
    if (!existsSync(target)) return [link];
    return anchor === undefined || anchorsOf(target).includes(anchor) ? [] : [link];
  });
}

test('no page links to what is not there', () => {
  const dead = pages.flatMap((page) => deadLinks(page).map((link) => `${relative(root, page)}: ${link}`));
  expect(dead).toEqual([]);
});
