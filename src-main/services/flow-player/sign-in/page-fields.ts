import type { SeenElement, SeenFrame } from './page-seen.ts';
import { codeWords, goWords, holdsAny, otherWords, passwordWords, userWords } from './words.ts';

/** The fields of a page in which somebody says who they are. */
export interface SignInFields {
  readonly frame: SeenFrame;
  readonly user: SeenElement | null;
  readonly password: SeenElement | null;
  /** The fields of a one-time code: one, or one for each digit. */
  readonly code: readonly SeenElement[];
}

const textTypes: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'number', 'password', 'url']);
/** Fewer fields of one character are no code. */
const minDigits = 4;

/** Finds the fields that ask who somebody is; null where a page has none that can be seen. */
export function signInFields(frames: readonly SeenFrame[]): SignInFields | null {
  for (const frame of frames) {
    if (!frame.isVisible) continue;
    const found = fieldsOf(frame);
    if (found.user !== null || found.password !== null || found.code.length > 0) return found;
  }
  return null;
}

function fieldsOf(frame: SeenFrame): SignInFields {
  const fields = frame.elements.filter(
    ({ kind, type, isVisible }) => kind === 'field' && isVisible && textTypes.has(type),
  );
  const code = codeOf(fields);
  const rest = fields.filter((field) => !code.includes(field));
  const password = rest.find(isPassword) ?? null;
  const user = userOf(frame, rest, password);
  return { frame, user, password, code: password === null && user === null ? code : [] };
}

function codeOf(fields: readonly SeenElement[]): readonly SeenElement[] {
  const digits = fields.filter(({ maxLength, type }) => maxLength === 1 && type !== 'email');
  if (digits.length >= minDigits) return digits;
  const whole = fields.find(isCode);
  return whole === undefined ? [] : [whole];
}

function isCode(field: SeenElement): boolean {
  if (field.autocomplete.includes('one-time-code')) return true;
  if (field.type === 'email' || /current-password|username/.test(field.autocomplete)) return false;
  const text = `${field.names} ${field.label}`;
  if (holdsAny(text, otherWords)) return false;
  if (holdsAny(text, codeWords)) return !isNamedPassword(field);
  const isNumeric = field.type === 'tel' || field.type === 'number' || field.inputMode === 'numeric';
  return (
    isNumeric && field.type !== 'password' && !holdsAny(text, userWords) && /\bcode\b|コード/i.test(text)
  );
}

function isNamedPassword({ type, names }: SeenElement): boolean {
  return type === 'password' && holdsAny(names, passwordWords);
}

function isPassword({ type, autocomplete }: SeenElement): boolean {
  return type === 'password' && !autocomplete.includes('new-password');
}

function userOf(
  frame: SeenFrame,
  fields: readonly SeenElement[],
  password: SeenElement | null,
): SeenElement | null {
  const candidates = fields.filter(
    (field) => field.type !== 'password' && !holdsAny(`${field.names} ${field.label}`, otherWords),
  );
  const named = candidates.find(({ autocomplete }) => /\b(?:username|email|webauthn)\b/.test(autocomplete));
  if (named !== undefined) return named;
  const beside = password === null ? candidates : candidates.filter(({ form }) => form === password.form);
  const worded = beside.find(
    ({ type, names, label }) => type === 'email' || holdsAny(`${names} ${label}`, userWords),
  );
  if (worded !== undefined) return worded;
  if (password !== null) return beside.filter(({ top }) => top <= password.top + 2).at(-1) ?? null;
  // A page that asks for one thing and goes on asks for the name.
  const [only, ...more] = candidates;
  const goesOn = frame.elements.some(
    ({ kind, label, isVisible }) => kind === 'button' && isVisible && holdsAny(label, goWords),
  );
  return only !== undefined && more.length === 0 && goesOn ? only : null;
}
