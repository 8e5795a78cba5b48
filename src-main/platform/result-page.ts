import { pageBrand, styleSheet } from './page-style.ts';

/** A page at the end of a way through a browser: what came of it, and that the window may be closed. */
export interface ResultPage {
  /** `none`: nothing is decided yet, or nothing was to be. */
  readonly outcome: 'taken' | 'refused' | 'none';
  readonly heading: string;
  readonly sentence: string;
  /** The run, client and user that it belongs to, as names with their values. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** Elements of the head and a script below the content; both are HTML. */
  readonly head?: string;
  readonly script?: string;
}

const marks = {
  taken: '<circle cx="12" cy="12" r="9"/><path d="m8 12.3 2.8 2.7L16 9.5"/>',
  refused: '<path d="M8 3h8l5 5v8l-5 5H8l-5-5V8z"/><path d="m9 9 6 6m0-6-6 6"/>',
} as const;

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function markOf(outcome: ResultPage['outcome']): string {
  if (outcome === 'none') return '';
  return `<svg class="mark ${outcome}" viewBox="0 0 24 24" aria-hidden="true">${marks[outcome]}</svg>`;
}

function factsOf(facts: ResultPage['facts'] = []): string {
  if (facts.length === 0) return '';
  const rows = facts.map(([name, value]) => `<div><dt>${escape(name)}</dt><dd>${escape(value)}</dd></div>`);
  return `<dl>${rows.join('')}</dl>`;
}

/** The HTML of a page in the style of all pages, light and dark by the system's wish. */
export function resultPage(page: ResultPage): string {
  const { outcome, heading, sentence, facts, head = '', script = '' } = page;
  const title = escape(heading);
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<meta name="color-scheme" content="light dark"><title>${title}</title>${head}<style>${styleSheet}</style></head>` +
    `<body><main>${pageBrand}${markOf(outcome)}<h1>${title}</h1><p class="lead">${escape(sentence)}</p>` +
    `${factsOf(facts)}</main>${script}</body></html>`
  );
}
