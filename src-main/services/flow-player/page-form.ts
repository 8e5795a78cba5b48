/** An input or button of a form. */
export interface PageInput {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

/** The form of a page, as a browser would send it. */
export interface PageForm {
  /** As written; empty: the address of the page. */
  readonly action: string;
  readonly method: 'GET' | 'POST';
  readonly inputs: readonly PageInput[];
}

/** The first form of a page; null where it has none. Reads what servers write, not all of HTML. */
export function readForm(html: string): PageForm | null {
  const match = /<form\b([^>]*)>([\s\S]*?)<\/form>/i.exec(html);
  if (match === null) return null;
  const [, head = '', content = ''] = match;
  return {
    action: attribute(head, 'action'),
    method: attribute(head, 'method').toUpperCase() === 'POST' ? 'POST' : 'GET',
    inputs: [...content.matchAll(/<(input|button)\b([^>]*)>/gi)].map(([, tag = '', attributes = '']) => ({
      name: attribute(attributes, 'name'),
      type: (
        attribute(attributes, 'type') || (tag.toLowerCase() === 'button' ? 'submit' : 'text')
      ).toLowerCase(),
      value: attribute(attributes, 'value'),
    })),
  };
}

/** The fields that a form sends by itself: those that are hidden. */
export function hiddenFields({ inputs }: PageForm): readonly (readonly [name: string, value: string])[] {
  return inputs
    .filter(({ type, name }) => type === 'hidden' && name !== '')
    .map(({ name, value }) => [name, value]);
}

function attribute(text: string, name: string): string {
  const match = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, 'i').exec(text);
  return unescapeHtml(match?.[1] ?? match?.[2] ?? match?.[3] ?? '');
}

function unescapeHtml(text: string): string {
  return text
    .replace(/&#x([0-9a-f]{1,6});/gi, (_whole, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});/g, (_whole, number: string) => character(Number(number)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

function character(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD';
}
