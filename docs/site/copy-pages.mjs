// Copies the pages that docs/README.md lists, and the pictures, to where the site reads them. Links to files that the site does not
// have, such as sources, become plain text.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { readContents, readPage } from '../../scripts/support/help/contents.ts';

const docs = join(import.meta.dirname, '..');
const pages = join(import.meta.dirname, 'pages');
const listed = readContents(docs).flatMap((section) => section.pages.map(({ id }) => `${id}.md`));
const known = new Set([...listed, 'README.md']);

function isShown(page, link) {
  if (/^(?:[a-z]+:|#)/.test(link)) return true;
  const path = posix.join(posix.dirname(page), link.split('#')[0]);
  return path.startsWith('screenshots/') || known.has(path);
}

rmSync(pages, { recursive: true, force: true });
for (const page of known) {
  const text = readPage(docs, page.replace(/\.md$/, '')).replaceAll(
    /(?<!!)\[([^\]]*)\]\(([^)\s]+)\)/g,
    (link, shown, to) => (isShown(page, to) ? link : shown),
  );
  const to = join(pages, page === 'README.md' ? 'index.md' : page);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}
cpSync(join(docs, 'screenshots'), join(pages, 'screenshots'), { recursive: true });
