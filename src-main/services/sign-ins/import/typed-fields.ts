import { GatehouseError } from '#shared/errors/index.ts';
import { signInKeyOf } from '#shared/sign-ins/index.ts';
import type { RecordedStep } from './recording.ts';

/** A text that was typed into a field. It holds passwords in clear and never leaves the import. */
export interface TypedField {
  /** Position of its step in the recording, from 0. */
  readonly at: number;
  readonly field: RecordedStep;
  readonly value: string;
}

/** The texts of a recording, and the steps that are a part of one and no act of their own. */
export interface TypedFields {
  readonly fields: readonly TypedField[];
  readonly swallowed: ReadonlySet<number>;
  /** All that was typed key by key, to be kept out of everything else. */
  readonly keyed: readonly string[];
}

/** Keys that change what is typed, and write nothing by themselves. */
const editing: ReadonlySet<string> = new Set([
  'Shift',
  'ShiftLeft',
  'ShiftRight',
  'CapsLock',
  'AltGraph',
  'Dead',
  'Backspace',
  'Delete',
]);

/**
 * Finds what was typed: by `change`, or key by key. Keys become one text in the field that was clicked before, unless
 * a `change` says the same afterwards.
 * @throws sign-in.keys-without-field
 */
export function typedFields(steps: readonly RecordedStep[]): TypedFields {
  const series = keySeries(steps);
  const fields: TypedField[] = steps.flatMap((step, at) =>
    step.type === 'change' && (step.value ?? '') !== '' ? [{ at, field: step, value: step.value ?? '' }] : [],
  );
  const swallowed = new Set<number>();
  const keyed: string[] = [];
  for (const { from, to } of series) {
    const value = typedText(steps.slice(from, to));
    for (let at = from; at < to; at += 1) swallowed.add(at);
    if (value === '') continue;
    keyed.push(value);
    const before = fieldBefore(steps, from);
    if (isToldAfter(steps, to, value, before)) continue;
    fields.push({ at: from, field: requireField(before, from), value });
  }
  return { fields: fields.toSorted((one, other) => one.at - other.at), swallowed, keyed };
}

/** Runs of keys that write characters, with the keys between them that change these. */
function keySeries(
  steps: readonly RecordedStep[],
): readonly { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = [];
  let from = 0;
  while (from < steps.length) {
    let to = from;
    let writes = false;
    while (isTyping(steps[to])) {
      writes ||= isWriting(steps[to]);
      to += 1;
    }
    if (writes) found.push({ from, to });
    from = Math.max(to, from + 1);
  }
  return found;
}

function isTyping(step: RecordedStep | undefined): boolean {
  return isKey(step) && (isWriting(step) || editing.has(step?.key ?? '') || step?.key === ' ');
}

function isWriting(step: RecordedStep | undefined): boolean {
  return isKey(step) && characterOf(step?.key ?? '') !== null;
}

function isKey(step: RecordedStep | undefined): boolean {
  return step?.type === 'keyDown' || step?.type === 'keyUp';
}

/** The character of a key; null: it writes none. */
function characterOf(key: string): string | null {
  if (Array.from(key).length === 1 && signInKeyOf(key) === null) return key;
  return /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(key)?.[1]?.toLowerCase() ?? null;
}

function typedText(steps: readonly RecordedStep[]): string {
  const written: string[] = [];
  for (const { type, key = '' } of steps) {
    if (type !== 'keyDown') continue;
    if (key === 'Backspace') written.pop();
    else written.push(key === ' ' ? ' ' : (characterOf(key) ?? ''));
  }
  return written.join('');
}

/** True if a `change` of the same field, or with the same text, follows with nothing but keys between. */
function isToldAfter(
  steps: readonly RecordedStep[],
  from: number,
  value: string,
  field: RecordedStep | null,
): boolean {
  const next = steps.slice(from).find((step) => !isKey(step));
  if (next?.type !== 'change') return false;
  return next.value === value || (field !== null && sharesSelector(next, field));
}

function sharesSelector(
  { selectors: one = [] }: RecordedStep,
  { selectors: other = [] }: RecordedStep,
): boolean {
  const ways = new Set(one.map((way) => JSON.stringify(way)));
  return other.some((way) => ways.has(JSON.stringify(way)));
}

/** The element that was last acted on; null: keys may have led elsewhere since. */
function fieldBefore(steps: readonly RecordedStep[], at: number): RecordedStep | null {
  for (let before = at - 1; before >= 0; before -= 1) {
    const step = steps[before];
    if (step === undefined || (isKey(step) && step.key === 'Tab') || step.type === 'navigate') return null;
    if (step.selectors !== undefined && step.type !== 'waitForElement') return step;
  }
  return null;
}

/** @throws sign-in.keys-without-field */
function requireField(field: RecordedStep | null, at: number): RecordedStep {
  if (field !== null) return field;
  throw new GatehouseError(
    'sign-in.keys-without-field',
    `From action ${at + 1}, keys were typed into a field that the recording does not name.`,
    { fix: 'Record again, and click the field before you type.' },
  );
}
