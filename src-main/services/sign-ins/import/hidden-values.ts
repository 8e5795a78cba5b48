/** Values that were typed, or that the target's users have: none may stand in what an import makes. */
export interface HiddenValues {
  readonly usernames: readonly string[];
  /** Passwords, codes, and whatever nobody has said to be a plain text. */
  readonly secrets: readonly string[];
}

/** Shorter values are parts of ordinary words: they are looked for as a whole alone. */
const minPartCharacters = 4;
const quoted = /"([^"\\]*)"|'([^'\\]*)'/g;

/** A selector without the values: the user name becomes a placeholder; null: a secret stands in it. */
export function selectorWithout(selector: string, { usernames, secrets }: HiddenValues): string | null {
  // Double braces that are the page's own would be taken for a placeholder.
  if (selector.includes('{{')) return null;
  const [kind, rest] = splitSelector(selector);
  if (secrets.some((secret) => holdsSecret(kind, rest, secret))) return null;
  const isText = kind === 'aria/' || kind === 'text/';
  return kind + (isText ? nameInText(rest, usernames) : nameInQuotes(rest, usernames));
}

/** A selector as its prefix, such as `aria/`, and the rest; CSS has none. */
export function splitSelector(selector: string): readonly [kind: string, rest: string] {
  const kind = /^(?:aria|text|xpath|pierce)\//.exec(selector)?.[0] ?? '';
  return [kind, selector.slice(kind.length)];
}

/** A text for people without the values. */
export function textWithout(text: string, { usernames, secrets }: HiddenValues): string | null {
  return [...usernames, ...secrets].some((value) => value !== '' && text.includes(value)) ? null : text;
}

/**
 * A name of a field such as `#password` is no sign of the password “password”: what is made of letters alone is looked
 * for in texts and between quotes, and anything else everywhere.
 */
function holdsSecret(kind: string, text: string, secret: string): boolean {
  if (secret === '') return false;
  if (kind === 'aria/' || kind === 'text/') return holds(text, secret);
  const isWord = /^[A-Za-z-]*$/.test(secret);
  if (!isWord && secret.length >= minPartCharacters && text.includes(secret)) return true;
  return quotedTexts(text).some((part) => part === secret && !/^(?:password|text)$/.test(secret));
}

function holds(text: string, value: string): boolean {
  return value.length < minPartCharacters ? text === value : text.includes(value);
}

function quotedTexts(text: string): readonly string[] {
  return [...text.matchAll(quoted)].map(([, double, single]) => double ?? single ?? '');
}

function nameInText(text: string, usernames: readonly string[]): string {
  const name = usernames.find((candidate) => candidate !== '' && holds(text, candidate));
  return name === undefined ? text : text.replaceAll(name, '{{username}}');
}

function nameInQuotes(text: string, usernames: readonly string[]): string {
  return text.replace(quoted, (whole, double: string | undefined, single: string | undefined) => {
    const mark = whole.charAt(0);
    return usernames.includes(double ?? single ?? '') ? `${mark}{{username}}${mark}` : whole;
  });
}
