import type { FieldMeaning } from '#shared/sign-ins/index.ts';
import type { TypedField } from './typed-fields.ts';

/** The digit of the code, from 1, that each field takes; fields that take the whole code are not in it. */
export function codeRuns(
  fields: readonly TypedField[],
  meanings: ReadonlyMap<number, FieldMeaning | null>,
): ReadonlyMap<number, number> {
  const digits = new Map<number, number>();
  let before = 0;
  for (const { at, value } of fields) {
    before = meanings.get(at) === 'code' && /^\d$/.test(value) ? before + 1 : 0;
    if (before > 0 && before <= 8) digits.set(at, before);
  }
  return digits;
}
