import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import MiniSearch from 'minisearch';
import type { Plugin } from 'vite';
import { helpFiles, type IndexedPart, indexOptions } from '#shared/help/search-index.ts';
import { readContents } from './contents.ts';
import { renderPage } from './render-page.ts';

/** A file of Help: its path below `/help/`, and its content. */
interface HelpFile {
  readonly path: string;
  readonly source: string | Uint8Array;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.webp': 'image/webp',
};

/** How a generated page is made anew is of no use to those who read it here. */
const noteForAuthors = /^This page is made from the sources: `[^`]*`\.\s*/m;

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
    ...renderPage(id, readFileSync(join(docs, `${id}.md`), 'utf8').replace(noteForAuthors, ''), known),
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

/** Puts Help beside the page: as files of the build, and in development as answers of the server. */
export function helpPages(docs: string): Plugin {
  return {
    name: 'help-pages',
    generateBundle() {
      for (const { path, source } of makeHelpFiles(docs))
        this.emitFile({ type: 'asset', fileName: `help/${path}`, source });
    },
    configureServer(server) {
      server.middlewares.use('/help', (request, response, next) => {
        const path = (request.url ?? '').replace(/^\/|\?.*$/g, '');
        const file = makeHelpFiles(docs).find((candidate) => candidate.path === path);
        if (file === undefined) return next();
        response.setHeader('Content-Type', mediaTypes[extname(path)] ?? 'application/octet-stream');
        response.end(file.source);
      });
    },
  };
}
