import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { escapeMarkup } from '#shared/reports/escape.ts';
import { anchorOf } from './anchors.ts';

/** A part of a page below one heading, as the search finds it. */
export interface HelpPart {
  /** Blank for the text above the first heading. */
  readonly anchor: string;
  readonly heading: string;
  readonly text: string;
}

/** A page as Help shows it. */
export interface RenderedPage {
  /** Contains no scripts, styles or event handlers; raw HTML of the source is shown as text. */
  readonly html: string;
  readonly parts: readonly HelpPart[];
  /** Pictures that it shows, as paths in docs. */
  readonly pictures: readonly string[];
}

/** Resolves a relative link of a page to a path in docs; null where it leaves docs. */
function pathInDocs(id: string, link: string): string | null {
  const path = posix.join(posix.dirname(id), link);
  return path.startsWith('..') ? null : path;
}

/**
 * The address of a link in Help: another page, a section of this one, or an external site; null for a source file,
 * which an installation does not have.
 */
function hrefOf(id: string, link: string, known: ReadonlySet<string>): string | null {
  if (/^https?:/.test(link)) return link;
  const [file = '', anchor] = link.split('#');
  const page = file === '' ? id : pathInDocs(id, file.replace(/\.md$/, ''));
  if (page === null || !known.has(page)) return null;
  return `#/help/${page}${anchor === undefined ? '' : `?at=${anchor}`}`;
}

/** Renders a page of the documentation. `id` is its path in docs without the extension, `known` holds the ids of all pages. */
export function renderPage(id: string, markdown: string, known: ReadonlySet<string>): RenderedPage {
  const pictures: string[] = [];
  const anchors = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      html: ({ text }) => escapeMarkup(text),
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${uniqueAnchor(anchors, text)}" tabindex="-1">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const to = hrefOf(id, href, known);
        if (to === null) return inner;
        const away = to.startsWith('#') ? '' : ' target="_blank" rel="noopener noreferrer"';
        return `<a href="${escapeMarkup(to)}"${away}>${inner}</a>`;
      },
      image({ href, text }) {
        const path = pathInDocs(id, href);
        if (path === null) return escapeMarkup(text);
        pictures.push(path);
        return `<img src="/help/${path}" alt="${escapeMarkup(text)}" loading="lazy">`;
      },
      code: ({ text }) =>
        `<div class="help-code"><pre tabindex="0"><code>${escapeMarkup(text)}</code></pre></div>\n`,
      table(token) {
        return `<div class="help-table" tabindex="0" role="group">${tableHtml(this.parser, token)}</div>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, parts: partsOf(marked, markdown), pictures };
}

interface InlineParser {
  parseInline(tokens: Tokens.Generic[]): string;
}

function tableHtml(parser: InlineParser, { header, rows }: Tokens.Table): string {
  const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
    `<tr>${row.map(({ tokens }) => `<${tag}>${parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((row) => cells(row, 'td')).join('\n');
  // A screen reader would announce an empty header row.
  const head = header.every(({ text }) => text === '') ? '' : `<thead>${cells(header, 'th')}</thead>`;
  return `<table>${head}<tbody>${body}</tbody></table>`;
}

function uniqueAnchor(taken: Map<string, number>, heading: string): string {
  const anchor = anchorOf(heading);
  const count = taken.get(anchor) ?? 0;
  taken.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}

function partsOf(marked: Marked, markdown: string): readonly HelpPart[] {
  const anchors = new Map<string, number>();
  const parts: HelpPart[] = [];
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading') {
      const heading = plainText(token.text);
      const anchor = uniqueAnchor(anchors, token.text);
      parts.push({ anchor: token.depth === 1 ? '' : anchor, heading, text: '' });
    } else {
      const last = parts.pop() ?? { anchor: '', heading: '', text: '' };
      parts.push({ ...last, text: `${last.text} ${plainText(token.raw)}`.trim() });
    }
  }
  return parts;
}

/** The plain text of Markdown, for the search. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^```.*$|[`*|]|^[#>-]+ |-{3,}/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
