import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import type { Plugin } from 'vite';
import { helpFiles, type IndexedPart, indexOptions } from '#shared/help/search-index.ts';
import { readContents, readPage } from './contents.ts';
import { renderPage } from './render-page.ts';

/** A file of Help: its path below `/help/`, and its content. */
interface HelpFile {
  readonly path: string;
  readonly source: string | Uint8Array;
}

/**
 * Makes all that Help shows of the Markdown in docs: the contents, a file of HTML for each page, the pictures, and the index of
 * the search.
 *
 * @throws Error for a page that is listed and not there, or has no title
 */
export function makeHelpFiles(docs: string): readonly HelpFile[] {
  const contents = readContents(docs);
  const entries = contents.flatMap(({ pages }) => pages);
  const known = new Set(entries.map(({ id }) => id));
  const rendered = entries.map(({ id, title }) => ({
    id,
    title,
    ...renderPage(id, readPage(docs, id), known),
  }));
  const index = new MiniSearch<IndexedPart>(indexOptions);
  for (const { id, title, parts } of rendered)
    index.addAll(
      parts.map(({ anchor, heading, text }) => ({
        id: anchor === '' ? id : `${id}#${anchor}`,
        heading,
        page: title,
        text,
      })),
    );
  const pictures = new Set(rendered.flatMap((page) => page.pictures));
  return [
    { path: helpFiles.contents, source: JSON.stringify(contents) },
    { path: helpFiles.index, source: JSON.stringify(index) },
    ...rendered.map(({ id, html }) => ({ path: helpFiles.page(id), source: html })),
    ...[...pictures].map((path) => ({ path, source: readFileSync(join(docs, path)) })),
  ];
}

/** Adds the files of Help to the build of the page. */
export function helpPages(docs: string): Plugin {
  return {
    name: 'help-pages',
    generateBundle() {
      for (const { path, source } of makeHelpFiles(docs))
        this.emitFile({ type: 'asset', fileName: `help/${path}`, source });
    },
  };
}
