// Imports no package: the static site, which has its own, reads the contents from here too.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HelpSection } from '#shared/help/contents.ts';

/** Generated pages say how to regenerate them, which their readers do not need. */
const noteForAuthors = /^This page is made from the sources: `[^`]*`\.\s*/m;

const pageLink = /\]\(([\w/-]+)\.md(?:#[\w-]*)?\)/g;

/**
 * Reads the table of contents, docs/README.md: each heading is a section, and the pages below it are those that it links to,
 * in this order, each where it is named first.
 */
export function readContents(docs: string): readonly HelpSection[] {
  const listed = new Set<string>();
  return readFileSync(join(docs, 'README.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = ''] = part.split('\n', 1);
      const ids = [...part.matchAll(pageLink)].flatMap(([, id = '']) => (listed.has(id) ? [] : [id]));
      for (const id of ids) listed.add(id);
      return { title, pages: [...new Set(ids)].map((id) => ({ id, title: titleOf(docs, id) })) };
    })
    .filter(({ pages }) => pages.length > 0);
}

/** @throws Error for a page without a title. */
function titleOf(docs: string, id: string): string {
  const title = /^# (.+)$/m.exec(readFileSync(join(docs, `${id}.md`), 'utf8'))?.[1];
  if (title === undefined) throw new Error(`docs/${id}.md has no title.`);
  // Under the heading of its kind, a title need not name the kind.
  const short = title.replaceAll('`', '').replace(/^Tutorial: /, '');
  return short.charAt(0).toUpperCase() + short.slice(1);
}

/** Reads a page as it is shown to users. `id` is its path in docs without the extension. */
export function readPage(docs: string, id: string): string {
  return readFileSync(join(docs, `${id}.md`), 'utf8').replace(noteForAuthors, '');
}
