import { parseTyped, type SignInAct, type SignInFile, signInFileSchema } from '#shared/sign-ins/index.ts';
import { valueOf } from '../json-edits.ts';
import { signInMessages as messages } from './words.ts';

/** The sign-in that a text holds; null while it is none. */
export function signInOf(text: string): SignInFile | null {
  return signInFileSchema.safeParse(valueOf(text)).data ?? null;
}

type Selectors = Extract<SignInAct, { readonly type: 'click' }>['selectors'];

const deeper = ' >>> ';

/** Selectors as lines: one way on each. */
export function selectorLines(selectors: Selectors): string {
  return selectors.map((way) => (typeof way === 'string' ? way : way.join(deeper))).join('\n');
}

/** Lines as selectors; those that are empty are left out. */
export function selectorsOf(lines: string): Selectors {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(deeper).map((part) => part.trim()));
}

/** An act as a person would say it, after its kind. */
export function actText(act: SignInAct): string {
  if (act.type === 'change') return messages.values.into(valueText(act.value), elementText(act.selectors));
  if (act.type === 'navigate') return act.url;
  if (act.type === 'setViewport') return `${act.width} × ${act.height}`;
  if (act.type === 'keyDown' || act.type === 'keyUp') return act.key;
  if (act.type === 'scroll' && act.selectors === undefined) return `${act.x ?? 0}, ${act.y ?? 0}`;
  return elementText(act.selectors ?? []);
}

function elementText(selectors: Selectors): string {
  const [first = ''] = selectorLines(selectors).split('\n');
  if (!/^(?:aria|text)\//.test(first)) return first;
  return first.slice(first.indexOf('/') + 1).replace(/\[role="[a-z]{1,40}"\]$/, '');
}

function valueText(value: string): string {
  if (value === '') return messages.values.nothing;
  const [part, ...more] = parseTyped(value) ?? [];
  if (part === undefined || typeof part === 'string' || more.length > 0) return messages.values.text(value);
  return part.digit === null ? messages.values[part.name] : messages.values.digit(part.digit);
}
