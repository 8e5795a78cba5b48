import { escapeMarkup } from './escape.ts';
import { reportStyle } from './html-style.ts';

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A column of a table. */
export interface Column {
  readonly title: string;
  /** Part of the width, in percent. */
  readonly width: number;
}

/** A table of a report; its cells are markup. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ width }) => `<col style="width: ${width}%">`).join('');
  const heads = columns.map(({ title }) => `<th scope="col">${title}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`);
  return `<table><colgroup>${widths}</colgroup><thead><tr>${heads}</tr></thead>\n<tbody>${body.join('')}</tbody></table>`;
}

/** A report as one HTML document that needs nothing else and runs no script; `content` is markup, `title` is text. */
export function htmlPage(title: string, content: string): string {
  const heading = escapeMarkup(title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${heading}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${content}
</main>
</body>
</html>
`;
}
